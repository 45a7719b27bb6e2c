import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type HookApi, isWpError, type TranslationApi, WpError } from '../../api/index.js';
import { deleteMigrationRecords, refuseInTransaction, type SiteDatabase } from '../../db/index.js';
import { pluginDataFolder } from '../manifest/discovery.js';
import { describeFailure } from '../isolation/describe-failure.js';
import type { PluginErrors } from '../isolation/plugin-errors.js';
import type { Host } from './host.js';
import type { Invoke } from '../isolation/invoke.js';
import type { StoredContent } from './plugin-content.js';
import type { PluginTraces } from './plugin-traces.js';
import { uninstallFile } from './uninstallable.js';

interface PluginRemovalDeps {
  readonly db: SiteDatabase;
  readonly hooks: HookApi;
  readonly host: Host;
  readonly pluginErrors: PluginErrors;
  readonly invoke: Invoke;
  readonly traces: Pick<PluginTraces, 'cleanUp' | 'list' | 'contentOf'>;
  readonly dataDir: string;
  readonly text: TranslationApi;
}

interface RemovalOptions {
  /** Whether to also delete its data: what it deletes itself, and everything the host knows of. */
  readonly deleteData?: boolean;
  /** Called for each piece of deleted data, with a line of text. */
  readonly onDeleted?: (item: string) => void;
}

/** Uninstalls plugins, and deletes their folders and data. */
export interface PluginRemoval {
  /**
   * Runs the cleanup of an inactive plugin (`uninstall_plugin`).
   * @returns true if its uninstall file was run; null if its module's `uninstall` was run, or if it has neither
   */
  uninstallPlugin(id: string, options?: RemovalOptions): Promise<true | null | WpError>;
  /** Whether a plugin has cleanup code for its deletion (`is_uninstallable_plugin`). */
  isUninstallablePlugin(id: string): Promise<boolean>;
  /**
   * Uninstalls an installed plugin and removes its folder (`delete_plugins`).
   * @param options `deleteData`: also deletes its stored data, with the files in its data folder
   */
  deletePlugin(id: string, options?: RemovalOptions): Promise<true | WpError>;
  /** Returns the data in the database that a deletion with `deleteData` would delete, one line for each item. */
  storedDataOf(id: string): Promise<string[]>;
  /** Returns the posts and terms of a plugin's own types, which remain when the plugin is deleted without its data. */
  storedContentOf(id: string): Promise<StoredContent[]>;
  /**
   * Returns the data folder of a plugin, which remains when the plugin is deleted without its data; undefined when it
   * has none.
   */
  dataFolderOf(id: string): string | undefined;
}

export function createPluginRemoval(deps: PluginRemovalDeps): PluginRemoval {
  const { host, hooks, invoke, text } = deps;

  async function uninstallPlugin(
    id: string,
    { deleteData = false, onDeleted = () => undefined }: RemovalOptions = {},
  ): Promise<true | null | WpError> {
    const record = await host.record(id);
    if (record && record.status !== 'inactive')
      return new WpError('plugin_active', 'Deactivate the plugin before you delete it.');
    const known = await host.uninstallable.all();
    await hooks.doAction('pre_uninstall_plugin', id, known);
    const file = record && uninstallFile(record.folder);
    if (!record) return null;
    if (file === undefined && !(id in known)) {
      if (deleteData) await deleteRemainingData(id, onDeleted);
      return null;
    }
    if (file === undefined) await hooks.doAction(`uninstall_${id}`);
    try {
      const plugin = await (file === undefined ? host.open(record) : host.openUninstall(record, file));
      await invoke(id, 'uninstall', async () => plugin.module.uninstall?.(plugin.scope, { deleteData }));
      await plugin.undoList.run(() => undefined);
    } catch (error) {
      // A plugin that is too broken to clean up must still be removable.
      if (deleteData)
        return describeFailure(record, error, (name, why) =>
          text.__('“%1$s” could not remove its data: %2$s', name, why),
        );
    }
    await host.uninstallable.delete(id);
    if (deleteData) await deleteRemainingData(id, onDeleted);
    await deps.pluginErrors.clear(id);
    return file === undefined ? null : true;
  }

  const otherIds = async (id: string): Promise<string[]> =>
    (await host.records()).map((record) => record.id).filter((other) => other !== id);

  /** Deletes what the plugin did not clean up itself. */
  async function deleteRemainingData(id: string, onDeleted: (item: string) => void): Promise<void> {
    for (const item of await deps.traces.cleanUp(id, await otherIds(id))) onDeleted(item);
    await deleteMigrationRecords(deps.db, id);
  }

  async function deletePlugin(id: string, removal?: RemovalOptions): Promise<true | WpError> {
    refuseInTransaction(deps.db, 'Deleting a plugin');
    const record = await host.record(id);
    if (record?.bundled) return new WpError('plugin_bundled', 'This plugin can’t be deleted. Deactivate it instead.');
    if (!record) return new WpError('plugin_not_found', 'Plugin file does not exist.');
    const uninstalled = await uninstallPlugin(id, removal);
    if (isWpError(uninstalled)) return uninstalled;
    if (removal?.deleteData) await rm(pluginDataFolder(deps.dataDir, id), { recursive: true, force: true });
    await rm(record.folder, { recursive: true, force: true });
    await host.cleanUpDeleted(id);
    await hooks.doAction('deleted_plugin', id, true);
    return true;
  }

  return {
    uninstallPlugin,
    async isUninstallablePlugin(id) {
      const record = await host.record(id);
      return (
        (record !== undefined && uninstallFile(record.folder) !== undefined) || id in (await host.uninstallable.all())
      );
    },
    deletePlugin,
    storedDataOf: async (id) => deps.traces.list(id, await otherIds(id)),
    storedContentOf: async (id) => deps.traces.contentOf(id, await otherIds(id)),
    dataFolderOf(id) {
      const folder = pluginDataFolder(deps.dataDir, id);
      return existsSync(folder) ? folder : undefined;
    },
  };
}
