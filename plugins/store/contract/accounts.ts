import type { FormContext } from './forms.js';

/** A form of the shop that asks for an account at an address which has one. */
export interface TakenAccount {
  readonly email: string;
  /** The visitor's language, `pl_PL`. */
  readonly locale: string;
  readonly context: FormContext;
}

/** An account that is being made by a form of the shop. */
export interface NewAccount {
  readonly userId: number;
  readonly email: string;
  /** The visitor's language, `pl_PL`. */
  readonly locale: string;
  /** The form that asked for it. */
  readonly context: FormContext;
}
