import {
  type HookApi,
  isWpError,
  type OptionsApi,
  PlinthError,
  type TranslationApi,
  WpError,
} from '../../api/index.js';
import { migrate, refuseInTransaction, type SiteDatabase } from '../../db/index.js';
import { describeFailure } from '../isolation/describe-failure.js';
import { inspectPlugin } from '../manifest/discovery.js';
import type { PluginErrors } from '../isolation/plugin-errors.js';
import type { Host } from './host.js';
import type { Invoke } from '../isolation/invoke.js';
import { findDependents } from '../manifest/load-order.js';
import { createPluginRemoval, type PluginRemoval } from './plugin-removal.js';
import type { PluginTables } from './plugin-tables.js';
import type { PluginTraces } from './plugin-traces.js';
import { createPluginValidation, type PluginValidation } from './plugin-validation.js';
import { captureOutput } from '../isolation/captured-output.js';
import type { HostVersions } from '../manifest/requirements.js';
import { isPaused, type PluginRecord } from '../state/plugin-status.js';

/** Activates and deactivates plugins, with WordPress's function names. A plugin is identified by its folder. */
export interface Lifecycle extends PluginValidation, PluginRemoval {
  /**
   * Returns null if the plugin is active now; otherwise the reason (`activate_plugin`). `unexpected_output` alone
   * means that it is active, but printed output during activation, which the error's data contains.
   */
  activatePlugin(id: string, options?: SwitchOptions): Promise<WpError | null>;
  activatePlugins(ids: string | readonly string[], options?: SwitchOptions): Promise<true | WpError>;
  /** Deactivates plugins, without checking whether others require them (`deactivate_plugins`). */
  deactivatePlugins(ids: string | readonly string[], options?: SwitchOptions): Promise<void>;
  /**
   * Migrates a plugin's tables without activating it, so that an import can fill them.
   * @param folder folder of the plugin that is about to replace the current one
   */
  migratePlugin(id: string, folder?: string): Promise<void>;
  isPluginActive(id: string): Promise<boolean>;
  isPluginInactive(id: string): Promise<boolean>;
  /** Whether a plugin is paused (`is_plugin_paused`). */
  isPluginPaused(id: string): Promise<boolean>;
  /** Deactivates missing plugins and returns the reason for each (`validate_active_plugins`). */
  validateActivePlugins(): Promise<Record<string, WpError>>;
  /** Returns the running plugins that require this one. */
  dependentsOf(id: string): Promise<string[]>;
}

/** Options of activation and deactivation. */
interface SwitchOptions {
  /** Skips the hooks and the plugin's own `activate` or `deactivate`: for an update, which restores the state. */
  readonly silent?: boolean;
  /** Whether an error thrown by the plugin reaches the caller, as in WordPress; otherwise it is returned. */
  readonly rethrow?: boolean;
}

interface LifecycleDeps {
  db: SiteDatabase;
  tables: PluginTables;
  traces: PluginTraces;
  hooks: HookApi;
  options: OptionsApi;
  host: Host;
  pluginErrors: PluginErrors;
  invoke: Invoke;
  versions: HostVersions;
  log: { warn(fields: object, message: string): void };
  production: boolean;
  dataDir: string;
  text: TranslationApi;
  adminUrl(path: string): string;
}

export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { host, hooks, options, invoke, text } = deps;
  const validation = createPluginValidation(deps);
  const removal = createPluginRemoval(deps);

  async function activatePlugin(
    id: string,
    { silent = false, rethrow = false }: SwitchOptions = {},
  ): Promise<WpError | null> {
    refuseInTransaction(deps.db, 'Activating a plugin');
    const invalid = await validation.validatePlugin(id);
    if (invalid) return invalid;
    const record = (await host.record(id)) as PluginRecord;
    if (record.status === 'active') return null;
    const unmet = await validation.validatePluginRequirements(id);
    if (isWpError(unmet)) return unmet;
    await host.resume(id);
    let printed: string;
    try {
      ({ output: printed } = await captureOutput(() => migrateAndStart(record, silent)));
    } catch (error) {
      if (rethrow)
        throw error instanceof PlinthError && error.code === 'plugin_import_failed' ? (error.cause ?? error) : error;
      return describeFailure(record, error, (name, why) => text.__('“%1$s” could not be activated: %2$s', name, why));
    }
    const active = await host.activeIds();
    await options.updateOption('active_plugins', [...active.filter((other) => other !== id), id].sort());
    if (!silent) await hooks.doAction('activated_plugin', id, false);
    await host.reconcile();
    if (printed === '') return null;
    deps.log.warn({ plugin: id, printed }, 'the plugin generated output during activation');
    return new WpError('unexpected_output', 'The plugin generated unexpected output.', printed);
  }

  /** Migrates the tables first, because a plugin's `activate` may fill them; then activates and starts the plugin. */
  async function migrateAndStart(record: PluginRecord, silent: boolean): Promise<void> {
    const plugin = await host.open(record);
    const { manifest, module, scope } = plugin;
    if (!silent) {
      await hooks.doAction('activate_plugin', record.id, false);
      await hooks.doAction(`activate_${record.id}`, false);
    }
    await migrate(deps.tables.databaseFor(manifest.id), manifest.id, module.migrations ?? []);
    if (!silent) await invoke(manifest.id, 'activate', async () => module.activate?.(scope));
    // Otherwise a process that missed both the deactivation and the activation would run the old code.
    await host.renew(record.id);
    await host.start(plugin);
  }

  async function deactivatePlugins(
    ids: string | readonly string[],
    { silent = false }: SwitchOptions = {},
  ): Promise<void> {
    refuseInTransaction(deps.db, 'Deactivating a plugin');
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

  return {
    activatePlugin,
    async activatePlugins(ids, switchOptions) {
      const errors: Record<string, WpError> = {};
      for (const id of typeof ids === 'string' ? [ids] : ids) {
        const error = await activatePlugin(id, switchOptions);
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
      await migrate(deps.tables.databaseFor(id), id, plugin.module.migrations ?? [], {
        allowNewer: folder !== undefined,
      });
    },
    ...removal,
    isPluginActive: async (id) => (await host.activeIds()).includes(id),
    isPluginInactive: async (id) => !(await host.activeIds()).includes(id),
    isPluginPaused: async (id) => isPaused((await host.record(id))?.status ?? 'inactive'),
    ...validation,
    async validateActivePlugins() {
      if (!Array.isArray(await options.getOption<unknown>('active_plugins', [])))
        await options.updateOption('active_plugins', await host.activeIds());
      const invalid: Record<string, WpError> = {};
      for (const id of await host.activeIds()) {
        const error = await validation.validatePlugin(id);
        if (error) invalid[id] = error;
      }
      if (Object.keys(invalid).length > 0) await deactivatePlugins(Object.keys(invalid));
      return invalid;
    },
    async dependentsOf(id) {
      const active = (await host.records()).filter((record) => record.status === 'active');
      return findDependents(
        id,
        active.flatMap((record) => record.manifest ?? []),
      ).map((manifest) => manifest.name);
    },
  };
}
