import { type HealthCheck, PlinthError, type PluginScope } from 'plinth';
import type { CheckResult } from './check.js';
import type { Checks } from './checks.js';
import { LAWS } from './law-table.js';

const HEALTH = { good: 'good', missing: 'critical', advice: 'recommended', off: 'recommended' } as const;

/** How a result reads in one word. */
export function stateText(state: CheckResult['state'], { __ }: Pick<PluginScope, '__'>): string {
  return { good: __('Good'), missing: __('Missing'), advice: __('Advice'), off: __('Off') }[state];
}

/** The checks as a command and in site health. */
export function registerChecks(scope: PluginScope, { checks }: { checks: Checks }): void {
  const { __, _n } = scope;
  scope.addCommand({
    name: 'compliance check',
    description: 'Looks at the pages of the shop for what the law wants there; exit code 1 when something is missing.',
    async run(_args, _options, output) {
      const { live, results } = await checks.run();
      if (!live) output.warn(__('The site does not answer, so the parts of its pages were looked at without the theme.'));
      output.rows(results.map(({ id, label, state, seen, cure, law }) => ({ check: id, label, state, seen, cure, law: `${LAWS[law].act}, ${LAWS[law].article}`, since: LAWS[law].since })), ['check', 'state', 'seen', 'cure', 'law', 'since']);
      const missing = results.filter(({ state }) => state === 'missing');
      if (missing.length > 0) {
        throw new PlinthError('compliance_missing', _n('%d required thing is missing.', '%d required things are missing.', missing.length), { cure: missing.map(({ cure }) => cure).join(' ') });
      }
    },
  });
  scope.addFilter('site_status_tests', async (tests: readonly HealthCheck[]): Promise<HealthCheck[]> => {
    const { results } = await checks.run();
    const steps: Readonly<Record<string, string>> = {
      seller: __('Say who sells: name, address, e-mail'),
      page_terms: __('Publish the terms'),
      page_privacy: __('Publish the privacy policy'),
      page_withdrawal: __('Publish the instruction on withdrawal'),
    };
    return [...tests, ...results.map(({ id, label, state, seen, cure, fix }) => ({ id: `compliance_${id}`, label, state: HEALTH[state], seen, cure, ...(fix === '' ? {} : { fix }), ...(steps[id] ? { step: steps[id] } : {}) }))];
  });
}
