import type { UserWithRoles } from './users.js';
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

/** An application password as stored, without its secret. */
export interface ApplicationPassword {
  uuid: string;
  /** A UUID the application gives itself; empty when it gave none. */
  appId: string;
  name: string;
  /** Unix seconds. */
  created: number;
  /** Unix seconds; null until it was used. */
  lastUsed: number | null;
  lastIp: string | null;
}

/** Application passwords (`WP_Application_Passwords`). */
export interface ApplicationPasswordsApi {
  /** Makes one; the plain password is known only now. Errors: `application_password_empty_name`, `…_duplicate_name`. */
  createApplicationPassword(
    userId: number,
    args: { name: string; appId?: string },
  ): Promise<{ password: string; item: ApplicationPassword } | WpError>;
  /** A user's application passwords, without the secrets (`WP_Application_Passwords::get_user_application_passwords`). */
  getUserApplicationPasswords(userId: number): Promise<ApplicationPassword[]>;
  /** One of them by its UUID, or null (`WP_Application_Passwords::get_user_application_password`). */
  getUserApplicationPassword(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /** Renames one; `application_password_not_found` when the user has none of this UUID (`WP_Application_Passwords::update_application_password`). */
  updateApplicationPassword(userId: number, uuid: string, changes: { name?: string }): Promise<true | WpError>;
  /** Records that it was used, at most once a day. */
  recordApplicationPasswordUsage(userId: number, uuid: string, ip: string): Promise<true | WpError>;
  /** Revokes one; `application_password_not_found` when the user has none of this UUID (`WP_Application_Passwords::delete_application_password`). */
  deleteApplicationPassword(userId: number, uuid: string): Promise<true | WpError>;
  /** Revokes them all, and says how many there were (`WP_Application_Passwords::delete_all_application_passwords`). */
  deleteAllApplicationPasswords(userId: number): Promise<number | WpError>;
  /** Whether this site takes them at all (`wp_is_application_passwords_available`). */
  isAvailable(): Promise<boolean>;
  /** Whether this user may have application passwords (`wp_is_application_passwords_available_for_user`). */
  isAvailableForUser(user: UserWithRoles): Promise<boolean>;
}

/** Whose nonce is made or checked; the running request's user when absent. */
export interface NonceHolder {
  userId: number;
  /** The token of the session, so that logging out ends its nonces; empty without one. */
  token: string;
}

/**
 * One-way proofs that a form or link was made for this visitor (`wp_create_nonce`).
 * @since 0.1.0
 */
export interface NonceApi {
  /** Ten hexadecimal digits, good for 12 to 24 hours. */
  wpCreateNonce(action?: string, holder?: NonceHolder): string;
  /** 1: made in the running half of its life; 2: in the half before; false: neither. */
  wpVerifyNonce(nonce: unknown, action?: string, holder?: NonceHolder): 1 | 2 | false;
  /** The hidden form field `_wpnonce`, escaped (`wp_nonce_field`). */
  wpNonceField(action?: string, name?: string): string;
  /** An address with the nonce in its query (`wp_nonce_url`). */
  wpNonceUrl(url: string, action?: string, name?: string): string;
}
