import {
  type Database,
  type DeclaredHosts,
  type OptionsApi,
  PlinthError,
  type PluginManifest,
  type PluginScope,
  toUtcString,
} from '../../api/index.js';
import type { Hooks } from '../../hooks/index.js';
import { createCachedInspection, discoverPlugins, type FoundPlugin } from '../manifest/discovery.js';
import type { PluginErrors } from '../isolation/plugin-errors.js';
import type { Invoke } from '../isolation/invoke.js';
import { createGuards, createPluginNotes, createRevisions, type Guards } from '../state/plugin-option.js';
import { createPausedPages, type PausedPages } from './paused-pages.js';
import { createPluginOpener, type PluginOpener } from '../loader/plugin-loader.js';
import type { Grants } from '../state/capability-grants.js';
import { createRedirectHosts, type RedirectHosts } from './redirect-hosts.js';
import type { PluginTables } from './plugin-tables.js';
import type { PluginTraces } from './plugin-traces.js';
import { createPluginRecords } from './plugin-records.js';
import { createReconciler, type Reconciler } from './reconciler.js';
import { type HostVersions, unmetRequirement } from '../manifest/requirements.js';
import { createRunningPlugins, type RunningPlugins } from './running-plugins.js';
import { fireStartHooks, hookWidgetsInit } from '../loader/start-hooks.js';
import type { PluginRecord, PauseReason, RunningPlugin, StartError } from '../state/plugin-status.js';
import type { UndoList } from '../state/undo-list.js';
import { createUninstallable, type Uninstallable } from './uninstallable.js';

interface HostDeps {
  db: Database;
  hooks: Hooks;
  options: OptionsApi;
  tables: PluginTables;
  grants: Grants;
  traces: PluginTraces;
  pluginErrors: PluginErrors;
  invoke: Invoke;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Bundled plugins, then those installed into the data folder. */
  folders: readonly string[];
  /** Folders of individual plugins in development. */
  paths: readonly string[];
  /** Folder of bundled modules. */
  cache: string;
  versions: HostVersions;
  /** The plugins of the checkout that ship with Plinth. */
  bundled: readonly string[];
  /** Whether no plugin code is loaded at all. */
  safeMode: boolean;
  /** Returns the known table version of the options; undefined if unknown. */
  optionsVersion(): number | undefined;
  /** Returns the paths of the pages that a plugin registered, and of its REST namespaces. */
  pathsOf(id: string): readonly string[];
  createScope(manifest: PluginManifest, folder: string, undo: UndoList): PluginScope;
}

/** The running plugins of one site. */
export interface Host {
  /**
   * Starts and stops plugins to match the active ones: at the start, after a change, and when another process made a
   * change.
   * Fires the startup hooks once all of them have booted (`start-hooks.ts`), each time the set of plugins has changed.
   */
  reconcile(): Promise<void>;
  records(): Promise<PluginRecord[]>;
  record(id: string): Promise<PluginRecord | undefined>;
  running(id: string): RunningPlugin | undefined;
  /** Returns the undo list of a plugin that is running or starting. */
  undoListOf(id: string): UndoList | undefined;
  activeIds(): Promise<string[]>;
  /** Loads a plugin's code without booting it: for activation and uninstallation. */
  open(found: FoundPlugin): Promise<RunningPlugin>;
  /** Loads only a plugin's uninstall file, so that a plugin that no longer loads can still clean up. */
  openUninstall(found: FoundPlugin, file: string): Promise<RunningPlugin>;
  readonly uninstallable: Uninstallable;
  /** Starts an opened plugin. */
  start(plugin: RunningPlugin): Promise<void>;
  stop(id: string): Promise<void>;
  stopAll(): Promise<void>;
  pause(id: string, reason: string): Promise<void>;
  resume(id: string): Promise<void>;
  /** Suspends exactly these plugins in this process, from the next reconciliation on. */
  setSuspended(ids: ReadonlySet<string>): void;
  /** Makes every other process reload a plugin's code before continuing with it. */
  renew(id: string): Promise<void>;
  /** Makes every process restart a plugin whose folder was replaced; in this one at once. */
  restart(id: string): Promise<void>;
  /**
   * Replaces a running plugin with the current content of its folder, in this process only, and restarts its
   * dependents. If the new code cannot be loaded or started, the old code continues to run and the reason is thrown.
   */
  reload(id: string): Promise<void>;
  /** Whether a running plugin protects an entity. */
  isProtected(feature: string): boolean;
  /**
   * Changes whenever a plugin of this process starts, stops or registers something, or one of its circuit breakers
   * opens.
   */
  changes(): number;
  markChanged(): void;
  /** The hosts declared by the running plugins; the same object until they change. */
  hosts(): DeclaredHosts;
  /** Whether this plugin is running and protects an entity. */
  protects(id: string, feature: string): boolean;
  /** Returns the names of active plugins that protect an entity and do not run. */
  failedGuards(feature: string): Promise<readonly string[]>;
  /** Returns the inactive plugins that protected something while they were active. */
  inactiveGuards(): Promise<readonly PluginRecord[]>;
  /** Deletes what is stored about a deleted plugin: what it protected, and the redirect hosts allowed for it. */
  cleanUpDeleted(id: string): Promise<void>;
  /** Returns the redirect hosts that an administrator added for a plugin. */
  redirectHosts(id: string): Promise<readonly string[]>;
  /**
   * Replaces these redirect hosts, and restarts the plugin if it is running.
   * @throws PlinthError `redirect_hosts_invalid`
   */
  setRedirectHosts(id: string, origins: readonly string[]): Promise<void>;
  /** The pages of active plugins that do not run. */
  pausedRoutes: PausedPages['routes'];
  pausedRestRoute: PausedPages['pausedRestRoute'];
  /** Returns the error for unmet requirements of a plugin; undefined when all are met. */
  unmetRequirement(manifest: PluginManifest): Promise<PlinthError | undefined>;
}

