import { type AssetOptions, PlinthError } from '../api/index.js';
import { currentContext } from '../context/index.js';

/** A registered script or style. */
export interface Asset {
  readonly handle: string;
  readonly kind: 'script' | 'style';
  /** The complete address, with its version. */
  readonly src: string;
  readonly owner: string;
  readonly options: AssetOptions;
}

/** The scripts and styles of one site; scripts have handles of their own, and so have styles. */
export interface Assets {
  register(asset: Asset): () => void;
  /** Puts an asset into the page this request makes, and into no other. */
  enqueue(asset: Asset): void;
  /** Puts an on-demand asset into the page this request makes: its owner's, or else the first of that handle. */
  use(handle: string, owner: string): void;
  /** What a page carries, each after what it depends on. */
  collect(kind: Asset['kind'], place: 'front' | 'admin'): Asset[];
}

/** Told what is wrong with a plugin's asset, once for each registration; the page has it all the same. */
export type AssetTrouble = (owner: string, handle: string, error: PlinthError) => void;

const MEMO = 'view:assets';
const ENQUEUED = 'view:enqueued';

/** @since 0.1.0 (WordPress: wp_enqueue_script, wp_enqueue_style and their family) */
export function createAssets(onTrouble: AssetTrouble = () => undefined): Assets {
  let assets: readonly Asset[] = [];

  function used(): Set<string> {
    const memo = currentContext()?.memo;
    let set = memo?.get(MEMO) as Set<string> | undefined;
    if (!set) {
      set = new Set();
      memo?.set(MEMO, set);
    }
    return set;
  }

  /** What was enqueued while the page is made; a call again replaces the one before. */
  function enqueued(): Map<string, Asset> {
    const memo = currentContext()?.memo;
    let map = memo?.get(ENQUEUED) as Map<string, Asset> | undefined;
    if (!map) {
      map = new Map();
      memo?.set(ENQUEUED, map);
    }
    return map;
  }

  /** Two plugins may bring the same handle; each means its own, and others the first. */
  function find(kind: Asset['kind'], handle: string, owner: string): Asset | undefined {
    const named = [...assets, ...enqueued().values()].filter((asset) => asset.kind === kind && asset.handle === handle);
    return named.find((asset) => asset.owner === owner) ?? named[0];
  }

  function needed(asset: Asset): Asset[] {
    return (asset.options.deps ?? []).flatMap((handle) => find(asset.kind, handle, asset.owner) ?? []);
  }

  /** The way from an asset back to itself, by handles; undefined when there is none. */
  function circle(asset: Asset): readonly string[] | undefined {
    const seen = new Set<Asset>();
    const walk = (at: Asset, trail: readonly string[]): readonly string[] | undefined => {
      for (const next of needed(at)) {
        if (next === asset) return [...trail, next.handle];
        if (seen.has(next)) continue;
        seen.add(next);
        const found = walk(next, [...trail, next.handle]);
        if (found) return found;
      }
      return undefined;
    };
    return walk(asset, [asset.handle]);
  }

  function lookAt(asset: Asset): void {
    const { handle, kind, owner } = asset;
    const other = assets.find((one) => one.kind === kind && one.handle === handle && one.owner !== owner);
    if (other) {
      onTrouble(owner, handle, new PlinthError('asset_handle_taken', `The ${kind} "${handle}" has its name from "${other.owner}" already; pages carry both.`, { cure: 'Begin handles with the plugin’s name.', kind: 'refusal' }));
    }
    const way = circle(asset);
    if (way) onTrouble(owner, handle, new PlinthError('asset_cycle', `The ${kind}s ${way.join(' → ')} depend on each other; their order on pages is left to chance.`, { cure: 'Remove one of the dependencies.' }));
  }

  return {
    register(asset) {
      const isSame = (other: Asset): boolean => other.kind === asset.kind && other.handle === asset.handle && other.owner === asset.owner;
      assets = [...assets.filter((other) => !isSame(other)), asset];
      lookAt(asset);
      return () => {
        assets = assets.filter((other) => other !== asset);
      };
    },
    enqueue: (asset) => void enqueued().set(keyOf(asset), asset),
    use: (handle, owner) => {
      for (const kind of ['script', 'style'] as const) {
        const asset = find(kind, handle, owner);
        if (asset) used().add(keyOf(asset));
      }
    },
    collect(kind, place) {
      const wanted = used();
      const out: Asset[] = [];
      const seen = new Set<Asset>();
      const visit = (asset: Asset): void => {
        // Also where a circle comes back: what is on the way already is not waited for.
        if (seen.has(asset)) return;
        seen.add(asset);
        for (const other of needed(asset)) visit(other);
        out.push(asset);
      };
      const ofPage = [...enqueued().values()].filter((asset) => asset.kind === kind && !assets.some((other) => keyOf(other) === keyOf(asset)));
      for (const asset of [...assets, ...ofPage]) {
        const on = asset.options.on ?? 'front';
        if (asset.kind !== kind || (on !== place && on !== 'both')) continue;
        if (!asset.options.onDemand || wanted.has(keyOf(asset)) || ofPage.includes(asset)) visit(asset);
      }
      return out;
    },
  };
}

function keyOf({ kind, owner, handle }: Asset): string {
  return `${kind} ${owner} ${handle}`;
}
