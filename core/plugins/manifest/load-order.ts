import type { PluginManifest } from '../../api/index.js';

/**
 * Sorts plugins after those they require, otherwise preserving the given order.
 * Members of a cycle are returned separately, since no order satisfies them.
 */
export function orderPlugins(manifests: readonly PluginManifest[]): {
  order: PluginManifest[];
  cyclic: PluginManifest[];
} {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  const order: PluginManifest[] = [];
  const state = new Map<string, 'open' | 'done' | 'cyclic'>();

  function visit(manifest: PluginManifest): boolean {
    const visitState = state.get(manifest.id);
    if (visitState === 'done') return true;
    if (visitState !== undefined) return false;
    state.set(manifest.id, 'open');
    const requiredPlugins = Object.keys(manifest.requiresPlugins).flatMap((id) => byId.get(id) ?? []);
    const isSatisfied = requiredPlugins.map(visit).every(Boolean);
    state.set(manifest.id, isSatisfied ? 'done' : 'cyclic');
    if (isSatisfied) order.push(manifest);
    return isSatisfied;
  }

  const cyclic = manifests.filter((manifest) => !visit(manifest));
  return { order, cyclic };
}

/** Returns the active plugins that directly require the given one. */
export function findDependents(id: string, active: Iterable<PluginManifest>): PluginManifest[] {
  return [...active].filter((manifest) => Object.hasOwn(manifest.requiresPlugins, id));
}
