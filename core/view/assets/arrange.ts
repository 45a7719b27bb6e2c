import { PlinthError } from '../../api/index.js';
import type { Asset } from './asset.js';
import { findAsset } from './asset-list.js';

/**
 * Returns the assets of one kind in a page, each after its dependencies. An asset with a missing dependency is omitted,
 * as are its dependents.
 */
export function sortByDependencies(
  entries: readonly Asset[],
  known: readonly Asset[],
  onError: (asset: Asset, error: PlinthError) => void,
): Asset[] {
  const sorted: Asset[] = [];
  const incompleteAssets = new Map<Asset, boolean>();

  function isComplete(asset: Asset): boolean {
    const before = incompleteAssets.get(asset);
    if (before !== undefined) return !before;
    // A circular dependency that returns here is treated as complete: an asset in progress is not awaited.
    incompleteAssets.set(asset, false);
    for (const handle of asset.options.deps ?? []) {
      const other = findAsset(known, handle, asset.owner);
      if (other && isComplete(other)) continue;
      incompleteAssets.set(asset, true);
      onError(
        asset,
        new PlinthError(
          'asset_dependency_not_found',
          `The ${asset.kind} "${asset.handle}" is left out of the page: it depends on "${handle}", which ${other ? 'is left out too' : 'is not registered'}.`,
          {
            hint: 'Register that handle first, or remove it from the dependencies.',
          },
        ),
      );
      return false;
    }
    return true;
  }

  const visited = new Set<Asset>();
  const visit = (asset: Asset): void => {
    if (visited.has(asset) || !isComplete(asset)) return;
    visited.add(asset);
    for (const handle of asset.options.deps ?? []) {
      const other = findAsset(known, handle, asset.owner);
      if (other) visit(other);
    }
    sorted.push(asset);
  };
  for (const asset of entries) visit(asset);
  return sorted;
}

/** Returns the circular dependency of an asset, as handles; undefined when there is none. */
export function findCycle(asset: Asset, known: readonly Asset[]): readonly string[] | undefined {
  const visited = new Set<Asset>();
  const walk = (current: Asset, trail: readonly string[]): readonly string[] | undefined => {
    for (const handle of current.options.deps ?? []) {
      const next = findAsset(known, handle, current.owner);
      if (!next) continue;
      if (next === asset) return [...trail, next.handle];
      if (visited.has(next)) continue;
      visited.add(next);
      const found = walk(next, [...trail, next.handle]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(asset, [asset.handle]);
}
