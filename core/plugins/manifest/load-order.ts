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

/** Returns the active plugins that directly require the given one. */
export function dependants(id: string, active: Iterable<PluginManifest>): PluginManifest[] {
  return [...active].filter((manifest) => Object.hasOwn(manifest.requiresPlugins, id));
}
