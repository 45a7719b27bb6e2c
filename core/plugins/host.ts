import { join } from 'node:path';
import {
  andThen,
  type Database,
  type DeclaredHosts,
  type MaybePromise,
  type OptionsApi,
  PlinthError,
  type PluginManifest,
  type PluginModule,
  type PluginScope,
  type RolesApi,
  utcText,
} from '../api/index.js';
import { isReading } from '../context/readings.js';
import { migrate } from '../db/index.js';
import type { Hooks } from '../hooks/index.js';
import type { OptionsNow } from '../options/index.js';
import { grantContributions } from './contributions.js';
import { createInspection, discoverPlugins, type FoundPlugin } from './discovery.js';
import type { Faults } from './faults.js';
import type { Invoke } from './invoke.js';
import { allHosts } from './manifest-hosts.js';
import { withMeantName } from './meant-name.js';
import { loadPluginModule, loadUninstallFile } from './module-loader.js';
import { dependants, orderPlugins } from './order.js';
import { type HostVersions, unmetRequirement } from './requirements.js';
import { createGuards } from './guards.js';
import { createPluginNotes } from './plugin-notes.js';
import { createRevisions } from './revisions.js';
import { announceStart, announceWidgets } from './start-hooks.js';
import type { PluginRecord, PluginStatus, Quarantine, RunningPlugin } from './state.js';
import { createUndoList, type UndoList } from './undo-list.js';
import { createUninstallable, type Uninstallable } from './uninstallable.js';

interface HostDeps {
  db: Database;
  hooks: Hooks;
  options: OptionsApi & OptionsNow;
  roles: RolesApi;
  faults: Faults;
  invoke: Invoke;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** The checkout's plugins, then those installed into the data folder. */
  folders: readonly string[];
  /** Single plugins where their authors work on them. */
  paths: readonly string[];
  /** Where bundled modules are kept. */
  cache: string;
  versions: HostVersions;
  /** The plugins of the checkout that come with Plinth. */
  bundled: readonly string[];
  /** Loads no plugin code at all. */
  safeMode: boolean;
  /** What is known of the generation of the options; undefined when nothing is. */
  generation(): number | undefined;
  createScope(manifest: PluginManifest, folder: string, undo: UndoList): PluginScope;
}

/** The running plugins of one site. */
export interface Host {
  /**
   * Brings what runs in line with what is switched on: at the start, after a change, and when another process changed it.
   * Announces the start once all of them have booted (`start-hooks.ts`), each time the set of plugins was another one.
   */
  reconcile(): MaybePromise<void>;
  records(): Promise<PluginRecord[]>;
  record(id: string): Promise<PluginRecord | undefined>;
  running(id: string): RunningPlugin | undefined;
  /** What is undone when a plugin stops that runs or starts now. */
  undoOf(id: string): UndoList | undefined;
  activeIds(): Promise<string[]>;
  /** Loads a plugin's code without booting it: for activation and uninstallation. */
  open(found: FoundPlugin): Promise<RunningPlugin>;
  /** Loads only a plugin's file for its removal, so that a plugin which no longer loads can still clean up. */
  openUninstall(found: FoundPlugin, file: string): Promise<RunningPlugin>;
  readonly uninstallable: Uninstallable;
  /** Puts an opened plugin to work. */
  start(plugin: RunningPlugin): Promise<void>;
  stop(id: string): Promise<void>;
  stopAll(): Promise<void>;
  quarantine(id: string, reason: string): Promise<void>;
  release(id: string): Promise<void>;
  /** Lets these wait in this process, and no others, from the next time what runs is brought in line. */
  hold(ids: ReadonlySet<string>): void;
  /** Has every other process load a plugin's code anew before it goes on with it. */
  renew(id: string): Promise<void>;
  /** Has every process start a plugin anew whose folder was replaced, here at once. */
  restart(id: string): Promise<void>;
  /**
   * Puts what lies in a running plugin's folder now in its place, in this process alone, and starts what stands on it anew. When the new
   * code cannot be loaded or does not start, the code before runs on, and the reason is thrown.
   */
  reload(id: string): Promise<void>;
  /** Whether any plugin that runs protects a thing. */
  isProtected(thing: string): boolean;
  /** Changes whenever a plugin of this process starts, stops, or registers something, or one of its entries is left alone. */
  changes(): number;
  noteChange(): void;
  /** The hosts that the plugins which run declare; the same object until another plugin runs. */
  hosts(): DeclaredHosts;
  /** Whether a plugin that runs protects a thing. */
  protects(id: string, thing: string): boolean;
  /** The plugins, by name, that are switched on to protect a thing and do not run. */
  brokenGuards(thing: string): MaybePromise<readonly string[]>;
  /** What the requirements of a plugin lack now. */
  unmet(manifest: PluginManifest): Promise<PlinthError | undefined>;
}

