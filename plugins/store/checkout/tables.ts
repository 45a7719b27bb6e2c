/** A row of `store_order_codes`. */
export interface OrderCodeRow {
  readonly who: string;
  readonly code_hash: string;
  readonly tries: number;
  /** Unix time in milliseconds. */
  readonly ends_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_order_codes: OrderCodeRow;
  }
}
