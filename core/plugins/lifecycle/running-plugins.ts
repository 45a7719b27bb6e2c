import type { DeclaredHosts, PluginManifest } from '../../api/index.js';
import { migrate } from '../../db/index.js';
import { withBuiltInsRestored } from '../isolation/built-ins.js';
import type { PluginErrors } from '../isolation/plugin-errors.js';
import type { Invoke } from '../isolation/invoke.js';
import { mergeHosts } from '../manifest/manifest-hosts.js';
import { withSuggestedName } from '../isolation/describe-failure.js';
import { findDependents } from '../manifest/load-order.js';
import type { PausedPages } from './paused-pages.js';
import type { Grants } from '../state/capability-grants.js';
import type { Guards, Revisions } from '../state/plugin-option.js';
import type { PluginTables } from './plugin-tables.js';
import type { PluginTraces } from './plugin-traces.js';
import type { RunningPlugin } from '../state/plugin-status.js';
import type { UndoList } from '../state/undo-list.js';
import type { Uninstallable } from './uninstallable.js';
import { isTracking } from '../../cache/index.js';

interface RunningPluginsDeps {
  readonly tables: Pick<PluginTables, 'databaseFor'>;
  readonly grants: Pick<Grants, 'grant'>;
  readonly pluginErrors: PluginErrors;
  readonly invoke: Invoke;
  readonly revisions: Revisions;
  readonly guards: Guards;
  readonly uninstallable: Uninstallable;
  readonly pausedPages: PausedPages;
  readonly traces: Pick<PluginTraces, 'note'>;
  /** Called with the id of each plugin that has started. */
  onStarted(id: string): void;
}

/** The plugins whose code runs in this process. */
export interface RunningPlugins {
  get(id: string): RunningPlugin | undefined;
  /** Returns the ids in start order. */
  ids(): string[];
  manifests(): Map<string, PluginManifest>;
  /** Returns the undo list of a plugin that is running or starting. */
  undoListOf(id: string): UndoList | undefined;
  /** Whether a plugin runs from another revision of its folder than the expected one. */
  isStale(id: string, revision: string): boolean;
  start(plugin: RunningPlugin): Promise<void>;
  stop(id: string): Promise<void>;
  /** Stops a plugin after its dependents, which still hold references to it. */
  stopWithDependents(id: string): Promise<void>;
  stopAll(): Promise<void>;
  /** Changes whenever a plugin starts, stops, or registers something. */
  changes(): number;
  markChanged(): void;
  /** The hosts declared by the running plugins; the same object until they change. */
  hosts(): DeclaredHosts;
}

export function createRunningPlugins(deps: RunningPluginsDeps): RunningPlugins {
  const running = new Map<string, RunningPlugin>();
  const starting = new Map<string, RunningPlugin>();
  /** The revision from which each running plugin was started. */
  const startRevisions = new Map<string, string>();
  let changes = 0;
  let hosts: DeclaredHosts = {};

  function updateHosts(): void {
    changes++;
    hosts = mergeHosts([...running.values()].map(({ manifest }) => manifest.contributes.hosts ?? {}));
  }

  const manifests = (): Map<string, PluginManifest> =>
    new Map([...running].map(([id, plugin]) => [id, plugin.manifest]));

  async function start(plugin: RunningPlugin): Promise<void> {
    const { manifest, module } = plugin;
    const { id } = manifest;
    starting.set(id, plugin);
    try {
      await boot(plugin, deps);
    } catch (error) {
      await plugin.undoList.run(() => undefined);
      throw error;
    } finally {
      starting.delete(id);
    }
    await deps.uninstallable.note(id, module.uninstall);
    await deps.guards.note(manifest);
    await deps.pausedPages.note(id);
    await deps.traces.note(id);
    running.set(id, plugin);
    updateHosts();
    startRevisions.set(id, (await deps.revisions.all())[id] ?? '');
    deps.onStarted(id);
  }

  async function stop(id: string): Promise<void> {
    const plugin = running.get(id);
    if (!plugin) return;
    running.delete(id);
    updateHosts();
    await plugin.undoList.run((error) => deps.pluginErrors.record(id, 'dispose', error));
  }

  async function stopWithDependants(id: string): Promise<void> {
    for (const { id: other } of findDependents(id, manifests().values())) await stopWithDependants(other);
    await stop(id);
  }

  return {
    get: (id) => running.get(id),
    ids: () => [...running.keys()],
    manifests,
    undoListOf: (id) => (starting.get(id) ?? running.get(id))?.undoList,
    isStale: (id, revision) => startRevisions.get(id) !== revision,
    start,
    stop,
    stopWithDependents: stopWithDependants,
    async stopAll() {
      for (const id of [...running.keys()].reverse()) await stop(id);
    },
    changes: () => changes,
    // Registrations made while a page is rendered are not counted, because they end with the page.
    markChanged: () => void (isTracking() || changes++),
    hosts: () => hosts,
  };
}

async function boot(
  { manifest, module, scope }: RunningPlugin,
  { tables, grants, invoke }: Pick<RunningPluginsDeps, 'tables' | 'grants' | 'invoke'>,
): Promise<void> {
  await migrate(tables.databaseFor(manifest.id), manifest.id, module.migrations ?? []);
  await grants.grant(manifest);
  await invoke(manifest.id, 'boot', () =>
    withBuiltInsRestored(invoke, manifest.id, 'boot', async () => {
      try {
        await module.boot?.(scope);
      } catch (error) {
        throw withSuggestedName(error, Object.keys(scope));
      }
    }),
  );
}
