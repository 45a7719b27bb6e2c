import { PlinthError, type PluginManifest } from '../../api/index.js';
import type { FoundPlugin } from '../manifest/discovery.js';
import { orderPlugins } from '../manifest/load-order.js';
import type { PausedPages } from './paused-pages.js';
import type { PluginNotes, Revisions } from '../state/plugin-option.js';
import { type HostVersions, unmetRequirement } from '../manifest/requirements.js';
import type { RunningPlugins } from './running-plugins.js';
import type { PauseReason, RunningPlugin, StartError } from '../state/plugin-status.js';

interface ReconcilerDeps {
  readonly log: { warn(fields: object, message: string): void };
  readonly versions: HostVersions;
  /** Whether no plugin code is loaded at all. */
  readonly safeMode: boolean;
  readonly running: RunningPlugins;
  readonly pausedPages: PausedPages;
  /** Why an active plugin does not run, by plugin id. */
  readonly errors: Map<string, PlinthError>;
  readonly startErrors: PluginNotes<StartError>;
  readonly pauses: PluginNotes<PauseReason>;
  readonly revisions: Revisions;
  /** Returns the known table version of the options; undefined if unknown. */
  optionsVersion(): number | undefined;
  discover(): Promise<FoundPlugin[]>;
  activeIds(): Promise<string[]>;
  open(found: FoundPlugin): Promise<RunningPlugin>;
}

/** Starts and stops plugins to match the active ones. */
export interface Reconciler {
  /** Returns true when the set of running plugins may have changed. */
  reconcileIfChanged(): Promise<boolean>;
  reconcile(): Promise<boolean>;
  /** Whether nothing that determines the running plugins has changed since the last time. */
  isUpToDate(): boolean;
  /** Suspends exactly these plugins in this process. */
  setSuspended(ids: ReadonlySet<string>): void;
  isSuspended(id: string): boolean;
  /** Makes the next call check everything again. */
  invalidate(): void;
  /** Returns, as text, the set of plugins to run at the last reconciliation. */
  state(): string;
}

export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { running, errors } = deps;
  let state = '';
  let suspendedIds: ReadonlySet<string> = new Set();
  /** State at the last reconciliation. */
  let last: { readonly optionsVersion: number | undefined; readonly suspended: ReadonlySet<string> } = {
    optionsVersion: undefined,
    suspended: suspendedIds,
  };

  /** Whether nothing has changed. Everything that determines the running plugins is stored in options. */
  function isUnchanged(): boolean {
    const optionsVersion = deps.optionsVersion();
    return (
      optionsVersion !== undefined &&
      optionsVersion === last.optionsVersion &&
      suspendedIds === last.suspended &&
      state !== ''
    );
  }

  async function reconcileNow(): Promise<boolean> {
    const [active, paused, revisions] = [await deps.activeIds(), await deps.pauses.all(), await deps.revisions.all()];
    const next = JSON.stringify([active, Object.keys(paused).sort(), revisions, [...suspendedIds].sort()]);
    if (next === state || deps.safeMode) return false;
    const idsToRun = active.filter((id) => !(id in paused) && !suspendedIds.has(id));
    for (const id of running.ids().reverse()) if (!idsToRun.includes(id)) await running.stop(id);
    for (const id of running.ids()) if (running.isStale(id, revisions[id] ?? '')) await running.stopWithDependents(id);
    await startAll(idsToRun);
    await storeErrors(active);
    await deps.pausedPages.load(active.filter((id) => !running.get(id)));
    state = next;
    return true;
  }

  async function startAll(idsToRun: readonly string[]): Promise<void> {
    const found = new Map((await deps.discover()).map((plugin) => [plugin.id, plugin]));
    const manifests: PluginManifest[] = [];
    for (const id of idsToRun) {
      const plugin = found.get(id);
      if (plugin?.manifest) manifests.push(plugin.manifest);
      else errors.set(id, plugin?.error ?? missingFolderError(id));
    }
    const { order, cyclic } = orderPlugins(manifests);
    for (const manifest of cyclic) errors.set(manifest.id, dependencyCycleError(manifest));
    for (const manifest of order) await startPlugin(manifest, found.get(manifest.id));
  }

  async function startPlugin(manifest: PluginManifest, found: FoundPlugin | undefined): Promise<void> {
    const unmet = unmetRequirement(manifest, deps.versions, running.manifests());
    if (unmet) {
      await running.stop(manifest.id);
      errors.set(manifest.id, unmet);
      return;
    }
    if (running.get(manifest.id) || !found) return;
    try {
      await running.start(await deps.open(found));
    } catch (error) {
      const failure = error instanceof PlinthError ? error : bootError(manifest, error);
      errors.set(manifest.id, failure);
      deps.log.warn({ plugin: manifest.id, code: failure.code }, failure.message);
    }
  }

  /** Stores why plugins do not run, for commands that do not start plugins. */
  async function storeErrors(active: readonly string[]): Promise<void> {
    const known = await deps.startErrors.all();
    for (const id of new Set([...Object.keys(known), ...active])) {
      const error = active.includes(id) && !running.get(id) ? errors.get(id) : undefined;
      const now = error && { code: error.code, message: error.message, hint: error.hint ?? '' };
      if (JSON.stringify(now) !== JSON.stringify(known[id])) await deps.startErrors.set(id, now);
    }
  }

  return {
    async reconcileIfChanged() {
      if (isUnchanged()) return false;
      const optionsVersion = deps.optionsVersion();
      const changed = await reconcileNow();
      last = { optionsVersion, suspended: suspendedIds };
      return changed;
    },
    reconcile: reconcileNow,
    isUpToDate: isUnchanged,
    setSuspended: (ids) => void (suspendedIds = ids),
    isSuspended: (id) => suspendedIds.has(id),
    invalidate: () => void (state = ''),
    state: () => state,
  };
}

const missingFolderError = (id: string): PlinthError =>
  new PlinthError('plugin_folder_not_found', `The plugin "${id}" is active, but its folder is missing.`, {
    hint: 'Reinstall the plugin, or deactivate it.',
  });

const dependencyCycleError = ({ name }: PluginManifest): PlinthError =>
  new PlinthError('plugin_dependency_cycle', `The plugin "${name}" is part of a circular dependency.`, {
    hint: 'Deactivate one of the plugins in the cycle.',
  });

const bootError = ({ name }: PluginManifest, error: unknown): PlinthError => {
  const message = error instanceof Error ? error.message : ((error as Error | undefined)?.message ?? String(error));
  return new PlinthError('plugin_boot_failed', `"${name}" could not start: ${message}`, {
    hint: 'Fix the plugin, or deactivate it.',
    cause: error,
  });
};
