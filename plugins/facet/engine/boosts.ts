/** What a rule of the owner touches: chosen products, products that have any of some values on any version, or those published since a moment. @since 0.3.0 */
export type Touch =
  | { readonly products: readonly number[] }
  | { readonly source: string; readonly values: readonly string[] }
  | { /** Seconds since 1970. */ readonly since: number };

/** A product with a place of its own. @since 0.3.0 */
export interface Pin {
  /** From 1. */
  readonly place: number;
  readonly product: number;
}

/** Products that stand before or behind the others of a list. @since 0.3.0 */
export interface Lift {
  readonly by: 1 | -1;
  /** A product is touched by any of them. */
  readonly touches: readonly Touch[];
}

/**
 * Where the owner puts products in a list, whatever they are found by. It changes the order alone, and only the shop's own and that of the best match.
 * The same object as long as it says the same, since what is found out of it is kept by it.
 * @since 0.3.0
 */
export interface Placing {
  /** Each product once, ascending by place; of two at one place, the later one stands behind. One that is not found leaves no gap. */
  readonly pins: readonly Pin[];
  /** The first that touches a product decides about it. */
  readonly lifts: readonly Lift[];
}

/** How near a match is to what was typed; a lift moves a product past those that are as near. @param score of a match */
export const nearnessOf = (score: number): number => score >>> 2;
