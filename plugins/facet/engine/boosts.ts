/**
 * The products that an owner's rule affects: selected products, products with any of some values on any variation, or
 * products published since a time.
 * @since 0.1.0
 */
export type BoostTarget =
  | { readonly products: readonly number[] }
  | { readonly source: string; readonly values: readonly string[] }
  | { /** Seconds since the Unix epoch. */ readonly since: number };

/**
 * A product with a fixed position.
 * @since 0.1.0
 */
export interface Pin {
  /** Position in the list, from 1. */
  readonly position: number;
  readonly product: number;
}

/**
 * Products that come before or after the others of a list.
 * @since 0.1.0
 */
export interface Boost {
  readonly direction: 1 | -1;
  /** Conditions of which a product must meet at least one. */
  readonly targets: readonly BoostTarget[];
}

/**
 * The owner's placement of products in a list, whatever the search or selection. It changes the order only, and only
 * that of the default and the relevance order.
 * The object must stay the same while its content does, since results derived from it are cached by identity.
 * @since 0.1.0
 */
export interface Boosts {
  /**
   * Each product once, in ascending position; of two at one position, the later one comes second. A product that is not
   * found leaves no gap.
   */
  readonly pins: readonly Pin[];
  /** The first boost that affects a product applies. */
  readonly boosts: readonly Boost[];
}

/**
 * Returns how closely a match corresponds to the search; a boost moves a product past others of the same nearness only.
 * @param score the score of a match
 */
export const getNearness = (score: number): number => score >>> 2;
