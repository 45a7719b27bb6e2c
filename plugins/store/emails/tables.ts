/**
 * What became of a letter: without a mail server it lies in the mail folder and reaches nobody; one that failed is tried again, and one
 * that the server refused for good waits until somebody mends its address. A dropped one has nobody it goes to, as an extension wants it.
 */
export type EmailOutcome = 'sent' | 'filed' | 'failed' | 'refused' | 'dropped';

/** A row of `store_emails`. */
export interface EmailRow {
  readonly id: number;
  /** 0 when it is about no order. */
  readonly order_id: number;
  /** The store's own, or the id of a registered one. */
  readonly kind: string;
  readonly recipient: string;
  readonly locale: string;
  /** JSON, or empty. */
  readonly data: string;
  readonly state: 'waiting' | 'sending' | EmailOutcome;
  /** What the server said when it refused; empty otherwise. */
  readonly refusal: string;
  readonly created_at: string;
  readonly changed_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_emails: EmailRow;
  }
}
