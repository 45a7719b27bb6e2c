import type { AdminPage, PluginScope } from 'plinth';
import type { Checks } from '../checks/checks.js';
import { LAWS } from '../checks/law-table.js';
import { stateText } from '../checks/register.js';
import type { Wizard } from '../wizard/wizard.js';
import { screenPath, SLUG } from './screen-path.js';

export interface OverviewParts {
  readonly checks: Checks;
  readonly wizard: Wizard;
}

const ORDER = { missing: 0, advice: 1, off: 2, good: 3 } as const;
const TAG = { missing: 'critical', advice: 'recommended', off: 'draft', good: 'good' } as const;

/** What the shop says and what it still has to say, found out by opening its pages. */
export function overviewScreen(scope: PluginScope, { checks, wizard }: OverviewParts): AdminPage {
  const { __ } = scope;
  return {
    slug: SLUG.overview,
    title: () => __('Compliance'),
    capability: 'manage_shop',
    icon: 'shield',
    position: 29,
    async handler() {
      const { live, results } = await checks.run();
      const done = await wizard.record();
      const data = {
        live,
        checks: [...results].sort((a, b) => ORDER[a.state] - ORDER[b.state]).map((result) => ({ ...result, ...LAWS[result.law], tag: TAG[result.state], stateText: stateText(result.state, scope), fixUrl: result.fix === '' ? '' : scope.adminUrl(result.fix) })),
        missing: results.filter(({ state }) => state === 'missing').length,
        advice: results.filter(({ state }) => state === 'advice').length,
        good: results.filter(({ state }) => state === 'good').length,
        fresh: done === undefined, wizardUrl: screenPath(SLUG.wizard), shopUrl: scope.homeUrl('/shop/'),
      };
      return { kind: 'page', title: __('Compliance'), view: 'admin/overview', data };
    },
  };
}
