/** A row of `store_attempts`: one counted attempt. */
export interface AttemptRow {
  readonly id: number;
  readonly action: string;
  /** Hash of the client's subnet. */
  readonly client_hash: string;
  /** Unix time in milliseconds. */
  readonly at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_attempts: AttemptRow;
  }
}