const ACTIVE = 'active_plugins';
/** Faults that go away with another Plinth or Node.js. */
const WAITS_FOR_HOST: ReadonlySet<string> = new Set(['plugin_core_version', 'plugin_node_version']);

export function createHost(deps: HostDeps): Host {
  announceWidgets(deps.hooks);
  const running = new Map<string, RunningPlugin>();
  const starting = new Map<string, RunningPlugin>();
  let changes = 0;
  let hosts: DeclaredHosts = {};
  const errors = new Map<string, PlinthError>();
  const revisions = createRevisions(createPluginNotes<string>(deps, 'plugin_revisions'));
  const uninstallable = createUninstallable(createPluginNotes<string>(deps, 'uninstall_plugins'));
  const guards = createGuards(createPluginNotes<readonly string[]>(deps, 'plugin_guards'));
  const quarantine = createPluginNotes<Quarantine>(deps, 'plugin_quarantine');
  /** The revision each running plugin was started from. */
  const startedFrom = new Map<string, string>();
  let queue: Promise<unknown> = Promise.resolve();
  /** Pieces of work in the queue. */
  let waiting = 0;
  let known = '';
  let read: { readonly key: string; readonly manifests: ReadonlyMap<string, PluginManifest> } | undefined;
  let held: ReadonlySet<string> = new Set();
  /** What was known when all was last in line. */
  let brought: { readonly generation: number | undefined; readonly held: ReadonlySet<string> } = {
    generation: undefined,
    held,
  };

  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    waiting++;
    const next = queue.then(work, work).finally(() => void waiting--);
    queue = next.catch(() => undefined);
    return next;
  };

  const activeNow = (): MaybePromise<string[]> =>
    andThen(deps.options.optionNow(ACTIVE, []), (stored) =>
      typeof stored === 'object' && stored !== null ? Object.values(stored).map(String) : [],
    );
  const activeIds = async (): Promise<string[]> => activeNow();
  const inspect = createInspection();
  const discover = (): Promise<FoundPlugin[]> => discoverPlugins(deps.folders, deps.paths, inspect);
  function noteRunning(): void {
    changes++;
    hosts = allHosts([...running.values()].map(({ manifest }) => manifest.contributes.hosts ?? {}));
  }
  const runningManifests = (): Map<string, PluginManifest> =>
    new Map([...running].map(([id, plugin]) => [id, plugin.manifest]));

  async function namesOfGuards(thing: string, down: readonly string[]): Promise<string[]> {
    const manifests = await manifestsFor(down.join());
    return (await guards.of(thing, down, manifests)).map((id) => manifests.get(id)?.name ?? id);
  }

  /** The folders are read anew only when what is to run has changed. */
  async function manifestsFor(down: string): Promise<ReadonlyMap<string, PluginManifest>> {
    const key = `${known}\n${down}`;
    if (read?.key !== key)
      read = {
        key,
        manifests: new Map((await discover()).flatMap(({ id, manifest }) => (manifest ? [[id, manifest]] : []))),
      };
    return read.manifests;
  }

  async function opened(
    found: FoundPlugin,
    load: (manifest: PluginManifest) => Promise<PluginModule>,
  ): Promise<RunningPlugin> {
    if (!found.manifest)
      throw found.error ?? new PlinthError('plugin_manifest_missing', `The plugin "${found.id}" has no plugin.json.`);
    const { manifest, folder } = found;
    const undo = createUndoList();
    const module = await deps.invoke(manifest.id, 'import', () => load(manifest));
    return { manifest, folder, module, undo, scope: deps.createScope(manifest, folder, undo) };
  }

  const open = (found: FoundPlugin): Promise<RunningPlugin> =>
    opened(found, (manifest) => loadPluginModule(manifest, found.folder, deps.cache));

  async function start(plugin: RunningPlugin): Promise<void> {
    const { manifest, module, scope } = plugin;
    starting.set(manifest.id, plugin);
    try {
      await migrate(deps.db, manifest.id, module.migrations ?? []);
      await grantContributions(deps.roles, manifest);
      await deps.invoke(manifest.id, 'boot', async () => {
        try {
          await module.boot?.(scope);
        } catch (error) {
          throw withMeantName(error);
        }
      });
    } catch (error) {
      await plugin.undo.run(() => undefined);
      throw error;
    } finally {
      starting.delete(manifest.id);
    }
    await uninstallable.note(manifest.id, module.uninstall);
    await guards.note(manifest);
    running.set(manifest.id, plugin);
    noteRunning();
    startedFrom.set(manifest.id, (await revisions.all())[manifest.id] ?? '');
    errors.delete(manifest.id);
  }

  async function stop(id: string): Promise<void> {
    const plugin = running.get(id);
    if (!plugin) return;
    running.delete(id);
    noteRunning();
    await plugin.undo.run((error) => deps.faults.record(id, 'dispose', error));
  }

  /** Those that need it hold on to what it gave them, so they start anew with it. */
  async function stopWithDependants(id: string): Promise<void> {
    for (const { id: other } of dependants(id, runningManifests().values())) await stopWithDependants(other);
    await stop(id);
  }

  /** All that decides what runs is stored as options. */
  function isInLine(): boolean {
    const generation = deps.generation();
    return generation !== undefined && generation === brought.generation && held === brought.held && known !== '';
  }

  /** True when something may run now that did not before, or the other way round. */
  async function bring(): Promise<boolean> {
    if (isInLine()) return false;
    const generation = deps.generation();
    const done = await bringInLine();
    brought = { generation, held };
    return done;
  }

  async function bringInLine(): Promise<boolean> {
    const [active, aside, meant] = [await activeIds(), await quarantine.all(), await revisions.all()];
    const state = JSON.stringify([active, Object.keys(aside).sort(), meant, [...held].sort()]);
    if (state === known || deps.safeMode) return false;
    const wanted = active.filter((id) => !(id in aside) && !held.has(id));
    for (const id of [...running.keys()].reverse()) if (!wanted.includes(id)) await stop(id);
    for (const id of [...running.keys()]) if (startedFrom.get(id) !== (meant[id] ?? '')) await stopWithDependants(id);

    const found = new Map((await discover()).map((plugin) => [plugin.id, plugin]));
    const manifests: PluginManifest[] = [];
    for (const id of wanted) {
      const plugin = found.get(id);
      if (plugin?.manifest) manifests.push(plugin.manifest);
      else
        errors.set(
          id,
          plugin?.error ??
            new PlinthError('plugin_missing', `The plugin "${id}" is switched on, but its folder is gone.`, {
              cure: 'Install it again, or switch it off.',
            }),
        );
    }
    const { order, cyclic } = orderPlugins(manifests);
    for (const { id, name } of cyclic) {
      errors.set(
        id,
        new PlinthError('plugin_dependency_cycle', `"${name}" needs plugins that need it in turn.`, {
          cure: 'Switch off one of them.',
        }),
      );
    }
    for (const manifest of order) await bringUp(manifest, found.get(manifest.id));
    known = state;
    return true;
  }

  /** Outside of the queue, so that listeners may themselves switch plugins on and off. */
  async function bringAll(): Promise<void> {
    if (await serially(bring)) await announceStart(deps.hooks);
  }

  async function reload(id: string): Promise<void> {
    const before = running.get(id);
    const found = (await discover()).find((plugin) => plugin.id === id);
    if (!found) throw new PlinthError('plugin_missing', `The folder of "${id}" is gone.`, { cure: 'Put it back.' });
    // What cannot be read leaves everything as it is.
    const next = await open(found);
    await stopWithDependants(id);
    try {
      await start(next);
    } catch (error) {
      if (before)
        await start(await opened({ ...found, manifest: before.manifest }, () => Promise.resolve(before.module)));
      throw error;
    } finally {
      known = '';
      await bringInLine();
    }
  }

  async function bringUp(manifest: PluginManifest, found: FoundPlugin | undefined): Promise<void> {
    const lacking = unmetRequirement(manifest, deps.versions, runningManifests());
    if (lacking) {
      await stop(manifest.id);
      errors.set(manifest.id, lacking);
      return;
    }
    if (running.has(manifest.id) || !found) return;
    try {
      await start(await open(found));
    } catch (error) {
      const failure =
        error instanceof PlinthError
          ? error
          : new PlinthError(
              'plugin_boot_failed',
              `"${manifest.name}" could not start: ${(error as Error)?.message ?? String(error)}`,
              { cure: 'Mend the plugin, or switch it off.', cause: error },
            );
      errors.set(manifest.id, failure);
      deps.log.warn({ plugin: manifest.id, code: failure.code }, failure.message);
    }
  }

  function statusOf(id: string, active: readonly string[], aside: Readonly<Record<string, Quarantine>>): PluginStatus {
    if (!active.includes(id)) return 'inactive';
    if (id in aside) return 'quarantined';
    if (running.has(id)) return 'active';
    if (held.has(id)) return 'waiting';
    const code = errors.get(id)?.code ?? '';
    if (deps.safeMode && code === '') return 'active';
    return code.startsWith('plugin_dependency') || WAITS_FOR_HOST.has(code) ? 'waiting' : 'failed';
  }

  async function records(): Promise<PluginRecord[]> {
    const [found, active, aside] = [await discover(), await activeIds(), await quarantine.all()];
    return found.map(({ id, folder, manifest, error }) => ({
      id,
      folder,
      manifest,
      status: statusOf(id, active, aside),
      error:
        error ??
        (id in aside
          ? new PlinthError('plugin_quarantined', aside[id].reason, { cure: 'Activate it again once it is mended.' })
          : held.has(id)
            ? heldBack()
            : errors.get(id)),
      bundled: deps.paths.includes(folder) || (deps.bundled.includes(id) && folder === join(deps.folders[0], id)),
    }));
  }

  return {
    reconcile: () => (waiting === 0 && isInLine() ? undefined : bringAll()),
    records,
    record: async (id) => (await records()).find((record) => record.id === id),
    running: (id) => running.get(id),
    undoOf: (id) => (starting.get(id) ?? running.get(id))?.undo,
    activeIds,
    open,
    openUninstall: (found, file) =>
      opened(found, async (manifest) => ({
        uninstall: await loadUninstallFile(manifest, found.folder, file, deps.cache),
      })),
    uninstallable,
    start: (plugin) => serially(() => start(plugin)),
    stop: (id) => serially(() => stop(id)),
    stopAll: () =>
      serially(async () => {
        for (const id of [...running.keys()].reverse()) await stop(id);
        known = '';
      }),
    async quarantine(id, reason) {
      const at = utcText();
      // Outside the transaction the plugin failed in, which may roll back.
      await deps.db.detached(() => quarantine.set(id, { reason, at }));
      deps.log.warn({ plugin: id }, `plugin set aside: ${reason}`);
      await bringAll();
      await deps.hooks.doAction('plugin_quarantined', id, reason);
    },
    async release(id) {
      const wasAside = id in (await quarantine.all());
      if (wasAside) await quarantine.set(id, undefined);
      errors.delete(id);
      await deps.faults.clear(id);
      if (wasAside) await deps.hooks.doAction('plinth/plugin_resumed', id);
    },
    hold(ids) {
      held = ids;
    },
    renew: revisions.renew,
    async restart(id) {
      errors.delete(id);
      await revisions.renew(id);
      await bringAll();
    },
    async reload(id) {
      try {
        await serially(() => reload(id));
      } finally {
        await announceStart(deps.hooks);
      }
    },
    isProtected: (thing) => [...running.values()].some(({ manifest }) => manifest.protects.includes(thing)),
    changes: () => changes + deps.faults.turns(),
    hosts: () => hosts,
    // What a page registers while it is made is gone with it.
    noteChange: () => void (isReading() || changes++),
    protects: (id, thing) => running.get(id)?.manifest.protects.includes(thing) ?? false,
    brokenGuards: (thing) =>
      andThen(activeNow(), (active) => {
        const down = active.filter((id) => !running.has(id));
        return down.length === 0 ? [] : namesOfGuards(thing, down);
      }),
    unmet: async (manifest) => unmetRequirement(manifest, deps.versions, runningManifests()),
  };
}

function heldBack(): PlinthError {
  return new PlinthError(
    'plugin_held_back',
    'The site did not stay up. This plugin is held back for a moment, to find out which one is the reason.',
    { cure: 'Wait a minute.' },
  );
}
