/** A row of `store_wishlist_items`. */
export interface WishlistRow {
  readonly id: number;
  readonly user_id: number;
  readonly product_id: number;
  readonly variation_id: number;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_wishlist_items: WishlistRow;
  }
}
