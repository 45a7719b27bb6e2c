import { join } from 'node:path';
import type { HostFunctions, OptionsApi, RolesApi } from '../api/index.js';
import type { SiteDatabase } from '../db/index.js';
import { currentContext, SCHEDULED_CONTEXT } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import type { Email } from '../mail/index.js';
import type { Views } from '../view/index.js';
import { type NameRegistry, createNameRegistry } from './scope/name-registry.js';
import { createPluginErrors, type PluginErrors, UNCAUGHT_ERROR_LIMIT } from './isolation/plugin-errors.js';
import { createHost, type Host } from './lifecycle/host.js';
import { createInstaller, type Installer } from './install/install.js';
import { createInvoke, type Invoke } from './isolation/invoke.js';
import { createLifecycle, type Lifecycle } from './lifecycle/lifecycle.js';
import { deactivationEffects } from './lifecycle/deactivation-effects.js';
import { createPluginFunctions } from './plugin-functions.js';
import { createGrants, type Grant } from './state/capability-grants.js';
import { createPluginNotes } from './state/plugin-option.js';
import { createPluginTables } from './lifecycle/plugin-tables.js';
import { createPluginTraces, type Traces } from './lifecycle/plugin-traces.js';
import { createRegistries, type Registries } from './scope/registries.js';
import type { HostVersions } from './manifest/requirements.js';
import { createScope } from './scope/scope.js';
import type { ScopeParts } from './scope/scope-context.js';
import { createServiceRegistry, type ServiceRegistry } from './scope/services.js';
import type { RunningPlugin } from './state/plugin-status.js';
import { createNotifyOwner } from './isolation/notify-owner.js';
import { decodeSiteName } from '../formatting/index.js';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The plugins of one site, as seen by the rest of the host. */
export interface PluginHost
  extends
    Pick<
      Host,
      | 'records'
      | 'record'
      | 'reconcile'
      | 'stopAll'
      | 'pause'
      | 'resume'
      | 'setSuspended'
      | 'reload'
      | 'protects'
      | 'isProtected'
      | 'changes'
      | 'hosts'
      | 'markChanged'
      | 'failedGuards'
      | 'inactiveGuards'
      | 'redirectHosts'
      | 'setRedirectHosts'
      | 'pausedRoutes'
      | 'pausedRestRoute'
    >,
    Lifecycle,
    Installer {
  readonly pluginErrors: PluginErrors;
  readonly invoke: Invoke;
  readonly registries: Registries;
  readonly services: ServiceRegistry;
  /** Name conflicts between plugins. */
  readonly nameRegistry: Pick<NameRegistry, 'conflicts'>;
  /** Folders searched for plugins; the last one receives installed plugins. */
  readonly folders: readonly string[];
  /** Describes in sentences what stops when a plugin is deactivated; empty when nothing would be missing. */
  deactivationEffects(id: string): Promise<readonly string[]>;
  /** Returns a running plugin. */
  runningPlugin(id: string): RunningPlugin | undefined;
}

interface PluginHostDeps {
  config: { root: string; dataDir: string; pluginPaths?: readonly string[]; safeMode: boolean; production: boolean };
  versions: HostVersions;
  /** The plugins that ship with Plinth. */
  bundled: readonly string[];
  /** Bundled plugins that are never paused because of errors. */
  neverPaused?: readonly string[];
  db: SiteDatabase;
  /** Whether a slow database or an overloaded machine is delaying work now. */
  isDelayed?(): boolean;
  /** Returns the known table version of the options, by which a request can tell that none of them has changed. */
  optionsVersion?(): number | undefined;
  hooks: Hooks;
  options: OptionsApi;
  roles: RolesApi;
  log: Log;
  views: Views;
  i18n: I18n;
  functions: HostFunctions;
  /** The site's key, for signatures on behalf of a plugin. */
  secret: string;
  sendMail(email: Email): Promise<boolean>;
  homeUrl(path?: string): string;
  adminUrl(path?: string): string;
}

/** Timeout in milliseconds of an asynchronous entry into plugin code. */
const ENTRY_TIMEOUT_MS = 30_000;

