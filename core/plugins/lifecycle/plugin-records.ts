import { join } from 'node:path';
import { PlinthError } from '../../api/index.js';
import type { FoundPlugin } from '../manifest/discovery.js';
import type { PluginNotes } from '../state/plugin-option.js';
import type { RunningPlugins } from './running-plugins.js';
import type { PluginRecord, PluginStatus, PauseReason, StartError } from '../state/plugin-status.js';

interface PluginRecordsDeps {
  /** Bundled plugins, then those installed into the data folder. */
  readonly folders: readonly string[];
  /** Folders of individual plugins in development. */
  readonly paths: readonly string[];
  /** The plugins of the checkout that ship with Plinth. */
  readonly bundled: readonly string[];
  readonly safeMode: boolean;
  readonly running: RunningPlugins;
  readonly errors: ReadonlyMap<string, PlinthError>;
  readonly startErrors: PluginNotes<StartError>;
  readonly pauses: PluginNotes<PauseReason>;
  discover(): Promise<FoundPlugin[]>;
  activeIds(): Promise<string[]>;
  isSuspended(id: string): boolean;
}

/** Errors that another version of Plinth or Node.js may resolve. */
const HOST_VERSION_CODES: ReadonlySet<string> = new Set(['plugin_core_version', 'plugin_node_version']);

/** Creates the function that lists all plugins for screens and commands. */
export function createPluginRecords(deps: PluginRecordsDeps): () => Promise<PluginRecord[]> {
  const { running } = deps;

  /** Returns the start errors. In safe mode, they are those stored by the processes that start plugins. */
  async function currentErrors(): Promise<ReadonlyMap<string, PlinthError>> {
    if (!deps.safeMode) return deps.errors;
    const storedErrors = Object.entries(await deps.startErrors.all());
    return new Map(storedErrors.map(([id, { code, message, hint }]) => [id, new PlinthError(code, message, { hint })]));
  }

  function statusOf(id: string, isPaused: boolean, error: PlinthError | undefined): PluginStatus {
    if (isPaused) return 'paused';
    if (running.get(id)) return 'active';
    if (deps.isSuspended(id)) return 'waiting';
    const code = error?.code ?? '';
    if (deps.safeMode && code === '') return 'active';
    return code.startsWith('plugin_dependency') || HOST_VERSION_CODES.has(code) ? 'waiting' : 'failed';
  }

  function errorOf(
    id: string,
    pauseReason: PauseReason | undefined,
    error: PlinthError | undefined,
  ): PlinthError | undefined {
    if (pauseReason)
      return new PlinthError('plugin_paused', pauseReason.reason, {
        hint: 'Fix the plugin, then activate it again.',
      });
    return deps.isSuspended(id) ? suspendedError() : error;
  }

  return async () => {
    const [found, active, paused] = [await deps.discover(), await deps.activeIds(), await deps.pauses.all()];
    const errors = await currentErrors();
    return found.map(({ id, folder, manifest, error }) => ({
      id,
      folder,
      manifest,
      status: active.includes(id) ? statusOf(id, id in paused, errors.get(id)) : 'inactive',
      error: error ?? errorOf(id, paused[id], errors.get(id)),
      bundled: deps.paths.includes(folder) || (deps.bundled.includes(id) && folder === join(deps.folders[0] ?? '', id)),
    }));
  };
}

function suspendedError(): PlinthError {
  return new PlinthError(
    'plugin_circuit_open',
    'The site keeps crashing. This plugin is temporarily disabled to find the one that causes it.',
    { hint: 'Wait a minute.' },
  );
}
