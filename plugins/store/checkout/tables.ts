/** A row of `store_order_codes`. */
export interface OrderCodeRow {
  /** Digest of the session and the email address together. */
  readonly owner_hash: string;
  readonly code_hash: string;
  readonly attempts: number;
  /** Unix time in milliseconds. */
  readonly expires_at: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_order_codes: OrderCodeRow;
  }
}
