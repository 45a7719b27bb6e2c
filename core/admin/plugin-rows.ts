import type { AdminScreen } from '../api/index.js';
import { escapeText, captureAction } from '../document/index.js';
import type { PluginRecord } from '../plugins/index.js';
import type { AdminDeps } from './deps.js';
import { settingsUrl } from './fields/index.js';
import { type Actions, actionLinks, rowLink, type Columns } from './list-table/list-table.js';

/** The list's own columns, which its view renders. */
const OWN_COLUMNS: readonly string[] = ['name', 'status', 'actions'];

/** A plugin's headers as other plugins read them (`get_plugin_data`). */
type PluginData = Readonly<Record<'Name' | 'Version' | 'Description' | 'Author' | 'TextDomain', string>>;

/** What plugins add to the plugin list: links, texts, columns and rows (`WP_Plugins_List_Table`). */
export interface PluginRows {
  /** Returns the plugins to list. */
  filterRecords(records: readonly PluginRecord[]): Promise<readonly PluginRecord[]>;
  /** Returns the added columns. */
  added(): Promise<{ name: string; label: string }[]>;
  hideable(): Promise<Columns>;
  renderHeader(records: readonly PluginRecord[], view: string): Promise<object>;
  row(record: PluginRecord, hidden: readonly string[]): Promise<object>;
}

export function pluginRows(
  { hooks, text, plugins, roles, siteUrl }: Pick<AdminDeps, 'hooks' | 'text' | 'plugins' | 'roles' | 'siteUrl'>,
  screen: AdminScreen,
): PluginRows {
  const { __ } = text;
  let columnsPromise: Promise<Columns> | undefined;
  const columns = (): Promise<Columns> =>
    (columnsPromise ??= (async () =>
      hooks.applyFilters<Columns>(`manage_${screen.id}_columns`, {
        name: escapeText(__('Plugin')),
        status: escapeText(__('Status')),
        actions: escapeText(__('Actions')),
      }))());
  const addedColumns = async (): Promise<{ name: string; label: string }[]> =>
    Object.entries(await columns())
      .filter(([name]) => !OWN_COLUMNS.includes(name))
      .map(([name, label]) => ({ name, label }));

  /** Returns the settings link of a plugin, if the user may open it. */
  async function settingsLink(id: string, name: string): Promise<Actions> {
    for (const { owner, value: page } of plugins.registries.settingsPages.all()) {
      if (owner === id && (await roles.currentUserCan(page.capability ?? 'manage_options')))
        return { settings: rowLink(`${siteUrl}/wp-admin/${settingsUrl(page.slug)}`, __('Settings'), name) };
    }
    return {};
  }

  async function filterRecordsByPlugins(records: readonly PluginRecord[]): Promise<readonly PluginRecord[]> {
    const all = await hooks.applyFilters<Readonly<Record<string, PluginData>>>(
      'all_plugins',
      Object.fromEntries(records.map((record) => [record.id, toPluginData(record)])),
    );
    const knownRecords = records.filter(({ id }) => all[id] !== undefined);
    const dataByStatus = (isActive: boolean): Record<string, PluginData | undefined> =>
      Object.fromEntries(
        knownRecords
          .filter(({ status }) => (status !== 'inactive') === isActive)
          .map(({ id }) => [id, all[id]] as const),
      );
    const views = await hooks.applyFilters<Readonly<Record<string, object>>>('plugins_list', {
      all,
      active: dataByStatus(true),
      inactive: dataByStatus(false),
    });
    return knownRecords.filter(({ id }) => views.all === undefined || Object.hasOwn(views.all, id));
  }

  return {
    filterRecords: filterRecordsByPlugins,
    added: addedColumns,
    hideable: async () => Object.fromEntries((await addedColumns()).map(({ name, label }) => [name, label])),
    async renderHeader(records, view) {
      const above = await captureAction(
        hooks,
        'pre_current_active_plugins',
        Object.fromEntries(records.map((record) => [record.id, toPluginData(record)])),
      );
      const active = records.filter(({ status }) => status !== 'inactive').length;
      const link = (name: string, phrase: string, count: number): string =>
        `<a href="plugins.php${name === '' ? '' : `?plugin_status=${name}`}"${view === name ? ' aria-current="true"' : ''}>${escapeText(phrase)} <span class="muted">${count}</span></a>`;
      const views = await hooks.applyFilters<Readonly<Record<string, string>>>(`views_${screen.id}`, {
        all: link('', __('All'), records.length),
        active: link('active', __('Active'), active),
        inactive: link('inactive', __('Inactive'), records.length - active),
      });
      return { above, views: Object.values(views) };
    },
    async row(record, hidden) {
      const { id } = record;
      const data = toPluginData(record);
      const status = record.status === 'inactive' ? 'inactive' : 'active';
      const links = await hooks.applyFilters<Actions>(
        'plugin_action_links',
        await settingsLink(id, data.Name),
        id,
        data,
        status,
      );
      const pluginLinks = await hooks.applyFilters<Actions>(`plugin_action_links_${id}`, links, id, data, status);
      const defaultMeta = [
        __('Version %s', data.Version),
        ...(data.Author === '' ? [] : [__('By %s', data.Author)]),
      ].map(escapeText);
      const meta = await hooks.applyFilters<readonly string[]>('plugin_row_meta', defaultMeta, id, data, status);
      const cells: { label: string; html: string }[] = [];
      for (const { name, label } of (await addedColumns()).filter((column) => !hidden.includes(column.name)))
        cells.push({ label, html: await captureAction(hooks, 'manage_plugins_custom_column', name, id, data) });
      const after =
        (await captureAction(hooks, 'after_plugin_row', id, data, status)) +
        (await captureAction(hooks, `after_plugin_row_${id}`, id, data, status));
      return { links: actionLinks(pluginLinks), meta: Object.values(meta), cells, after };
    },
  };
}

function toPluginData({ id, manifest }: PluginRecord): PluginData {
  return {
    Name: manifest?.name ?? id,
    Version: manifest?.version ?? '',
    Description: manifest?.description ?? '',
    Author: manifest?.author ?? '',
    TextDomain: manifest?.textDomain ?? id,
  };
}
