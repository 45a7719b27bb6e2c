/** Letters about a declaration, and the one that confirms an account. */
export type PromisedLetter = 'receipt' | 'shop' | 'decision' | 'author' | 'confirmation';

/** A row of `compliance_refused_letters`. */
export interface RefusedLetterRow {
  readonly letter: PromisedLetter;
  /** The declaration; for `confirmation` the account. */
  readonly about_id: number;
  readonly refusal: string;
  readonly refused_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_refused_letters: RefusedLetterRow;
  }
}
