import type { Asset, AssetKind, InlineCode } from './asset.js';

/** Registered scripts and styles: those of the site, or one page's changes to them. */
export interface AssetList {
  readonly registered: Map<string, Asset>;
  /** Keys of assets that are included in the page although they are only registered, or load on demand. */
  readonly enqueued: Set<string>;
  /** Handles that were dequeued, regardless of their owner. */
  readonly dequeued: Set<string>;
  /** Deregistered assets; another one with the same handle may be registered later. */
  readonly deregistered: Set<Asset>;
  readonly inlineCode: InlineCode[];
}

export function createAssetList(): AssetList {
  return { registered: new Map(), enqueued: new Set(), dequeued: new Set(), deregistered: new Set(), inlineCode: [] };
}

/** Returns the assets of a kind, with the page's changes applied to those of the site. */
export function mergeAssets(kind: AssetKind, site: AssetList, page: AssetList): readonly Asset[] {
  const merged = new Map<string, Asset>();
  for (const list of [site, page])
    for (const [key, asset] of list.registered) if (asset.kind === kind) merged.set(key, asset);
  return [...merged.values()].filter((asset) => !site.deregistered.has(asset) && !page.deregistered.has(asset));
}

/** Finds an asset by its handle. Plugins that register the same handle get their own; other callers get the first. */
export function findAsset(assets: readonly Asset[], handle: string, owner: string): Asset | undefined {
  const found = assets.filter((asset) => asset.handle === handle);
  return found.find((asset) => asset.owner === owner) ?? found[0];
}
