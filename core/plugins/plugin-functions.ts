import { PlinthError, type PluginData, type PluginsApi, type RolesApi } from '../api/index.js';
import { currentContext, SCHEDULED_CONTEXT } from '../context/index.js';
import { refuseInTransaction, type SiteDatabase } from '../db/index.js';
import type { Host } from './lifecycle/host.js';
import type { Lifecycle } from './lifecycle/lifecycle.js';
import type { PluginRecord } from './state/plugin-status.js';

interface PluginFunctionsDeps {
  readonly db: Pick<SiteDatabase, 'isInTransaction'>;
  readonly host: Pick<Host, 'records' | 'record'>;
  readonly lifecycle: Pick<Lifecycle, 'isPluginActive' | 'isPluginInactive' | 'activatePlugin' | 'deactivatePlugins'>;
  readonly roles: Pick<RolesApi, 'currentUserCan'>;
  onError(error: unknown): void;
}

/** Creates the functions by which plugins inspect each other (WordPress: wp-admin/includes/plugin.php). */
export function createPluginFunctions({ db, host, lifecycle, roles, onError }: PluginFunctionsDeps): PluginsApi {
  // Work not started by a visitor, a job or a command, has the owner's rights.
  const hasOwnerRights = (): boolean =>
    currentContext() === undefined || currentContext()?.id === SCHEDULED_CONTEXT || currentContext()?.id === 'cli';

  async function assertAllowed(): Promise<void> {
    if (hasOwnerRights() || (await roles.currentUserCan('activate_plugins'))) return;
    throw new PlinthError('plugins_locked', 'The current user is not allowed to activate or deactivate plugins.', {
      status: 403,
      hint: 'Check currentUserCan("activate_plugins") first, or do it in a job.',
    });
  }

  return {
    isPluginActive: (plugin) => lifecycle.isPluginActive(folderOf(plugin)),
    isPluginInactive: (plugin) => lifecycle.isPluginInactive(folderOf(plugin)),
    getPlugins: async () => Object.fromEntries((await host.records()).flatMap((record) => toPluginData(record))),
    async getPluginData(plugin) {
      const record = await host.record(folderOf(plugin));
      return record && toPluginData(record)[0]?.[1];
    },
    async activatePlugin(plugin) {
      refuseInTransaction(db, 'Activating a plugin');
      await assertAllowed();
      return lifecycle.activatePlugin(folderOf(plugin), { rethrow: true });
    },
    async deactivatePlugins(plugins) {
      refuseInTransaction(db, 'Deactivating a plugin');
      await assertAllowed();
      const ids = (typeof plugins === 'string' ? [plugins] : [...plugins]).map(folderOf);
      // After the calling callback: a plugin that deactivates itself must not be stopped in the middle of its code.
      setImmediate(() => void lifecycle.deactivatePlugins(ids).catch(onError));
    },
  };
}

/** Returns a plugin's folder, which identifies it; WordPress uses the path of its main file. */
function folderOf(plugin: string): string {
  return plugin.split('/')[0] ?? plugin;
}

function toPluginData({ id, manifest }: PluginRecord): [string, PluginData][] {
  if (!manifest) return [];
  const { name, version, description, author, textDomain, requiresPlugins } = manifest;
  return [
    [
      id,
      {
        Name: name,
        Version: version,
        Description: description,
        Author: author,
        TextDomain: textDomain,
        RequiresPlugins: Array.isArray(requiresPlugins)
          ? requiresPlugins.map(String)
          : Object.keys(requiresPlugins ?? {}),
      },
    ],
  ];
}
