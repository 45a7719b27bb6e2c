import type { ProductRecord } from './catalog.js';
import type { ChangedProducts } from './changed-products.js';
import type { CustomValues } from './facet-source.js';
import type { IndexPosition } from './index-state.js';

/**
 * Changes written to an engine while it was being refilled. The new data does not include them, and they must not
 * disappear.
 */
export interface MissedChanges {
  /** Adds changes that the engine has now. */
  add(changed: ChangedProducts): void;
  /** Sets the position of the tables, with everything that was added. */
  setPosition(position: IndexPosition): void;
  /**
   * Returns what the engine lacks after it was filled, and the resulting position; undefined if that is unknown, in
   * which case it is read again as any change.
   */
  after(
    filledPosition: IndexPosition,
  ): { readonly changed: ChangedProducts; readonly position: IndexPosition } | undefined;
}

/** Maximum number of changes that are written at once. */
const MAX_PRODUCTS = 1000;

/** @param startPosition position of the engine when filling began; undefined if it was empty */
export function createMissedChanges(startPosition: IndexPosition | undefined): MissedChanges {
  const products = new Map<number, ProductRecord | undefined>();
  const values = new Map<number, CustomValues>();
  let reachedPosition = startPosition;

  return {
    add({ products: changed, removals, sourceValues }) {
      if (products.size > MAX_PRODUCTS) return;
      for (const id of removals) products.set(id, undefined);
      for (const product of changed) products.set(product.id, product);
      for (const [id, own] of sourceValues.values) values.set(id, own);
    },
    setPosition(position) {
      reachedPosition = position;
    },
    after(filledPosition) {
      if (
        !startPosition ||
        !reachedPosition ||
        products.size === 0 ||
        products.size > MAX_PRODUCTS ||
        filledPosition.sequence < startPosition.sequence ||
        filledPosition.ownSequence < startPosition.ownSequence
      )
        return undefined;
      const existingProducts = [...products.values()].filter((product) => product !== undefined);
      const removals = [...products].flatMap(([id, product]) => (product ? [] : [id]));
      const position = {
        sequence: Math.max(reachedPosition.sequence, filledPosition.sequence),
        ownSequence: Math.max(reachedPosition.ownSequence, filledPosition.ownSequence),
      };
      return {
        changed: {
          products: existingProducts,
          removals,
          sourceValues: { values, queried: new Set(), failed: new Set() },
        },
        position,
      };
    },
  };
}
