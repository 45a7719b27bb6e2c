import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import type { SiteHealth } from './site-health.js';

/** Shows what a site needs to run well (`site-health.php`). */
export function healthScreen(deps: AdminDeps, health: SiteHealth): AdminPage {
  const { __ } = deps.text;
  return {
    slug: 'site-health.php',
    title: () => __('Site health'),
    menuTitle: () => __('Tools'),
    capability: 'view_site_health_checks',
    icon: 'tools',
    position: 75,
    async handler() {
      const sorted = await health.look();
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
