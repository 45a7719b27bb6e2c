import type { Knex } from 'knex';

/** A product in a generation of the index. */
export interface ProductRow {
  generation: number;
  product_id: number;
  packed: string;
  /** Number of values and numbers in the row. */
  row_count: number;
}

/** The valid rows; a single row. */
export interface StateRow {
  id: number;
  generation: number;
  previous: number;
  sequence: number | string;
  format: number;
  products: number;
  built_at: string;
  /** JSON. */
  sources: string | null;
  announced: number;
  own_sequence: number;
  /** 1 if the prices are without tax. */
  net_prices: number;
}

/** The value of a custom source for a product. */
export interface OwnValueRow {
  column_id: number;
  product_id: number;
  /** JSON. */
  value: string;
  row_count: number;
}

/** The current builder and its progress; a single row. */
export interface BuildRow {
  id: number;
  owner: string;
  last_generation: number;
  last_column: number;
  steps: number;
  /** JSON. */
  unfinished: string | null;
}

/** A product whose values from custom sources changed; product id 0 means all products. */
export interface ChangeRow {
  sequence: number;
  product_id: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    facet_products: ProductRow;
    facet_state: Knex.CompositeTableType<StateRow, Omit<StateRow, 'announced'>>;
    facet_custom_values: OwnValueRow;
    facet_build: BuildRow;
    facet_changes: ChangeRow;
  }
}