/** Creates the plugin host of a site from its parts. */
export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const { config, db, hooks, log, roles, versions } = deps;
  const text = deps.i18n.domain('default');
  const notifyOwner = createOwnerNotifications(deps);
  const pluginErrors = createHostErrors(deps, notifyOwner, (id, reason) => pluginHost.pause(id, reason));
  const invoke = createInvoke({ onError: pluginErrors.record, timeoutMs: ENTRY_TIMEOUT_MS });
  const registries = createRegistries();
  const services = createServiceRegistry();
  const nameRegistry = createNameRegistry(({ kind, name, plugins }) =>
    log.warn({ plugin: plugins.at(-1), first: plugins[0], kind, name }, 'two plugins use the same name'),
  );
  const { tables, grants, traces } = createPluginData(deps, nameRegistry);
  const installFolder = join(config.dataDir, 'plugins');
  const folders = [join(config.root, 'plugins'), installFolder];
  const host = createHost({
    ...deps,
    tables,
    grants,
    traces,
    pluginErrors,
    invoke,
    folders,
    paths: config.pluginPaths ?? [],
    cache: join(config.root, 'dist', 'plugins'),
    safeMode: config.safeMode,
    optionsVersion: () => deps.optionsVersion?.(),
    pathsOf: (id) => [
      ...registries.frontRoutes
        .all()
        .filter(({ owner }) => owner === id)
        .map(({ value }) => value.path),
      ...restNamespaces(nameRegistry.namesOf('REST route', id)),
    ],
    createScope(manifest, folder, undo) {
      // The folder may have been replaced since its views were read.
      deps.views.reloadFiles(folder);
      return createScope({ ...scopeParts(), db: tables.databaseFor(manifest.id) }, manifest, folder, undo);
    },
  });
  const { production, dataDir } = config;
  const lifecycle = createLifecycle({ ...deps, tables, traces, host, pluginErrors, invoke, production, dataDir, text });
  const pluginFunctions = createPluginFunctions({
    db,
    host,
    lifecycle,
    roles,
    onError: (error) => log.error({ error }, 'a plugin could not be deactivated'),
  });
  const scopeParts = (): ScopeParts => ({
    ...deps,
    dataDir,
    grants,
    plugins: pluginFunctions,
    services,
    nameRegistry,
    registries,
    invoke,
    markChanged: host.markChanged,
    failedGuards: host.failedGuards,
    isRunning: (pluginId) => host.running(pluginId) !== undefined,
    undoListOf: host.undoListOf,
    manifestOf: (pluginId) => host.running(pluginId)?.manifest,
  });
  const pluginHost: PluginHost = {
    ...lifecycle,
    ...createInstaller({ db, hooks, host, folder: installFolder, versions }),
    ...hostFunctions(host),
    deactivationEffects: (id) => deactivationEffects({ host, hooks, text }, id),
    pluginErrors,
    invoke,
    registries,
    services,
    nameRegistry,
    folders,
    async pause(id, reason) {
      await host.pause(id, reason);
      notifyOwner(id, text.__('The plugin was paused: %s', reason));
    },
  };
  return pluginHost;
}

/** Returns the paths of the namespaces of routes such as `shop/v1/carts`. */
function restNamespaces(routes: readonly string[]): string[] {
  const namespaces = routes.map((route) => route.replace(/^\/+/, '').split('/').slice(0, 2).join('/'));
  return [...new Set(namespaces)].map((namespace) => `/wp-json/${namespace}`);
}

/** Creates the objects that track plugins' tables and roles, which are deleted with their data. */
function createPluginData(deps: PluginHostDeps, nameRegistry: NameRegistry) {
  const tables = createPluginTables(deps.db);
  const grants = createGrants(deps.roles, createPluginNotes<readonly Grant[]>(deps, 'plugin_grants'));
  const notes = createPluginNotes<Traces>(deps, 'plugin_traces');
  const { db, options, functions } = deps;
  return {
    tables,
    grants,
    traces: createPluginTraces({ db, options, functions, nameRegistry, tables, grants, notes }),
  };
}

/** Returns what the rest of the core may read about the running plugins. */
function hostFunctions(host: Host) {
  return {
    records: host.records,
    record: host.record,
    reconcile: host.reconcile,
    runningPlugin: host.running,
    stopAll: host.stopAll,
    resume: host.resume,
    setSuspended: host.setSuspended,
    reload: host.reload,
    protects: host.protects,
    isProtected: host.isProtected,
    changes: host.changes,
    hosts: host.hosts,
    markChanged: host.markChanged,
    failedGuards: host.failedGuards,
    inactiveGuards: host.inactiveGuards,
    redirectHosts: host.redirectHosts,
    setRedirectHosts: host.setRedirectHosts,
    pausedRoutes: host.pausedRoutes,
    pausedRestRoute: host.pausedRestRoute,
  };
}

function createOwnerNotifications({ functions, i18n, log, sendMail, adminUrl, options }: PluginHostDeps) {
  const { __ } = i18n.domain('default');
  return createNotifyOwner({
    limits: functions,
    text: { __ },
    log,
    sendMail,
    adminUrl,
    ownerEmail: () => options.getOption<string>('admin_email', ''),
    siteName: async () => decodeSiteName(await options.getOption<string>('blogname', 'Plinth')),
  });
}

function createHostErrors(
  { db, log, i18n, neverPaused, isDelayed }: PluginHostDeps,
  notifyOwner: ReturnType<typeof createNotifyOwner>,
  pause: (id: string, reason: string) => Promise<void>,
): PluginErrors {
  const { __ } = i18n.domain('default');
  return createPluginErrors({
    db,
    log,
    onOpen: ({ plugin, entry: entryName, message }) =>
      notifyOwner(
        plugin,
        __(
          'A component of the plugin (%1$s) failed three times in ten minutes and is paused for a while: %2$s',
          entryName,
          message,
        ),
      ),
    neverPaused,
    // Work not started by a visitor may take longer.
    isDelayed: () => isDelayed?.() || currentContext()?.id === SCHEDULED_CONTEXT,
    onErrorLimit: (id) => {
      pause(
        id,
        `The plugin had ${UNCAUGHT_ERROR_LIMIT} unhandled errors within ten minutes, each of which would have ended the process.`,
      ).catch((error: unknown) => log.error({ plugin: id, error }, 'pausing the plugin failed'));
    },
  });
}
