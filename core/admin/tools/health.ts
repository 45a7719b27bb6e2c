import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import type { HealthCheck } from './health-check.js';

const ORDER = { critical: 0, recommended: 1, good: 2 } as const;

/** Looks at what a site needs to run well (`site-health.php`). Plugins add to it by the filter `site_status_tests`. */
export function healthScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: 'site-health.php',
    title: () => __('Site health'),
    menuTitle: () => __('Tools'),
    capability: 'view_site_health_checks',
    icon: 'tools',
    position: 75,
    async handler() {
      const checks = await deps.hooks.applyFilters<readonly HealthCheck[]>('site_status_tests', await deps.healthChecks());
      const sorted = [...checks].sort((a, b) => ORDER[a.state] - ORDER[b.state]);
      const stateText = { critical: __('Critical'), recommended: __('Recommended'), good: __('Good') };
      const data = {
        checks: sorted.map((check) => ({ ...check, stateText: stateText[check.state] })),
        critical: sorted.filter((check) => check.state === 'critical').length,
        recommended: sorted.filter((check) => check.state === 'recommended').length,
      };
      return { kind: 'page', title: __('Site health'), html: deps.views.renderCore('admin/health', data) };
    },
  };
}
