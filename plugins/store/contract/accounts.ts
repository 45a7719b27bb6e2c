import type { FormContext } from './forms.js';

/** An account that is being made by a form of the shop. */
export interface NewAccount {
  readonly userId: number;
  readonly email: string;
  /** The visitor's language, `pl_PL`. */
  readonly locale: string;
  /** The form that asked for it. */
  readonly context: FormContext;
}

declare module 'plinth' {
  interface Filters {
    /** Inside the transaction that makes an account: the path of the page where its owner confirms it first; empty when it works at once. */
    'store/account_confirmation': (path: string, account: NewAccount) => string;
  }
}
