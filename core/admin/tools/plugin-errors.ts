import { type AdminPage, type Notice, type PageRequest, type Reply, toUtcString } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

export const PLUGIN_ERRORS_SLUG = 'plugin-errors.php';

/**
 * The screen that lists errors in plugins with the source lines of their authors, and the callbacks paused because of
 * them.
 */
export function pluginErrorsScreen({ plugins, views, nonces, text: { __ } }: AdminDeps): AdminPage {
  async function handlePost(request: PageRequest): Promise<Notice> {
    const [action, plugin] = [request.field('action'), request.field('plugin')];
    if (action === 'try') {
      await plugins.pluginErrors.closeBreaker(plugin, request.field('entry'));
      return { kind: 'success', text: __('Component resumed.') };
    }
    if (action === 'resume') {
      const error = await plugins.activatePlugin(plugin);
      return error
        ? { kind: 'error', text: plainMessage(error, __) }
        : { kind: 'success', text: __('Plugin resumed.') };
    }
    if (action === 'clear') {
      await plugins.pluginErrors.clear(plugin, request.field('entry') || undefined);
      return { kind: 'success', text: __('Cleared.') };
    }
    return { kind: 'error', text: __('Unknown action.') };
  }

  return {
    slug: PLUGIN_ERRORS_SLUG,
    title: () => __('Plugin errors'),
    capability: 'activate_plugins',
    parent: 'site-health.php',
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') return createRedirect(request, PLUGIN_ERRORS_SLUG, await handlePost(request));
      const now = toUtcString();
      const records = await plugins.records();
      const nameOf = (id: string): string => records.find((record) => record.id === id)?.manifest?.name ?? id;
      const paused = records
        .filter(({ status }) => status === 'paused')
        .map(({ id, error }) => ({ id, name: nameOf(id), reason: error?.message ?? '' }));
      const pluginErrors = (await plugins.pluginErrors.list()).map((error) => ({
        ...error,
        name: nameOf(error.plugin),
        open: error.open_until !== null && error.open_until > now,
      }));
      return {
        kind: 'page',
        title: __('Plugin errors'),
        html: views.renderCore('admin/plugin-errors', {
          paused,
          pluginErrors,
          nonceField: nonces.wpNonceField(nonceAction(PLUGIN_ERRORS_SLUG)),
        }),
      };
    },
  };
}

/** Returns the notice shown on every screen while a plugin's callback is paused; empty otherwise. */
export async function pluginErrorsNotice({
  plugins,
  text: { __, _n },
}: Pick<AdminDeps, 'plugins' | 'text'>): Promise<string> {
  const openErrors = await plugins.pluginErrors.open();
  const paused = (await plugins.records()).filter(({ status }) => status === 'paused');
  const parts = [
    ...(openErrors.length > 0
      ? [
          _n(
            '%1$d plugin component failed repeatedly and is paused for a while: %2$s.',
            '%1$d plugin components failed repeatedly and are paused for a while: %2$s.',
            openErrors.length,
            openErrors.length,
            [...new Set(openErrors.map(({ plugin }) => plugin))].join(', '),
          ),
        ]
      : []),
    ...(paused.length > 0
      ? [__('Paused: %s.', paused.map(({ id, manifest }) => manifest?.name ?? id).join(', '))]
      : []),
  ];
  return parts.join(' ');
}
