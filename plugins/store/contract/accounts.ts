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
