/** A row of `store_linked_products`. */
export interface LinkedProductRow {
  readonly product_id: number;
  readonly linked_id: number;
  readonly kind: 'upsell' | 'crosssell';
  readonly position: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_linked_products: LinkedProductRow;
  }
}
