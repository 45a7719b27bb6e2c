import { PlinthError, type Undo } from '../../api/index.js';
import { currentContext } from '../../context/index.js';
import { sortByDependencies, findCycle } from './arrange.js';
import { type Asset, type AssetKind, type AssetErrorHandler, type InlineCode, assetKey, handleKey } from './asset.js';
import { type AssetList, createAssetList, findAsset, mergeAssets } from './asset-list.js';

/** Group of pages: the site, the admin, or the login. */
export type AssetGroup = 'front' | 'admin' | 'login';

/** Scope of a change: every page, or the one being rendered. */
export type Scope = 'site' | 'page';

/**
 * The scripts, styles and script modules of one site; each kind has its own handles.
 * @since 0.1.0 (WordPress: wp_enqueue_script, wp_enqueue_style and their family)
 */
export interface Assets {
  /** Registers an asset; replaces one with the same plugin, kind and handle. */
  add(scope: Scope, asset: Asset): Undo;
  /** Enqueues a registered asset: the owner's, or else the first with that handle. */
  enqueue(scope: Scope, kind: AssetKind, handle: string, owner: string): Undo;
  /** Dequeues an asset, or deregisters it, regardless of its owner. */
  dequeue(scope: Scope, kind: AssetKind, handle: string): Undo;
  deregister(scope: Scope, kind: AssetKind, handle: string): Undo;
  /** Attaches inline code to an asset. */
  addInline(scope: Scope, inlineCode: InlineCode): Undo;
  /** Adds an on-demand asset to the page of this request. */
  use(handle: string, owner: string): void;
  find(kind: AssetKind, handle: string, owner: string): Asset | undefined;
  /** Whether an asset is included in pages. */
  isEnqueued(kind: AssetKind, handle: string, owner: string): boolean;
  listInline(kind: AssetKind, handle: string): readonly InlineCode[];
  /** Returns the assets of a page, each after its dependencies. */
  collect(kind: AssetKind, group: AssetGroup): Asset[];
  /** Returns the registered assets, for resolving imports. */
  listRegistered(kind: AssetKind): readonly Asset[];
}

const PAGE_LIST_KEY = 'view:assets';
const NO_INLINE_CODE: readonly InlineCode[] = [];
const EMPTY_LIST = createAssetList();

/** Returns the running request's changes for its page. */
function pageList(): AssetList {
  const memo = currentContext()?.memo;
  return (memo?.get(PAGE_LIST_KEY) as AssetList | undefined) ?? EMPTY_LIST;
}

/** Returns the running request's changes for writing; undefined outside of requests. */
function writablePageList(): AssetList | undefined {
  const memo = currentContext()?.memo;
  if (!memo) return undefined;
  const before = memo.get(PAGE_LIST_KEY) as AssetList | undefined;
  if (before) return before;
  const created = createAssetList();
  memo.set(PAGE_LIST_KEY, created);
  return created;
}

