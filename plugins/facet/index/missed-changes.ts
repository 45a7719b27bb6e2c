import type { ProductRecord } from './catalogue.js';
import type { ChangedProducts } from './changed-products.js';
import type { OwnValues } from './facet-source.js';
import type { IndexPosition } from './index-state.js';

/** Changes that went into an engine while it was being filled anew: what it is filled with does not hold them, and nobody may see them vanish. */
export interface MissedChanges {
  /** The engine has these now. */
  add(changed: ChangedProducts): void;
  /** The tables are at this position, with all that was added. */
  reach(position: IndexPosition): void;
  /** What the engine lacks now that it was filled, and how far it is with that; undefined when that cannot be said: it is read again then, as any change is. */
  after(filled: IndexPosition): { readonly changed: ChangedProducts; readonly position: IndexPosition } | undefined;
}

/** More than these are not brought in at once. */
const MAX = 1000;

/** @param begun how far the engine was when filling it began; undefined when it was empty */
export function createMissedChanges(begun: IndexPosition | undefined): MissedChanges {
  const products = new Map<number, ProductRecord | undefined>();
  const values = new Map<number, OwnValues>();
  let reached = begun;

  return {
    add({ products: changed, removals, said }) {
      if (products.size > MAX) return;
      for (const id of removals) products.set(id, undefined);
      for (const product of changed) products.set(product.id, product);
      for (const [id, own] of said.values) values.set(id, own);
    },
    reach(position) {
      reached = position;
    },
    after(filled) {
      if (
        !begun ||
        !reached ||
        products.size === 0 ||
        products.size > MAX ||
        filled.sequence < begun.sequence ||
        filled.ownSequence < begun.ownSequence
      )
        return undefined;
      const there = [...products.values()].filter((product) => product !== undefined);
      const removals = [...products].flatMap(([id, product]) => (product ? [] : [id]));
      const position = {
        sequence: Math.max(reached.sequence, filled.sequence),
        ownSequence: Math.max(reached.ownSequence, filled.ownSequence),
      };
      return {
        changed: { products: there, removals, said: { values, asked: new Set(), failed: new Set() } },
        position,
      };
    },
  };
}
