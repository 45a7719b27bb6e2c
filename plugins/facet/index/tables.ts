import type { Knex } from 'knex';

/** A product of a generation. */
export interface ProductRow {
  generation: number;
  product_id: number;
  packed: string;
  /** Values and numbers that it holds. */
  row_count: number;
}

/** Which rows are valid; one row. */
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
}

/** What an extension's source says of a product. */
export interface OwnValueRow {
  column_id: number;
  product_id: number;
  /** JSON. */
  value: string;
  row_count: number;
}

/** Who builds, and how far; one row. */
export interface BuildRow {
  id: number;
  owner: string;
  last_generation: number;
  last_column: number;
  steps: number;
  /** JSON. */
  unfinished: string | null;
}

/** A product of which extensions' sources say something else; 0 for all. */
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
