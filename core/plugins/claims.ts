import type { Undo } from '../api/index.js';

/** What two plugins can want to have under one name. */
export type ClaimKind = 'page' | 'REST route' | 'command' | 'block' | 'shortcode' | 'post type' | 'taxonomy' | 'setting' | 'service' | 'image size' | 'widget' | 'script' | 'style';

/** A name that more than one plugin claims. */
export interface DoubleClaim {
  readonly kind: ClaimKind;
  readonly name: string;
  /** The plugins, the one that was first in front. */
  readonly plugins: readonly string[];
}

/** Who registered which names on one site. */
export interface Claims {
  /** Notes that a plugin has a name until it is taken back; what it has already under that name is the same. */
  claim(kind: ClaimKind, name: string, plugin: string): Undo;
  /** Names that several plugins have now. */
  doubles(): readonly DoubleClaim[];
}

/** @param onDouble told, once for each plugin and name, that another one was first */
export function createClaims(onDouble: (double: DoubleClaim) => void): Claims {
  const claims = new Map<string, { readonly kind: ClaimKind; readonly name: string; readonly holders: Map<string, number> }>();
  return {
    claim(kind, name, plugin) {
      const key = `${kind}\n${name}`;
      const claim = claims.get(key) ?? { kind, name, holders: new Map<string, number>() };
      claims.set(key, claim);
      const { holders } = claim;
      const isNew = !holders.has(plugin);
      holders.set(plugin, (holders.get(plugin) ?? 0) + 1);
      if (isNew && holders.size > 1) onDouble({ kind, name, plugins: [...holders.keys()] });
      return () => {
        const left = (holders.get(plugin) ?? 1) - 1;
        if (left > 0) holders.set(plugin, left);
        else holders.delete(plugin);
        if (holders.size === 0) claims.delete(key);
      };
    },
    doubles: () => [...claims.values()].filter(({ holders }) => holders.size > 1).map(({ kind, name, holders }) => ({ kind, name, plugins: [...holders.keys()] })),
  };
}
