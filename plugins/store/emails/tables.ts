/**
 * Delivery result of an email. `filed`: written to the mail folder because there is no mail server; `failed`: will be
 * retried; `refused`: permanently rejected by the mail server, until its address is corrected; `dropped`: not sent,
 * because its order no longer exists or an extension removed all recipients.
 */
export type EmailOutcome = 'sent' | 'filed' | 'failed' | 'refused' | 'dropped';

/** A row of `store_emails`. */
export interface EmailRow {
  readonly id: number;
  /** 0 when the email does not belong to an order. */
  readonly order_id: number;
  /** Kind of a built-in email, or the id of a registered email. */
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
