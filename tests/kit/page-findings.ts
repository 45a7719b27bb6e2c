import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe's findings of serious or higher impact on a page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The page's policy allows no injected scripts, so axe is evaluated instead of added as an element.
  return page.evaluate(
    `(async () => { ${AXE}; return (await axe.run({ resultTypes: ['violations'] })).violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.target + ' ' + n.failureSummary).join(', ')); })()`,
  );
}

/** Whether a page is wider than its viewport. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
}
