/** A row of `store_attempts`: one counted attempt. */
export interface AttemptRow {
  readonly id: number;
  readonly action: string;
  /** Digest of the network address. */
  readonly who: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_attempts: AttemptRow;
  }
}
