import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or worse on a page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // As the page's policy allows no script of ours, it is not put into the page as an element.
  return page.evaluate(
    `(async () => { ${AXE}; return (await axe.run({ resultTypes: ['violations'] })).violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.target + ' ' + n.failureSummary).join(', ')); })()`,
  );
}

/** Whether a page is wider than its window. */
export async function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
}
