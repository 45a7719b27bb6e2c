import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  type Database,
  type HookApi,
  isWpError,
  type OptionsApi,
  PlinthError,
  type TranslationApi,
  WpError,
} from '../api/index.js';
import { forgetMigrations, migrate } from '../db/index.js';
import { pluginDataFolder } from './data-folder.js';
import { inspectPlugin } from './discovery.js';
import type { Faults } from './faults.js';
import type { Host } from './host.js';
import type { Invoke } from './invoke.js';
import { dependants } from './order.js';
import { catchPrinted } from './printed.js';
import { type HostVersions, incompatible } from './requirements.js';
import { placeIn } from './place.js';
import type { PluginRecord } from './state.js';
import { uninstallFile } from './uninstallable.js';

/** Switching plugins on and off, under WordPress's names. A plugin is named by its folder. */
export interface Lifecycle {
  /**
   * Null when it is active now; otherwise why it is not (`activate_plugin`). `unexpected_output` alone says that it is active,
   * and printed something meanwhile: its data.
   */
  activatePlugin(id: string, options?: SwitchOptions): Promise<WpError | null>;
  activatePlugins(ids: string | readonly string[], options?: SwitchOptions): Promise<true | WpError>;
  /** Switches off, without asking whether others need it (`deactivate_plugins`). */
  deactivatePlugins(ids: string | readonly string[], options?: SwitchOptions): Promise<void>;
  /**
   * Brings a plugin's tables up to date without switching it on, so that an import can fill them.
   * @param folder where the plugin lies that is about to be put in the place of the one here
   */
  migratePlugin(id: string, folder?: string): Promise<void>;
  /**
   * Lets the plugin clean up behind itself, once it is switched off (`uninstall_plugin`).
   * @returns true when its file for that was run, null when its module's `uninstall` was, or there was nothing to do
   */
  uninstallPlugin(id: string, options?: { deleteData?: boolean }): Promise<true | null | WpError>;
  /** Whether a plugin has something to do when it is deleted (`is_uninstallable_plugin`). */
  isUninstallablePlugin(id: string): Promise<boolean>;
  /**
   * Uninstalls and removes the folder of an installed plugin (`delete_plugins`).
   * @param options `deleteData`: what it stored goes too, with the files in its data folder
   */
  deletePlugin(id: string, options?: { deleteData?: boolean }): Promise<true | WpError>;
  /** The data folder of a plugin, which stays when that is deleted without its data; undefined when it has none. */
  dataFolderOf(id: string): string | undefined;
  isPluginActive(id: string): Promise<boolean>;
  isPluginInactive(id: string): Promise<boolean>;
  /** Whether a plugin was set aside (`is_plugin_paused`). */
  isPluginPaused(id: string): Promise<boolean>;
  /** Whether the name is one and its plugin.json can be used (`validate_plugin`). */
  validatePlugin(id: string): Promise<0 | WpError>;
  /** Whether what it requires is there; one without a usable plugin.json requires nothing (`validate_plugin_requirements`). */
  validatePluginRequirements(id: string): Promise<true | WpError>;
  /** Switches off what is gone, and says why for each (`validate_active_plugins`). */
  validateActivePlugins(): Promise<Record<string, WpError>>;
  /** The running plugins that need this one. */
  neededBy(id: string): Promise<string[]>;
}

/** How to switch. */
interface SwitchOptions {
  /** Without the hooks and without the plugin's own `activate` or `deactivate`: for an update, which puts it back. */
  readonly silent?: boolean;
  /** What the plugin itself throws meanwhile reaches whoever switches it on, as in WordPress; otherwise it is the answer. */
  readonly throws?: boolean;
}

