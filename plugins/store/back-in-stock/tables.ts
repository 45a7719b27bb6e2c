/** A row of `store_back_in_stock`. */
export interface BackInStockRow {
  readonly id: number;
  readonly product_id: number;
  /** 0 for the product itself, whichever variation. */
  readonly variation_id: number;
  readonly email: string;
  readonly locale: string;
  readonly confirmed: number;
  readonly confirm_key: string;
  readonly stop_key: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_back_in_stock: BackInStockRow;
  }
}
