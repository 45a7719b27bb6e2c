/**
 * Delivery result of an email. `filed`: written to the mail folder because there is no mail server; `failed`: will be
 * retried; `refused`: permanently rejected by the server, until its address is corrected; `dropped`: without recipient,
 * because an extension removed it.
 */
export type EmailOutcome = 'sent' | 'filed' | 'failed' | 'refused' | 'dropped';

/** A row of `store_emails`. */
export interface EmailRow {
  readonly id: number;
  /** 0 when it is not about an order. */
  readonly order_id: number;
  /** The store's own kind, or the id of a registered email. */
  readonly kind: string;
  readonly recipient: string;
  readonly locale: string;
  /** JSON, or empty. */
  readonly data: string;
  readonly state: 'waiting' | 'sending' | EmailOutcome;
  /** Message of the server that refused it; empty otherwise. */
  readonly refusal: string;
  readonly created_at: string;
  readonly changed_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_emails: EmailRow;
  }
}