interface LifecycleDeps {
  db: Database;
  hooks: HookApi;
  options: OptionsApi;
  host: Host;
  faults: Faults;
  invoke: Invoke;
  versions: HostVersions;
  log: { warn(fields: object, message: string): void };
  production: boolean;
  dataDir: string;
  text: TranslationApi;
  adminUrl(path: string): string;
}

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const {
    host,
    hooks,
    options,
    invoke,
    text: { __, _n },
  } = deps;

  async function validatePlugin(id: string): Promise<0 | WpError> {
    if (id.split('/').includes('..')) return new WpError('plugin_invalid', 'Invalid plugin path.');
    if (id === '') return new WpError('no_plugin_header', 'The plugin does not have a valid header.');
    const record = await host.record(id);
    if (!record) return new WpError('plugin_not_found', 'Plugin file does not exist.');
    return record.manifest ? 0 : new WpError('no_plugin_header', 'The plugin does not have a valid header.');
  }

  async function validatePluginRequirements(id: string): Promise<true | WpError> {
    const manifest = (await host.record(id))?.manifest;
    if (!manifest) return true;
    const unfit = incompatible(manifest, deps.versions, deps.text);
    if (unfit) return unfit;
    const lacking = await host.unmet(manifest);
    if (lacking?.code === 'plugin_dependency_version') return new WpError('plugin_dependency_version', lacking.message);
    const missing = await missingDependencies(Object.keys(manifest.requiresPlugins), manifest.name);
    if (missing) return missing;
    if (manifest.developmentOnly && deps.production) {
      return new WpError(
        'plugin_development_only',
        __('“%s” is meant for development and does not run in production.', manifest.name),
      );
    }
    return true;
  }

  async function missingDependencies(ids: readonly string[], name: string): Promise<WpError | undefined> {
    const inactive: Record<string, string> = {};
    const notInstalled: Record<string, string> = {};
    for (const id of ids) {
      const record = await host.record(id);
      if (!record?.manifest) notInstalled[id] = id;
      else if (record.status !== 'active') inactive[id] = record.manifest.name;
    }
    const names = [...Object.values(inactive), ...Object.values(notInstalled)];
    if (names.length === 0) return undefined;
    const needs = _n(
      '%1$s requires %2$d plugin to be installed and activated: %3$s.',
      '%1$s requires %2$d plugins to be installed and activated: %3$s.',
      names.length,
      name,
      names.length,
      names.join(', '),
    );
    return new WpError(
      'plugin_missing_dependencies',
      `<p><strong>Error:</strong> ${needs} <a href="${deps.adminUrl('plugins.php')}">${__('Manage plugins')}</a>.</p>`,
      {
        ...(Object.keys(inactive).length > 0 ? { inactive } : {}),
        ...(Object.keys(notInstalled).length > 0 ? { not_installed: notInstalled } : {}),
      },
    );
  }

  async function activatePlugin(
    id: string,
    { silent = false, throws = false }: SwitchOptions = {},
  ): Promise<WpError | null> {
    const invalid = await validatePlugin(id);
    if (invalid) return invalid;
    const record = (await host.record(id)) as PluginRecord;
    if (record.status === 'active') return null;
    const unmet = await validatePluginRequirements(id);
    if (isWpError(unmet)) return unmet;
    await host.release(id);
    let printed: string;
    try {
      ({ printed } = await catchPrinted(() => setGoing(record, silent)));
    } catch (error) {
      if (throws)
        throw error instanceof PlinthError && error.code === 'plugin_import_failed' ? (error.cause ?? error) : error;
      return failure(record, error, (name, why) => __('“%1$s” could not be activated: %2$s', name, why));
    }
    const active = await host.activeIds();
    await options.updateOption('active_plugins', [...active.filter((other) => other !== id), id].sort());
    if (!silent) await hooks.doAction('activated_plugin', id, false);
    await host.reconcile();
    if (printed === '') return null;
    deps.log.warn({ plugin: id, printed }, 'printed while it was activated');
    return new WpError('unexpected_output', 'The plugin generated unexpected output.', printed);
  }

  /** Tables first, since a plugin's `activate` may fill them; then its once-only work, and its start. */
  async function setGoing(record: PluginRecord, silent: boolean): Promise<void> {
    const plugin = await host.open(record);
    const { manifest, module, scope } = plugin;
    if (!silent) {
      await hooks.doAction('activate_plugin', record.id, false);
      await hooks.doAction(`activate_${record.id}`, false);
    }
    await migrate(deps.db, manifest.id, module.migrations ?? []);
    if (!silent) await invoke(manifest.id, 'activate', async () => module.activate?.(scope));
    // Whoever saw it neither go nor come runs the code from before.
    await host.renew(record.id);
    await host.start(plugin);
  }

  function failure(record: PluginRecord, error: unknown, say: (name: string, why: string) => string): WpError {
    const { code, message, cure } =
      error instanceof PlinthError
        ? error
        : { code: 'plugin_boot_failed', message: (error as Error)?.message ?? String(error), cure: '' };
    const place = placeIn(record.folder, error);
    return new WpError(
      code,
      say(
        record.manifest?.name ?? record.id,
        place === undefined || message.includes(place) ? message : `${place}: ${message}`,
      ),
      { cure },
    );
  }

  async function deactivatePlugins(
    ids: string | readonly string[],
    { silent = false }: SwitchOptions = {},
  ): Promise<void> {
    const before = await host.activeIds();
    let active = before;
    for (const id of typeof ids === 'string' ? [ids] : ids) {
      if (!active.includes(id)) continue;
      active = active.filter((other) => other !== id);
      if (silent) continue;
      await hooks.doAction('deactivate_plugin', id, false);
      const plugin = host.running(id);
      if (plugin)
        await invoke(id, 'deactivate', async () => plugin.module.deactivate?.(plugin.scope)).catch(() => undefined);
      await hooks.doAction(`deactivate_${id}`, false);
      await hooks.doAction('deactivated_plugin', id, false);
    }
    if (active.length === before.length) return;
    await options.updateOption('active_plugins', active);
    await host.reconcile();
  }

  async function uninstallPlugin(
    id: string,
    { deleteData = false }: { deleteData?: boolean } = {},
  ): Promise<true | null | WpError> {
    const record = await host.record(id);
    if (record && record.status !== 'inactive')
      return new WpError('plugin_active', 'Switch the plugin off before you delete it.');
    const known = await host.uninstallable.all();
    await hooks.doAction('pre_uninstall_plugin', id, known);
    const file = record && uninstallFile(record.folder);
    if (!record || (file === undefined && !(id in known))) return null;
    if (file === undefined) await hooks.doAction(`uninstall_${id}`);
    try {
      const plugin = await (file === undefined ? host.open(record) : host.openUninstall(record, file));
      await invoke(id, 'uninstall', async () => plugin.module.uninstall?.(plugin.scope, { deleteData }));
      await plugin.undo.run(() => undefined);
    } catch (error) {
      // A plugin that is too broken to clean up must still be removable.
      if (deleteData) return failure(record, error, (name, why) => __('“%1$s” could not clean up: %2$s', name, why));
    }
    await host.uninstallable.forget(id);
    if (deleteData) await forgetMigrations(deps.db, id);
    await deps.faults.clear(id);
    return file === undefined ? null : true;
  }

  async function deletePlugin(id: string, removal?: { deleteData?: boolean }): Promise<true | WpError> {
    const record = await host.record(id);
    if (record?.bundled)
      return new WpError(
        'plugin_bundled',
        'This plugin was not installed and cannot be deleted; switch it off instead.',
      );
    if (!record) return new WpError('plugin_not_found', 'Plugin file does not exist.');
    const uninstalled = await uninstallPlugin(id, removal);
    if (isWpError(uninstalled)) return uninstalled;
    if (removal?.deleteData) await rm(pluginDataFolder(deps.dataDir, id), { recursive: true, force: true });
    await rm(record.folder, { recursive: true, force: true });
    await hooks.doAction('deleted_plugin', id, true);
    return true;
  }

  return {
    activatePlugin,
    async activatePlugins(ids, how) {
      const errors: Record<string, WpError> = {};
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        const error = await activatePlugin(id, how);
        if (error) errors[id] = error;
      }
      return Object.keys(errors).length === 0
        ? true
        : new WpError('plugins_invalid', 'One of the plugins is invalid.', errors);
    },
    deactivatePlugins,
    async migratePlugin(id, folder) {
      const found = folder === undefined ? await host.record(id) : await inspectPlugin(id, folder);
      if (!found?.manifest) return;
      const plugin = await host.open(found);
      await migrate(deps.db, id, plugin.module.migrations ?? [], { overNewer: folder !== undefined });
    },
    uninstallPlugin,
    async isUninstallablePlugin(id) {
      const record = await host.record(id);
      return (
        (record !== undefined && uninstallFile(record.folder) !== undefined) || id in (await host.uninstallable.all())
      );
    },
    deletePlugin,
    dataFolderOf(id) {
      const folder = pluginDataFolder(deps.dataDir, id);
      return existsSync(folder) ? folder : undefined;
    },
    isPluginActive: async (id) => (await host.activeIds()).includes(id),
    isPluginInactive: async (id) => !(await host.activeIds()).includes(id),
    isPluginPaused: async (id) => (await host.record(id))?.status === 'quarantined',
    validatePlugin,
    validatePluginRequirements,
    async validateActivePlugins() {
      if (!Array.isArray(await options.getOption<unknown>('active_plugins', [])))
        await options.updateOption('active_plugins', await host.activeIds());
      const invalid: Record<string, WpError> = {};
      for (const id of await host.activeIds()) {
        const error = await validatePlugin(id);
        if (error) invalid[id] = error;
      }
      if (Object.keys(invalid).length > 0) await deactivatePlugins(Object.keys(invalid));
      return invalid;
    },
    async neededBy(id) {
      const active = (await host.records()).filter((record) => record.status === 'active');
      return dependants(
        id,
        active.flatMap((record) => record.manifest ?? []),
      ).map((manifest) => manifest.name);
    },
  };
}
