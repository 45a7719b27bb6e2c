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

/** The scripts and styles of one site. */
export interface Assets {
  register(asset: Asset): () => void;
  /** Puts an on-demand asset into the page this request makes. */
  use(handle: string): void;
  /** What a page carries, each after what it depends on. */
  collect(kind: Asset['kind'], place: 'front' | 'admin'): Asset[];
}

const MEMO = 'view:assets';

export function createAssets(): Assets {
  const assets = new Map<string, Asset>();

  function used(): Set<string> {
    const memo = currentContext()?.memo;
    let set = memo?.get(MEMO) as Set<string> | undefined;
    if (!set) {
      set = new Set();
      memo?.set(MEMO, set);
    }
    return set;
  }

  return {
    register(asset) {
      assets.set(asset.handle, asset);
      return () => {
        if (assets.get(asset.handle) === asset) assets.delete(asset.handle);
      };
    },
    use: (handle) => void used().add(handle),
    collect(kind, place) {
      const wanted = used();
      const out = new Map<string, Asset>();
      const visit = (handle: string, trail: readonly string[]): void => {
        const asset = assets.get(handle);
        if (!asset || out.has(handle)) return;
        if (trail.includes(handle)) {
          throw new PlinthError('asset_cycle', `The assets ${[...trail, handle].join(' → ')} depend on each other.`, { cure: 'Remove one of the dependencies.' });
        }
        for (const needed of asset.options.deps ?? []) visit(needed, [...trail, handle]);
        if (asset.kind === kind) out.set(handle, asset);
      };
      for (const asset of assets.values()) {
        const on = asset.options.on ?? 'front';
        if (on !== place && on !== 'both') continue;
        if (!asset.options.onDemand || wanted.has(asset.handle)) visit(asset.handle, []);
      }
      return [...out.values()];
    },
  };
}
