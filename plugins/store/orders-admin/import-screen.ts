import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { ImportPlan, StatusImport } from './status-import.js';

interface ImportScreenDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'adminUrl' | 'addNotice' | 'useAsset'>;
  readonly statusImport: StatusImport;
}

const MAX_BYTES = 1024 * 1024;

/** The screen that updates orders from a CSV file. It shows a preview first, then applies all changes or none. */
export function importScreen({ scope, statusImport }: ImportScreenDeps): AdminPage {
  const { __ } = scope;

  function show(csv: string, plan: ImportPlan | null, status = 200): Reply {
    scope.useAsset('store-orders-admin');
    const data = {
      csv,
      plan,
      hasNoErrors: plan !== null && plan.problem === '' && plan.errors === 0 && plan.changes > 0,
      listUrl: scope.adminUrl('admin.php?page=store-orders'),
    };
    return { kind: 'page', status, title: __('Update orders from a file'), view: 'orders-admin/import', data };
  }

  async function processUpload(request: PageRequest): Promise<Reply> {
    const file = request.files.find((entry) => entry.field === 'file');
    const csv = file ? file.bytes.toString('utf8') : request.field('csv');
    if (Buffer.byteLength(csv) > MAX_BYTES)
      return show(
        '',
        { rows: [], problem: __('The file is larger than 1 MB. Split it into smaller files.'), errors: 0, changes: 0 },
        422,
      );
    const plan = await statusImport.plan(csv);
    if (request.field('apply') !== '1' || plan.problem !== '' || plan.errors > 0)
      return show(csv, plan, plan.problem !== '' || plan.errors > 0 ? 422 : 200);
    await statusImport.apply(plan);
    scope.addNotice(request, 'success', scope._n('%d order was updated.', '%d orders were updated.', plan.changes));
    return { kind: 'redirect', status: 303, location: '/wp-admin/admin.php?page=store-orders' };
  }

  return {
    slug: 'store-orders-import',
    title: () => __('Update orders from a file'),
    capability: 'manage_shop',
    hidden: true,
    handler: (request) => (request.method === 'POST' ? processUpload(request) : show('', null)),
  };
}
