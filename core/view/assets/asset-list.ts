import type { Asset, AssetKind, Beside } from './asset.js';

/** Scripts and styles as they stand: those of the site, or the changes that one page makes to them. */
export interface AssetList {
  readonly known: Map<string, Asset>;
  /** Keys of those that are in the page although they are idle or on demand. */
  readonly wanted: Set<string>;
  /** Names that were taken out, whoever brought them. */
  readonly dropped: Set<string>;
  /** Those that somebody forgot; another one of that name may come after. */
  readonly forgotten: Set<Asset>;
  readonly beside: Beside[];
}

export function createAssetList(): AssetList {
  return { known: new Map(), wanted: new Set(), dropped: new Set(), forgotten: new Set(), beside: [] };
}

/** The assets of a kind, the page's own changes upon those of the site. */
export function standing(kind: AssetKind, site: AssetList, page: AssetList): readonly Asset[] {
  const out = new Map<string, Asset>();
  for (const list of [site, page]) for (const [key, asset] of list.known) if (asset.kind === kind) out.set(key, asset);
  return [...out.values()].filter((asset) => !site.forgotten.has(asset) && !page.forgotten.has(asset));
}

/** Two plugins may bring the same handle; each means its own, and others the first. */
export function named(assets: readonly Asset[], handle: string, owner: string): Asset | undefined {
  const found = assets.filter((asset) => asset.handle === handle);
  return found.find((asset) => asset.owner === owner) ?? found[0];
}
