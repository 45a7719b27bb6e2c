/** Letters about a declaration, and the one that confirms an account. */
export type PromisedEmail = 'receipt' | 'shop' | 'decision' | 'author' | 'confirmation';

/** A row of `compliance_bounced_emails`. */
export interface RefusedEmailRow {
  readonly email_kind: PromisedEmail;
  /** The declaration; for `confirmation` the account. */
  readonly about_id: number;
  readonly refusal: string;
  readonly refused_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_bounced_emails: RefusedEmailRow;
  }
}
