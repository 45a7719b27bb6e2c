export type DeclarationKind = 'withdrawal' | 'report' | 'appeal';
/** `recorded` until decided. */
export type DeclarationStatus = 'recorded' | 'accepted' | 'rejected';

/**
 * Reason why a declaration may not come from a person: the honeypot field was filled in, or one network sent many. It
 * is valid nevertheless.
 */
export type Flag = '' | 'honeypot' | 'flood';

/**
 * Delivery state of the receipt of a declaration. `none`: no receipt is due; `queued`: waits for the limits on emails;
 * `pending`: about to be sent; `sent`: handed over to the mail server; `filed`: saved to the mail folder because there is
 * no mail server; `failed`: will be retried; `refused`: permanently rejected by the mail server.
 */
export type ReceiptStatus = 'none' | 'queued' | 'pending' | 'sent' | 'filed' | 'failed' | 'refused';

/** Parties informed about a report: the reporter, and the author of the reported content. */
export type Party = 'reporter' | 'author';

/** A row of `compliance_declarations`. */
export interface DeclarationRow {
  readonly id: number;
  readonly kind: DeclarationKind;
  readonly email: string;
  readonly order_id: number;
  /** JSON of kind, time, email address and fields. */
  readonly statement: string;
  readonly hash: string;
  readonly previous_hash: string;
  readonly locale: string;
  readonly status: DeclarationStatus;
  readonly decision: string;
  readonly flag: Flag;
  readonly late: number;
  readonly created_at: string;
  readonly receipt_status: ReceiptStatus;
  readonly receipt_sent_at: string | null;
  /** Number of attempts to send the receipt. */
  readonly receipt_attempts: number;
  /** Network of a receipt that counts toward the limits; empty for all others, and a day after it was released. */
  readonly receipt_network: string;
  /** When a receipt that counts toward the limits was released for sending. */
  readonly receipt_released_at: string | null;
}

/** A row of `compliance_declaration_end`: the end of the chain. */
export interface DeclarationEndRow {
  readonly id: number;
  readonly declaration_id: number;
  readonly hash: string;
}

/** A row of `compliance_orders`. */
export interface KnownOrderRow {
  readonly number: string;
  readonly order_id: number;
  readonly email: string;
}

/** A row of `compliance_report_cases`. */
export interface ReportCaseRow {
  readonly token: string;
  readonly declaration_id: number;
  readonly party: Party;
  readonly email: string;
  readonly locale: string;
  readonly decided_at: string | null;
  readonly appeal_id: number;
  readonly created_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_declarations: DeclarationRow;
    compliance_declaration_end: DeclarationEndRow;
    compliance_orders: KnownOrderRow;
    compliance_report_cases: ReportCaseRow;
  }
}
