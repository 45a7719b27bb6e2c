/** A row of `options`. */
export interface OptionRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly autoload: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    options: OptionRow;
    /** A single row, incremented with each change of an option. */
    table_versions: { readonly id: number; readonly version: number | string };
  }
}
