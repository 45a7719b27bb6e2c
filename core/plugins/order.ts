import semver from 'semver';
import { PlinthError, type PluginManifest } from '../api/index.js';

/** Whether a plugin was made for another version of Plinth: PlinthError `plugin_core_version`. */
export function coreMismatch(manifest: PluginManifest, coreVersion: string): PlinthError | undefined {
  if (semver.satisfies(coreVersion, manifest.requiresCore, { includePrerelease: true })) return undefined;
  return new PlinthError('plugin_core_version', `"${manifest.name}" needs Plinth ${manifest.requiresCore}; this is ${coreVersion}.`, {
    cure: 'Update Plinth, or install a version of the plugin made for this one.',
    status: 400,
  });
}

/**
 * Why a plugin cannot run here, if it cannot.
 * @returns PlinthError `plugin_core_version`, `plugin_dependency_missing`, `plugin_dependency_version`
 */
export function unmetRequirement(
  manifest: PluginManifest,
  coreVersion: string,
  active: ReadonlyMap<string, PluginManifest>,
): PlinthError | undefined {
  const mismatch = coreMismatch(manifest, coreVersion);
  if (mismatch) return mismatch;
  for (const [id, range] of Object.entries(manifest.requiresPlugins)) {
    const other = active.get(id);
    if (!other) {
      return new PlinthError('plugin_dependency_missing', `"${manifest.name}" needs the plugin "${id}", which is not active.`, {
        cure: `Activate "${id}" first.`,
        status: 400,
      });
    }
    if (!semver.satisfies(other.version, range, { includePrerelease: true })) {
      return new PlinthError('plugin_dependency_version', `"${manifest.name}" needs "${id}" ${range}; ${other.version} is active.`, {
        cure: `Update "${id}".`,
        status: 400,
      });
    }
  }
  return undefined;
}

/**
 * Puts plugins behind those they need; otherwise they stay in the given order.
 * Members of a cycle come back apart, since no order satisfies them.
 */
export function orderPlugins(manifests: readonly PluginManifest[]): { order: PluginManifest[]; cyclic: PluginManifest[] } {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const order: PluginManifest[] = [];
  const state = new Map<string, 'open' | 'done' | 'cyclic'>();

  function visit(manifest: PluginManifest): boolean {
    const known = state.get(manifest.id);
    if (known === 'done') return true;
    if (known !== undefined) return false;
    state.set(manifest.id, 'open');
    const needs = Object.keys(manifest.requiresPlugins).flatMap((id) => byId.get(id) ?? []);
    const free = needs.map(visit).every(Boolean);
    state.set(manifest.id, free ? 'done' : 'cyclic');
    if (free) order.push(manifest);
    return free;
  }

  const cyclic = manifests.filter((manifest) => !visit(manifest));
  return { order, cyclic };
}

/** The active plugins that need the given one, directly. */
export function dependants(id: string, active: Iterable<PluginManifest>): PluginManifest[] {
  return [...active].filter((manifest) => id in manifest.requiresPlugins);
}