export function createAssets(onError: AssetErrorHandler = () => undefined): Assets {
  const site = createAssetList();
  const listFor = (scope: Scope): AssetList => (scope === 'site' ? site : (writablePageList() ?? site));
  const reported = new WeakMap<Asset, Set<string>>();

  /** The assets of every page by kind, cached until something is registered. */
  let siteAssets = new Map<AssetKind, readonly Asset[]>();
  function assetsOfKind(kind: AssetKind): readonly Asset[] {
    const page = pageList();
    if (page.registered.size > 0 || page.deregistered.size > 0) return mergeAssets(kind, site, page);
    const known = siteAssets.get(kind) ?? mergeAssets(kind, site, EMPTY_LIST);
    siteAssets.set(kind, known);
    return known;
  }
  const clearCache = (): void => {
    siteAssets = new Map();
  };

  function report(asset: Asset, error: PlinthError): void {
    const codes = reported.get(asset) ?? new Set();
    if (codes.has(error.message)) return;
    reported.set(asset, codes.add(error.message));
    onError(asset.owner, asset.handle, error);
  }

  function reportCycle(asset: Asset): void {
    const { kind } = asset;
    const cycle = kind === 'module' ? undefined : findCycle(asset, assetsOfKind(kind));
    if (cycle)
      report(
        asset,
        new PlinthError(
          'asset_cycle',
          `The ${kind}s ${cycle.join(' → ')} depend on each other, so their order on pages is undefined.`,
          { hint: 'Remove one of the dependencies.' },
        ),
      );
  }

  function isIncluded(asset: Asset, group: AssetGroup): boolean {
    const page = pageList();
    // Most pages have no changes, and building a key for each asset costs time.
    if (page.dequeued.size > 0 && page.dequeued.has(handleKey(asset))) return false;
    if (page.enqueued.size > 0 && page.enqueued.has(assetKey(asset))) return true;
    if (site.dequeued.size > 0 && site.dequeued.has(handleKey(asset))) return false;
    const on = asset.options.on ?? 'front';
    if (on !== group && !(on === 'both' && group !== 'login')) return false;
    return !(asset.registeredOnly || asset.options.onDemand) || site.enqueued.has(assetKey(asset));
  }

  return {
    add(scope, asset) {
      const { registered } = listFor(scope);
      registered.delete(assetKey(asset));
      registered.set(assetKey(asset), asset);
      clearCache();
      if (scope === 'site') reportCycle(asset);
      return () => {
        if (registered.get(assetKey(asset)) === asset) registered.delete(assetKey(asset));
        clearCache();
      };
    },
    enqueue(scope, kind, handle, owner) {
      const list = listFor(scope);
      const asset = findAsset(assetsOfKind(kind), handle, owner);
      const key = assetKey(asset ?? { kind, owner, handle });
      list.enqueued.add(key);
      list.dequeued.delete(handleKey({ kind, handle }));
      return () => void list.enqueued.delete(key);
    },
    dequeue(scope, kind, handle) {
      const { dequeued } = listFor(scope);
      const name = handleKey({ kind, handle });
      dequeued.add(name);
      return () => void dequeued.delete(name);
    },
    deregister(scope, kind, handle) {
      const { deregistered } = listFor(scope);
      const matches = assetsOfKind(kind).filter((asset) => asset.handle === handle);
      for (const asset of matches) deregistered.add(asset);
      clearCache();
      return () => {
        for (const asset of matches) deregistered.delete(asset);
        clearCache();
      };
    },
    addInline(scope, inlineCode) {
      const list = listFor(scope);
      list.inlineCode.push(inlineCode);
      return () => {
        const index = list.inlineCode.indexOf(inlineCode);
        if (index >= 0) list.inlineCode.splice(index, 1);
      };
    },
    use(handle, owner) {
      for (const kind of ['script', 'style', 'module'] as const) {
        const asset = findAsset(assetsOfKind(kind), handle, owner);
        if (asset) listFor('page').enqueued.add(assetKey(asset));
      }
    },
    find: (kind, handle, owner) => findAsset(assetsOfKind(kind), handle, owner),
    isEnqueued(kind, handle, owner) {
      const asset = findAsset(assetsOfKind(kind), handle, owner);
      return asset !== undefined && (['front', 'admin', 'login'] as const).some((group) => isIncluded(asset, group));
    },
    listInline(kind, handle) {
      const { inlineCode: pageCode } = pageList();
      if (site.inlineCode.length === 0 && pageCode.length === 0) return NO_INLINE_CODE;
      return [...site.inlineCode, ...pageCode].filter((code) => code.kind === kind && code.handle === handle);
    },
    collect(kind, group) {
      const known = assetsOfKind(kind);
      const entries = known.filter((asset) => isIncluded(asset, group));
      return sortByDependencies(entries, known, report);
    },
    listRegistered: assetsOfKind,
  };
}
