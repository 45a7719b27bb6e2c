import type { UserWithRoles } from './users.js';
import type { WpError } from './wp-error.js';

/** The account a password is for: data that an attacker would try first. */
export interface PasswordOwner {
  readonly login?: string;
  readonly email?: string;
}

/** @since 0.1.0 */
export interface PasswordRulesApi {
  /**
   * Returns the error of a new password, in the language of the current request; undefined if the password is
   * acceptable. Error codes: `password_too_short`, `password_common`, `password_is_name`. Existing passwords are not
   * checked.
   */
  passwordProblem(password: string, owner?: PasswordOwner): Promise<WpError | undefined>;
}

/** A stored application password, without its secret. */
export interface ApplicationPassword {
  uuid: string;
  /** UUID that the application assigns to itself; empty if it sent none. */
  appId: string;
  name: string;
  /** Unix seconds. */
  created: number;
  /** Unix seconds; null if it was never used. */
  lastUsed: number | null;
  lastIp: string | null;
}

/** Application passwords (`WP_Application_Passwords`). */
export interface ApplicationPasswordsApi {
  /**
   * Creates an application password; the plain-text password is only available in this result. Errors:
   * `application_password_empty_name`, `…_duplicate_name`.
   */
  createApplicationPassword(
    userId: number,
    args: { name: string; appId?: string },
  ): Promise<{ password: string; item: ApplicationPassword } | WpError>;
  /**
   * Returns a user's application passwords, without the secrets
   * (`WP_Application_Passwords::get_user_application_passwords`).
   */
  getUserApplicationPasswords(userId: number): Promise<ApplicationPassword[]>;
  /**
   * Returns an application password by its UUID, or null (`WP_Application_Passwords::get_user_application_password`).
   */
  getUserApplicationPassword(userId: number, uuid: string): Promise<ApplicationPassword | null>;
  /**
   * Renames an application password; `application_password_not_found` if the user has none with this UUID
   * (`WP_Application_Passwords::update_application_password`).
   */
  updateApplicationPassword(userId: number, uuid: string, changes: { name?: string }): Promise<true | WpError>;
  /** Records the use of an application password, at most once a day. */
  recordApplicationPasswordUsage(userId: number, uuid: string, ip: string): Promise<true | WpError>;
  /**
   * Revokes an application password; `application_password_not_found` if the user has none with this UUID
   * (`WP_Application_Passwords::delete_application_password`).
   */
  deleteApplicationPassword(userId: number, uuid: string): Promise<true | WpError>;
  /**
   * Revokes all application passwords of a user and returns their number
   * (`WP_Application_Passwords::delete_all_application_passwords`).
   */
  deleteAllApplicationPasswords(userId: number): Promise<number | WpError>;
  /** Whether application passwords are available on this site (`wp_is_application_passwords_available`). */
  isAvailable(): Promise<boolean>;
  /** Whether a user may use application passwords (`wp_is_application_passwords_available_for_user`). */
  isAvailableForUser(user: UserWithRoles): Promise<boolean>;
}

/** The user a nonce is created or verified for; defaults to the user of the current request. */
export interface NonceHolder {
  userId: number;
  /** Session token, so that a nonce becomes invalid on logout; empty without a session. */
  token: string;
}

/**
 * Nonces: tokens that prove a form or link was generated for this visitor (`wp_create_nonce`).
 * @since 0.1.0
 */
export interface NonceApi {
  /** Returns ten hexadecimal digits, valid for 12 to 24 hours. */
  wpCreateNonce(action?: string, holder?: NonceHolder): string;
  /**
   * Returns 1 if the nonce was created in the current half of its lifetime, 2 if in the previous half, false otherwise.
   */
  wpVerifyNonce(nonce: unknown, action?: string, holder?: NonceHolder): 1 | 2 | false;
  /** Returns the hidden form field `_wpnonce`, escaped (`wp_nonce_field`). */
  wpNonceField(action?: string, name?: string): string;
  /** Returns a URL with the nonce in its query string (`wp_nonce_url`). */
  wpNonceUrl(url: string, action?: string, name?: string): string;
}