const ACTIVE_PLUGINS = 'active_plugins';
export function createHost(deps: HostDeps): Host {
  hookWidgetsInit(deps.hooks);
  const revisions = createRevisions(createPluginNotes<string>(deps, 'plugin_revisions'));
  const uninstallable = createUninstallable(createPluginNotes<string>(deps, 'uninstall_plugins'));
  const guards = createGuards(createPluginNotes<readonly string[]>(deps, 'plugin_guards'));
  const { pauses, startErrors } = createPauseNotes(deps);
  const pausedPages = createPausedPages(createPluginNotes<readonly string[]>(deps, 'plugin_pages'), deps.pathsOf);
  const errors = new Map<string, PlinthError>();
  const queue = createSerialQueue();
  const running = createRunningPlugins({
    ...deps,
    revisions,
    guards,
    uninstallable,
    pausedPages,
    onStarted: (id) => void errors.delete(id),
  });
  const opener = createPluginOpener(deps);
  const inspect = createCachedInspection();
  const redirectHosts = createRedirectHosts(createPluginNotes<readonly string[]>(deps, 'redirect_hosts'));
  const discover = async (): Promise<FoundPlugin[]> =>
    redirectHosts.addTo(await discoverPlugins(deps.folders, deps.paths, inspect));
  const activeIds = async (): Promise<string[]> => {
    const stored = await deps.options.getOption(ACTIVE_PLUGINS, []);
    return typeof stored === 'object' && stored !== null ? Object.values(stored).map(String) : [];
  };
  const shared = { ...deps, pausedPages, running, errors, startErrors, pauses, revisions, discover, activeIds };
  const reconciler = createReconciler({ ...shared, open: opener.open });
  const records = createPluginRecords({ ...shared, isSuspended: reconciler.isSuspended });
  const failedGuards = createFailedGuards({ guards, running, discover, activeIds, state: reconciler.state });

  /** Fires the startup hooks outside the queue, so that callbacks may activate and deactivate plugins. */
  async function reconcileAndStart(): Promise<void> {
    if (await queue.run(reconciler.reconcileIfChanged)) await fireStartHooks(deps.hooks);
  }

  async function restart(id: string): Promise<void> {
    errors.delete(id);
    await revisions.renew(id);
    await reconcileAndStart();
  }

  return {
    async reconcile() {
      if (!queue.isIdle() || !reconciler.isUpToDate()) await reconcileAndStart();
    },
    records,
    record: async (id) => (await records()).find((record) => record.id === id),
    running: running.get,
    undoListOf: running.undoListOf,
    activeIds,
    open: opener.open,
    openUninstall: opener.openUninstall,
    uninstallable,
    start: (plugin) => queue.run(() => running.start(plugin)),
    stop: (id) => queue.run(() => running.stop(id)),
    stopAll: () =>
      queue.run(async () => {
        await running.stopAll();
        reconciler.invalidate();
      }),
    // Outside the transaction in which the plugin failed, because it may be rolled back. Nothing in it waits for this.
    pause: (id, reason) =>
      deps.db.outsideTransaction(async () => {
        await pauses.set(id, { reason, at: toUtcString() });
        deps.log.warn({ plugin: id }, `plugin paused: ${reason}`);
        await reconcileAndStart();
        await deps.hooks.doAction('plugin_quarantined', id, reason);
      }),
    async resume(id) {
      const wasPaused = id in (await pauses.all());
      if (wasPaused) await pauses.set(id, undefined);
      errors.delete(id);
      await deps.pluginErrors.clear(id);
      if (wasPaused) await deps.hooks.doAction('plinth/plugin_resumed', id);
    },
    setSuspended: reconciler.setSuspended,
    renew: revisions.renew,
    restart,
    async reload(id) {
      try {
        await queue.run(() => reload(id, { running, opener, discover, reconciler }));
      } finally {
        await fireStartHooks(deps.hooks);
      }
    },
    isProtected: (feature) => [...running.manifests().values()].some(({ protects }) => protects.includes(feature)),
    changes: () => running.changes() + deps.pluginErrors.stateChanges(),
    hosts: running.hosts,
    markChanged: running.markChanged,
    protects: (id, feature) => running.get(id)?.manifest.protects.includes(feature) ?? false,
    failedGuards,
    inactiveGuards: () => inactiveGuards({ guards, activeIds, records }),
    ...createPluginPermissions({ guards, redirectHosts, activeIds, restart }),
    pausedRoutes: pausedPages.routes,
    pausedRestRoute: pausedPages.pausedRestRoute,
    unmetRequirement: async (manifest) => unmetRequirement(manifest, deps.versions, running.manifests()),
  };
}

