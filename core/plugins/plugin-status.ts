import type { PlinthError, PluginManifest, PluginModule, PluginScope } from '../api/index.js';
import type { UndoList } from './undo-list.js';

/**
 * Where a plugin stands. `waiting`: switched on, but what it needs is not there. `failed`: switched on, but its start threw.
 * `quarantined`: set aside after three faults.
 */
export type PluginStatus = 'inactive' | 'active' | 'waiting' | 'failed' | 'quarantined';

/** Whether a plugin is switched on and does not run, for whatever reason. */
export function isPaused(status: PluginStatus): boolean {
  return status !== 'inactive' && status !== 'active';
}

/** A plugin as lists show it. */
export interface PluginRecord {
  readonly id: string;
  readonly folder: string;
  /** Absent when plugin.json cannot be used; `error` says why. */
  readonly manifest: PluginManifest | undefined;
  readonly status: PluginStatus;
  readonly error: PlinthError | undefined;
  /** It came with Plinth, or lies where its author works on it, rather than being installed. */
  readonly bundled: boolean;
}

/** A plugin whose code is running. */
export interface RunningPlugin {
  readonly manifest: PluginManifest;
  readonly folder: string;
  readonly module: PluginModule;
  readonly scope: PluginScope;
  readonly undo: UndoList;
}

/** Why an active plugin could not start, kept in the option `plugin_start_errors` for processes that start none. */
export interface StartError {
  readonly code: string;
  readonly message: string;
  readonly cure: string;
}

/** Why a plugin was set aside, kept in the option `plugin_quarantine`. */
export interface Quarantine {
  readonly reason: string;
  /** UTC. */
  readonly at: string;
}
