/** A row of `store_changes`. */
export interface ChangeRow {
  readonly sequence: number;
  /** 0 stands for everything. */
  readonly product_id: number;
  readonly at: string;
}

/** A row of `store_change_sequence`. */
export interface ChangeCounterRow {
  readonly id: number;
  readonly last: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_changes: ChangeRow;
    store_change_sequence: ChangeCounterRow;
  }
}