/** Creates the stored reasons why plugins are paused. */
const createPauseNotes = (deps: Parameters<typeof createPluginNotes>[0]) => ({
  pauses: createPluginNotes<PauseReason>(deps, 'plugin_pauses'),
  startErrors: createPluginNotes<StartError>(deps, 'plugin_start_errors'),
});

/** Creates a queue that runs tasks one after another. */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let pendingTasks = 0;
  return {
    isIdle: () => pendingTasks === 0,
    run<T>(work: () => Promise<T>): Promise<T> {
      pendingTasks++;
      const next = last.then(work, work).finally(() => void pendingTasks--);
      last = next.catch(() => undefined);
      return next;
    },
  };
}

interface PluginPermissionsDeps extends Pick<Host, 'activeIds' | 'restart'> {
  readonly guards: Guards;
  readonly redirectHosts: RedirectHosts;
}

/** Creates the functions for permissions that administrators give a plugin in addition to its plugin.json. */
function createPluginPermissions({
  guards,
  redirectHosts,
  activeIds,
  restart,
}: PluginPermissionsDeps): Pick<Host, 'cleanUpDeleted' | 'redirectHosts' | 'setRedirectHosts'> {
  return {
    async cleanUpDeleted(id) {
      await guards.delete(id);
      await redirectHosts.delete(id);
    },
    redirectHosts: redirectHosts.get,
    async setRedirectHosts(id, origins) {
      await redirectHosts.set(id, origins);
      if ((await activeIds()).includes(id)) await restart(id);
    },
  };
}

interface InactiveGuardsDeps extends Pick<Host, 'activeIds' | 'records'> {
  readonly guards: Guards;
}

async function inactiveGuards({ guards, activeIds, records }: InactiveGuardsDeps): Promise<readonly PluginRecord[]> {
  const [known, active] = [await guards.all(), await activeIds()];
  if (Object.keys(known).every((id) => active.includes(id))) return [];
  return (await records()).filter(({ id, status }) => status === 'inactive' && id in known);
}

interface FailedGuardsDeps {
  readonly guards: Guards;
  readonly running: RunningPlugins;
  discover(): Promise<FoundPlugin[]>;
  activeIds(): Promise<string[]>;
  /** Returns a value that changes with the set of plugins to run. */
  state(): string;
}

/**
 * Creates the function that returns the active plugins that protect an entity and do not run. Folders are read again
 * only when the set of plugins to run has changed.
 */
function createFailedGuards({ guards, running, discover, activeIds, state }: FailedGuardsDeps): Host['failedGuards'] {
  let cached: { readonly key: string; readonly manifests: ReadonlyMap<string, PluginManifest> } | undefined;

  async function manifestsFor(stoppedIds: string): Promise<ReadonlyMap<string, PluginManifest>> {
    const key = `${state()}\n${stoppedIds}`;
    if (cached?.key !== key) {
      const found = await discover();
      cached = { key, manifests: new Map(found.flatMap(({ id, manifest }) => (manifest ? [[id, manifest]] : []))) };
    }
    return cached.manifests;
  }

  async function namesOfGuards(feature: string, stoppedIds: readonly string[]): Promise<string[]> {
    const manifests = await manifestsFor(stoppedIds.join());
    return (await guards.findProtecting(feature, stoppedIds, manifests)).map((id) => manifests.get(id)?.name ?? id);
  }

  return async (feature) => {
    const active = await activeIds();
    const stoppedIds = active.filter((id) => running.get(id) === undefined);
    return stoppedIds.length === 0 ? [] : namesOfGuards(feature, stoppedIds);
  };
}

interface ReloadDeps {
  readonly running: RunningPlugins;
  readonly opener: PluginOpener;
  readonly reconciler: Reconciler;
  discover(): Promise<FoundPlugin[]>;
}

async function reload(id: string, { running, opener, discover, reconciler }: ReloadDeps): Promise<void> {
  const before = running.get(id);
  const found = (await discover()).find((plugin) => plugin.id === id);
  if (!found)
    throw new PlinthError('plugin_folder_not_found', `The folder of "${id}" does not exist anymore.`, {
      hint: 'Restore the folder.',
    });
  // A plugin that cannot be loaded leaves everything unchanged.
  const next = await opener.open(found);
  await running.stopWithDependents(id);
  try {
    await running.start(next);
  } catch (error) {
    if (before) await running.start(await opener.reopen(found, before));
    throw error;
  } finally {
    reconciler.invalidate();
    await reconciler.reconcile();
  }
}
