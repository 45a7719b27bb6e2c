import {
  type AdminPage,
  type AdminScreen,
  isWpError,
  type Notice,
  type PageRequest,
  PlinthError,
  type Reply,
} from '../api/index.js';
import { CURRENT_SCREEN, currentContext } from '../context/index.js';
import { plainMessage } from '../formatting/text/plain-message.js';
import {
  describeConflicts,
  dataFolderName,
  describeHosts,
  type PluginError,
  type PluginRecord,
} from '../plugins/index.js';
import { createRedirect, type ScreenReply } from './screen-replies.js';
import type { AdminDeps } from './deps.js';
import { hiddenColumns } from './frame/screen-options.js';
import { nonceAction } from './admin-urls.js';
import { pluginRows } from './plugin-rows.js';

export const PLUGINS_SLUG = 'plugins.php';
/** Maximum number of errors listed; the newest explain the cause. */
const MAX_ERRORS = 5;
/** Maximum length of plugin output shown in a notice, in characters. */
const MAX_OUTPUT_LENGTH = 500;

/** The screen that activates, deactivates, installs, updates and deletes plugins. */
export function pluginsScreen(deps: AdminDeps): AdminPage {
  const translate = deps.text.__;

  return {
    slug: PLUGINS_SLUG,
    title: () => translate('Plugins'),
    capability: 'activate_plugins',
    icon: 'plugins',
    position: 65,
    async handler(request): Promise<Reply> {
      if (request.method === 'POST') {
        const confirmation = await confirmDeactivation(deps, request);
        return confirmation ?? createRedirect(request, PLUGINS_SLUG, await change(deps, request));
      }
      return show(deps, request, currentContext()?.memo.get(CURRENT_SCREEN) as AdminScreen);
    },
  };
}

const STATUS: Readonly<Record<PluginRecord['status'], string>> = {
  active: 'Active',
  inactive: 'Inactive',
  waiting: 'Waiting for required plugins',
  failed: 'Could not start',
  paused: 'Paused',
};

async function show(deps: AdminDeps, { url, userId }: PageRequest, screen: AdminScreen): Promise<ScreenReply> {
  const translate = deps.text.__;
  const { plugins, roles, views, nonces, text } = deps;
  const pluginErrors = await plugins.pluginErrors.list();
  const pluginTable = pluginRows(deps, screen);
  const all = await plugins.records();
  const records = await pluginTable.filterRecords(all);
  const conflictTexts = describeConflicts(
    plugins.nameRegistry.conflicts(),
    (id) => all.find((record) => record.id === id)?.manifest?.name ?? id,
    text,
  );
  const view = url.searchParams.get('plugin_status') ?? '';
  return {
    kind: 'page',
    title: translate('Plugins'),
    columns: async () => pluginTable.hideable(),
    async content() {
      const tableHeader = await pluginTable.renderHeader(records, view);
      const hidden = await hiddenColumns(deps, screen, userId);
      const rows: object[] = [];
      for (const record of records.filter(
        (candidate) => view === '' || (view === 'active') === (candidate.status !== 'inactive'),
      ))
        rows.push({
          ...toRow(deps, record, pluginErrors),
          ...(await pluginTable.row(record, hidden)),
          content: await remainingContent(deps, record),
          redirectHosts: (await plugins.redirectHosts(record.id)).join('\n'),
        });
      return views.renderCore('admin/plugins', {
        ...tableHeader,
        claimed: conflictTexts,
        columns: (await pluginTable.added()).filter(({ name }) => !hidden.includes(name)),
        plugins: rows,
        mayInstall: await roles.currentUserCan('install_plugins'),
        nonceField: nonces.wpNonceField(nonceAction(PLUGINS_SLUG)),
      });
    },
  };
}

/** Describes the posts and terms that remain when a plugin is deleted without its data; empty for none. */
async function remainingContent({ plugins, text: { _n } }: AdminDeps, record: PluginRecord): Promise<string> {
  if (!isDeletable(record)) return '';
  const content = await plugins.storedContentOf(record.id);
  return content
    .map(({ kind, name, count }) =>
      kind === 'post type'
        ? _n('%1$d post of type “%2$s”', '%1$d posts of type “%2$s”', count, count, name)
        : _n('%1$d term of taxonomy “%2$s”', '%1$d terms of taxonomy “%2$s”', count, count, name),
    )
    .join(', ');
}

const isDeletable = ({ status, bundled }: PluginRecord): boolean => status === 'inactive' && !bundled;

/** Prepares a plugin for the list. */
function toRow(deps: AdminDeps, record: PluginRecord, pluginErrors: readonly PluginError[]): object {
  const { plugins, text } = deps;
  return {
    id: record.id,
    name: manifestText(deps, record, 'name') ?? record.id,
    version: record.manifest?.version ?? '',
    description: manifestText(deps, record, 'description') ?? '',
    author: record.manifest?.author ?? '',
    hosts: describeHosts(record.manifest?.contributes.hosts ?? {}, text),
    takesRedirectHosts: record.manifest?.contributes.customRedirectHosts === true,
    status: record.status,
    statusText: text.__(STATUS[record.status]),
    error: record.error?.message ?? '',
    hint: record.error?.hint ?? '',
    pluginErrors: pluginErrors
      .filter(({ plugin }) => plugin === record.id)
      .slice(0, MAX_ERRORS)
      .map(({ entry, message, count, last_at: lastAt }) => ({ entry, message, count, lastAt })),
    canActivate: record.manifest !== undefined && record.status !== 'active',
    canDeactivate: record.status !== 'inactive',
    canDelete: isDeletable(record),
    files: plugins.dataFolderOf(record.id) === undefined ? '' : dataFolderName(record.id),
  };
}

