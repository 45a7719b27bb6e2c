/** Emails about a declaration, and the account confirmation email. */
export type RequiredEmail = 'receipt' | 'shop' | 'decision' | 'author' | 'confirmation';

/** A row of `compliance_bounced_emails`. */
export interface BouncedEmailRow {
  readonly email_kind: RequiredEmail;
  /** ID of the declaration; for `confirmation`, of the account. */
  readonly object_id: number;
  readonly response: string;
  readonly bounced_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_bounced_emails: BouncedEmailRow;
  }
}
