import type { PlinthError, PluginManifest, PluginModule, PluginScope } from '../../api/index.js';
import type { UndoList } from './undo-list.js';

/**
 * State of a plugin. `waiting`: active, but its requirements are not met. `failed`: active, but its start threw.
 * `paused`: active, but stopped by the host after repeated errors.
 */
export type PluginStatus = 'inactive' | 'active' | 'waiting' | 'failed' | 'paused';

/** Whether a plugin is active but not running. REST and the command line call all these states paused. */
export function isPaused(status: PluginStatus): boolean {
  return status !== 'inactive' && status !== 'active';
}

/** A plugin as shown in lists. */
export interface PluginRecord {
  readonly id: string;
  readonly folder: string;
  /** Undefined when plugin.json is not usable; `error` contains the reason. */
  readonly manifest: PluginManifest | undefined;
  readonly status: PluginStatus;
  readonly error: PlinthError | undefined;
  /** Whether it ships with Plinth or is loaded from its author's folder, rather than being installed. */
  readonly bundled: boolean;
}

/** A plugin whose code is running. */
export interface RunningPlugin {
  readonly manifest: PluginManifest;
  readonly folder: string;
  readonly module: PluginModule;
  readonly scope: PluginScope;
  readonly undoList: UndoList;
}

/**
 * Why an active plugin could not start; stored in the option `plugin_start_errors` for processes that do not start
 * plugins.
 */
export interface StartError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Why a plugin was paused; stored in the option `plugin_pauses`. */
export interface PauseReason {
  readonly reason: string;
  /** Time in UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string;
}
