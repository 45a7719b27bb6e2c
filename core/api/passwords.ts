import type { WpError } from './wp-error.js';

/** Whose password one is to be: what of it a stranger tries first. */
export interface PasswordOwner {
  readonly login?: string;
  readonly email?: string;
}

/** @since 0.2.0 */
export interface PasswordRulesApi {
  /**
   * What is wrong with a password that somebody chooses, in the language of the running request; nothing when it may be taken.
   * Codes: `password_too_short`, `password_common`, `password_is_name`. Presently used passwords are not looked at.
   */
  passwordProblem(password: string, owner?: PasswordOwner): Promise<WpError | undefined>;
}
