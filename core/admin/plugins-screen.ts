import { type AdminPage, isWpError, type Notice, type PageRequest, type Reply } from '../api/index.js';
import type { PluginRecord } from '../plugins/index.js';
import { goTo, plain } from './answers.js';
import type { AdminDeps } from './deps.js';
import { nonceAction } from './nonce-action.js';

const SLUG = 'plugins.php';

/** Switching plugins on and off. */
export function pluginsScreen({ plugins, views, nonces, text }: AdminDeps): AdminPage {
  const translate = text.__;
  async function change(request: PageRequest): Promise<Notice> {
    const [action, id] = [request.field('action'), request.field('plugin')];
    if (action === 'activate') {
      const error = await plugins.activatePlugin(id);
      return error ? { kind: 'error', text: plain(error.getErrorMessage()) } : { kind: 'success', text: translate('Plugin activated.') };
    }
    if (action === 'deactivate') {
      const needed = await plugins.neededBy(id);
      if (needed.length > 0) return { kind: 'error', text: `${translate('Other active plugins need this one:')} ${needed.join(', ')}` };
      await plugins.deactivatePlugins(id);
      return { kind: 'success', text: translate('Plugin deactivated.') };
    }
    if (action === 'delete') {
      const removed = await plugins.deletePlugin(id, { deleteData: request.field('delete_data') === '1' });
      return isWpError(removed) ? { kind: 'error', text: plain(removed.getErrorMessage()) } : { kind: 'success', text: translate('Plugin deleted.') };
    }
    return { kind: 'error', text: translate('Unknown action.') };
  }

  const row = (record: PluginRecord): object => ({
    id: record.id,
    name: record.manifest?.name ?? record.id,
    version: record.manifest?.version ?? '',
    description: record.manifest?.description ?? '',
    author: record.manifest?.author ?? '',
    status: record.status,
    statusText: translate(STATUS[record.status]),
    error: record.error?.message ?? '',
    cure: record.error?.cure ?? '',
    canActivate: record.manifest !== undefined && record.status !== 'active',
    canDeactivate: record.status !== 'inactive',
    canDelete: record.status === 'inactive' && !record.bundled,
  });

  return {
    slug: SLUG,
    title: () => translate('Plugins'),
    capability: 'activate_plugins',
    icon: 'plugins',
    position: 65,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') {
        return goTo(request, SLUG, await change(request));
      }
      const rows = (await plugins.records()).map(row);
      const html = views.renderCore('admin/plugins', { plugins: rows, nonceField: nonces.wpNonceField(nonceAction(SLUG)) });
      return { kind: 'page', title: translate('Plugins'), html };
    },
  };
}

const STATUS: Readonly<Record<PluginRecord['status'], string>> = {
  active: 'Active',
  inactive: 'Inactive',
  waiting: 'Waiting for what it needs',
  failed: 'Could not start',
  quarantined: 'Set aside after repeated faults',
};
