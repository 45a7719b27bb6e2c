import type { ProductRecord } from './catalogue.js';
import type { ChangedProducts } from './changed-products.js';
import type { OwnValues } from './facet-source.js';
import type { IndexPosition } from './index-state.js';

/**
 * Changes written to an engine while it was being refilled. The new data does not include them, and they must not
 * disappear.
 */
export interface MissedChanges {
  /** Adds changes that the engine has now. */
  add(changed: ChangedProducts): void;
  /** Sets the position of the tables, with everything that was added. */
  reach(position: IndexPosition): void;
  /**
   * Returns what the engine lacks after it was filled, and the resulting position; undefined if that is unknown, in
   * which case it is read again as any change.
   */
  after(filled: IndexPosition): { readonly changed: ChangedProducts; readonly position: IndexPosition } | undefined;
}

/** Maximum number of changes that are written at once. */
const MAX = 1000;

/** @param begun position of the engine when filling began; undefined if it was empty */
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