/** Returns a manifest text of a plugin in its own translation; an inactive plugin has none loaded. */
function manifestText(
  deps: AdminDeps,
  { manifest }: PluginRecord,
  property: 'name' | 'description',
): string | undefined {
  const translate = deps.text.__;
  if (!manifest) return undefined;
  const translated = deps.translationsOf(manifest.textDomain).__(manifest[property]);
  return translated === manifest[property] ? translate(translated) : translated;
}

/**
 * Returns the confirmation page shown before a plugin is deactivated whose deactivation affects the site; undefined if
 * no confirmation is needed.
 */
async function confirmDeactivation(deps: AdminDeps, request: PageRequest): Promise<Reply | undefined> {
  const { plugins, views, nonces, text } = deps;
  if (request.field('action') !== 'deactivate' || request.field('confirmed') === '1') return undefined;
  const id = request.field('plugin');
  const record = await plugins.record(id);
  if (!record || record.status === 'inactive' || (await plugins.dependentsOf(id)).length > 0) return undefined;
  const effects = await plugins.deactivationEffects(id);
  if (effects.length === 0) return undefined;
  const html = views.renderCore('admin/plugin-deactivate', {
    id,
    name: manifestText(deps, record, 'name') ?? id,
    effects,
    nonceField: nonces.wpNonceField(nonceAction(PLUGINS_SLUG)),
  });
  return { kind: 'page', title: text.__('Deactivate plugin'), html };
}

/** Returns the warnings shown on every screen while plugins that protected the site are inactive. */
export async function inactiveGuards(deps: AdminDeps): Promise<{ id: string; name: string; text: string }[]> {
  return (await deps.plugins.inactiveGuards()).map((record) => {
    const name = manifestText(deps, record, 'name') ?? record.id;
    const text = deps.text.__('“%s” is inactive. It protected this site, and its protection is now off.', name);
    return { id: record.id, name, text };
  });
}

async function change(deps: AdminDeps, request: PageRequest): Promise<Notice> {
  const translate = deps.text.__;
  const { plugins, roles } = deps;
  const [action, id] = [request.field('action'), request.field('plugin')];
  if (action === 'install') return install(deps, request);
  if (action === 'activate') {
    const error = await plugins.activatePlugin(id);
    if (!error) return { kind: 'success', text: translate('Plugin activated.') };
    if (error.getErrorCode() !== 'unexpected_output') return { kind: 'error', text: plainMessage(error, translate) };
    return {
      kind: 'warning',
      text: translate(
        'Plugin activated, but it produced unexpected output. Send it to the plugin author: %s',
        String(error.getErrorData()).trim().slice(0, MAX_OUTPUT_LENGTH),
      ),
    };
  }
  if (action === 'deactivate') {
    const dependents = await plugins.dependentsOf(id);
    if (dependents.length > 0)
      return { kind: 'error', text: `${translate('Other active plugins require this one:')} ${dependents.join(', ')}` };
    await plugins.deactivatePlugins(id);
    return { kind: 'success', text: translate('Plugin deactivated.') };
  }
  if (action === 'redirect_hosts') return changeRedirectHosts(deps, request);
  if (action === 'delete') {
    if (!(await roles.currentUserCan('delete_plugins')))
      return { kind: 'error', text: translate('Sorry, you are not allowed to delete plugins for this site.') };
    const deleted: string[] = [];
    const deletion = await plugins.deletePlugin(id, {
      deleteData: request.field('delete_data') === '1',
      onDeleted: (item) => void deleted.push(item),
    });
    if (isWpError(deletion)) return { kind: 'error', text: plainMessage(deletion, translate) };
    const report = deleted.length === 0 ? [] : [translate('Deleted data: %s.', deleted.join(', '))];
    return { kind: 'success', text: [translate('Plugin deleted.'), ...report].join(' ') };
  }
  return { kind: 'error', text: translate('Unknown action.') };
}

async function changeRedirectHosts({ plugins, text }: AdminDeps, request: PageRequest): Promise<Notice> {
  const id = request.field('plugin');
  if (!(await plugins.record(id))?.manifest?.contributes.customRedirectHosts)
    return { kind: 'error', text: text.__('Unknown action.') };
  try {
    await plugins.setRedirectHosts(id, request.field('hosts').split(/\s+/).filter(Boolean));
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return { kind: 'error', text: `${text.__('Redirect hosts were not saved.')} ${error.message}` };
  }
  return { kind: 'success', text: text.__('Redirect hosts saved.') };
}

async function install(deps: AdminDeps, request: PageRequest): Promise<Notice> {
  const translate = deps.text.__;
  const { plugins, roles, text } = deps;
  const overwrite = request.field('overwrite') === '1';
  if (!(await roles.currentUserCan(overwrite ? 'update_plugins' : 'install_plugins')))
    return { kind: 'error', text: translate('Sorry, you are not allowed to install plugins on this site.') };
  const zip = request.files.find(({ field, bytes }) => field === 'pluginzip' && bytes.length > 0);
  if (!zip) return { kind: 'error', text: translate('Choose a plugin ZIP file first.') };
  const id = await plugins.installPlugin(zip.bytes, { overwrite, allowDowngrade: request.field('downgrade') === '1' });
  if (isWpError(id)) return { kind: 'error', text: plainMessage(id, translate) };
  const record = await plugins.record(id);
  const name = `${record?.manifest?.name ?? id} ${record?.manifest?.version ?? ''}`.trim();
  const statusText =
    record?.status === 'active'
      ? translate('%s is installed and active.', name)
      : translate('%s is installed. Activate it to start using it.', name);
  return {
    kind: 'success',
    text: [
      statusText,
      ...describeHosts(record?.manifest?.contributes.hosts ?? {}, text).map((line) => `${line}.`),
    ].join(' '),
  };
}
