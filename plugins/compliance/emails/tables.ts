/** Letters about a declaration, and the one that confirms an account. */
export type PromisedEmail = 'receipt' | 'shop' | 'decision' | 'author' | 'confirmation';

/** A row of `compliance_refused_letters`. */
export interface RefusedEmailRow {
  readonly letter: PromisedEmail;
  /** The declaration; for `confirmation` the account. */
  readonly about_id: number;
  readonly refusal: string;
  readonly refused_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_refused_letters: RefusedEmailRow;
  }
}
