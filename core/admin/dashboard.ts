import type { AdminPage } from '../api/index.js';
import type { AdminDeps } from './admin.js';

/** The first screen after signing in: what runs and what needs attention. */
export function dashboardScreen({ plugins, views, translate }: AdminDeps): AdminPage {
  return {
    slug: 'index.php',
    title: translate('Dashboard'),
    capability: 'read',
    icon: 'dashboard',
    position: 1,
    async handler() {
      const records = await plugins.records();
      const troubled = records.filter((record) => !['active', 'inactive'].includes(record.status));
      const data = {
        activePlugins: records.filter((record) => record.status === 'active').length,
        troubled: troubled.map((record) => ({ name: record.manifest?.name ?? record.id, status: record.status, error: record.error?.message ?? '', cure: record.error?.cure ?? '' })),
      };
      return { kind: 'page', title: translate('Dashboard'), html: views.renderCore('admin/dashboard', data) };
    },
  };
}
