/** A row of `compliance_prices`. */
export interface PriceRow {
  readonly id: number;
  readonly product_id: number;
  readonly variation_id: number;
  readonly currency: string;
  readonly price: number;
  readonly regular: number;
  readonly on_sale: number;
  readonly cause: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_prices: PriceRow;
  }
}
