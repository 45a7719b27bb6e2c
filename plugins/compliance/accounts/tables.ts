/** A row of `compliance_confirmations`. */
export interface ConfirmationRow {
  readonly user_id: number;
  readonly token_hash: string;
  readonly expires_at: string;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_confirmations: ConfirmationRow;
  }
}
