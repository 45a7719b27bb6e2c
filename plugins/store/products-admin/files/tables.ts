/** A row of `store_imports`. */
export interface ImportRow {
  readonly id: number;
  readonly row_count: number;
  readonly job_id: number;
  readonly applying: number;
  readonly report: string;
  readonly error: string;
  /** Column mapping as JSON; null for none. */
  readonly mapping: string | null;
  readonly created_at: string;
}

/** A row of `store_import_batches`. */
export interface ImportBatchRow {
  readonly import_id: number;
  readonly position: number;
  readonly content: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_imports: ImportRow;
    store_import_batches: ImportBatchRow;
  }
}
