import type { MaybePromise } from './maybe-promise.js';
import type { PageReply, Reply } from './pages.js';
import type { UserWithRoles } from './users.js';
import type { WpError } from './wp-error.js';

/**
 * Login name and password, as submitted with a plugin's form.
 * @since 0.1.0
 */
export interface Credentials {
  readonly user_login: string;
  readonly user_password: string;
  /** Whether the session lasts two weeks instead of two days. */
  readonly remember?: boolean;
}

/**
 * A login step rendered by the host: login name and password, lost password, new password, second factor. `form` is
 * complete; to show login name and password in a custom form, submit `log`, `pwd`, `rememberme`, `redirect_to` and
 * `testcookie` to the URL of the login page.
 * @since 0.1.0
 */
export interface LoginScreen {
  /** `login`, `lostpassword`, `resetpass`, `two-factor`, `two-factor-setup`, `recovery-codes` or `passkey`. */
  readonly step: string;
  /** Page title in the visitor's language, as are all other texts. */
  readonly title: string;
  /** The form and the content below it, as HTML. Errors are shown beside their fields. */
  readonly form: string;
  /** Error messages as plain text. */
  readonly errors: readonly string[];
  /** ID of the field with the first error; empty if there is none. */
  readonly field: string;
  /** Other messages as plain text. */
  readonly messages: readonly string[];
  /** Link that helps resolve an error. */
  readonly link?: { readonly url: string; readonly text: string } | undefined;
  /** Login name as entered. */
  readonly login: string;
  /** URL to redirect to after login. */
  readonly redirectTo: string;
  /** HTML that plugins add to the form. */
  readonly fields: string;
  /** URL of the passkey login; empty if it is not available. */
  readonly passkeyUrl: string;
  /** URL for requesting a password reset. */
  readonly lostUrl: string;
}

/**
 * A page of the site that replaces `/wp-login.php`.
 * @since 0.1.0
 */
export interface LoginPage {
  /** URL of the page, without a query string: forms, redirects and emails point to it. */
  readonly url: string;
  /** Default redirect target after login. */
  readonly returnTo: string;
  /** Whether the request is for another page that only shows the form; no submitted data is processed. */
  readonly displayOnly?: boolean;
  /** Renders the page around a step. The required headers, against indexing and caching, are added. */
  renderPage(screen: LoginScreen): MaybePromise<PageReply>;
}

/**
 * Login and logout (WordPress: pluggable.php and user.php).
 * @since 0.1.0
 */
export interface LoginApi {
  /** Returns the login URL, with an optional redirect target (`wp_login_url`); the filter `login_url` changes it. */
  wpLoginUrl(redirect?: string, reauth?: boolean): string;
  /** Returns the logout URL with its nonce (`wp_logout_url`); the filter `logout_url` changes it. */
  wpLogoutUrl(redirect?: string): string;
  /** Returns the URL of the lost password page (`wp_lostpassword_url`); the filter `lostpassword_url` changes it. */
  wpLostpasswordUrl(redirect?: string): string;
  /** Returns the URL of the registration page (`wp_registration_url`); the filter `register_url` changes it. */
  wpRegistrationUrl(): string;
  /**
   * Returns the user with this login name and password, after the filters of plugins; the attempt counts against the
   * login limits (`wp_authenticate`). Does not log in.
   * Errors: `incorrect_password` and the like, `too_many_attempts`.
   */
  wpAuthenticate(login: string, password: string): Promise<UserWithRoles | WpError>;
  /**
   * Logs in the client of the current page request with login name and password (`wp_signon`). Users with two-factor
   * authentication are not logged in: the error `second_factor_required` has the login URL as its data.
   */
  wpSignon(credentials: Credentials): Promise<UserWithRoles | WpError>;
  /**
   * Opens a session for the client of the current page request without any checks: the caller must have authenticated
   * the user (`wp_set_auth_cookie`). Two-factor authentication is skipped; use `wpSignon` to log in with a password.
   * The login is recorded in the audit log.
   * @throws PlinthError `no_page_request` outside a page request
   */
  wpSetAuthCookie(userId: number, remember?: boolean): Promise<void>;
  /**
   * Handles the login on a page of the plugin: login name and password, lost and new passwords, second factors. Rate
   * limits, nonces, keys and the information revealed to anonymous visitors remain under the host's control; the plugin
   * renders the page around the form.
   * @throws PlinthError `no_page_request` outside a page request
   * @since 0.1.0
   */
  handleLogin(page: LoginPage): Promise<Reply>;
  /**
   * Ends the session of the current page request (`wp_clear_auth_cookie`).
   * @throws PlinthError `no_page_request`
   */
  wpClearAuthCookie(): Promise<void>;
  /**
   * Logs out the client of the current page request (`wp_logout`).
   * @throws PlinthError `no_page_request`
   */
  wpLogout(): Promise<void>;
  /**
   * Runs the rest of the current request as another user, or as an anonymous visitor (0); no session is opened
   * (`wp_set_current_user`).
   */
  wpSetCurrentUser(userId: number): Promise<UserWithRoles | false>;
  /** Returns the token of the current session; empty without one (`wp_get_session_token`). */
  wpGetSessionToken(): string;
  /**
   * Returns a password reset key of a user, valid once and for one day; earlier keys become invalid
   * (`get_password_reset_key`).
   */
  getPasswordResetKey(user: UserWithRoles): Promise<string | WpError>;
  /** Returns the user of a password reset key; errors: `invalid_key`, `expired_key` (`check_password_reset_key`). */
  checkPasswordResetKey(key: string, login: string): Promise<UserWithRoles | WpError>;
  /** Sets the new password and invalidates the reset key (`reset_password`). */
  resetPassword(user: UserWithRoles, password: string): Promise<void>;
  /**
   * Sends a password reset email if the login name or address belongs to a user; the result does not reveal whether it
   * does (`retrieve_password`).
   */
  retrievePassword(login: string): Promise<true>;
}

/**
 * The current user, and public user data.
 * @since 0.1.0
 */
export interface PublicUsersApi {
  /** Whether the client of the current request is logged in (`is_user_logged_in`). */
  isUserLoggedIn(): boolean;
  /** Returns the user of the current request; false for anonymous visitors (`wp_get_current_user`). */
  wpGetCurrentUser(): Promise<UserWithRoles | false>;
  /** Returns the language of a user, or else that of the site; defaults to the current user (`get_user_locale`). */
  getUserLocale(userId?: number): Promise<string>;
  /** Returns the avatar of a user or email address as an `<img>` (`get_avatar`); empty if a filter disables it. */
  getAvatar(idOrEmail: number | string, size?: number, alternative?: string): Promise<string>;
  /** Returns the URL of an avatar (`get_avatar_url`). */
  getAvatarUrl(idOrEmail: number | string, size?: number): Promise<string>;
  /** Returns the URL of the profile page (`get_edit_profile_url`). */
  getEditProfileUrl(userId?: number): Promise<string>;
  /** Returns the number of published posts of one or more types by a user (`count_user_posts`). */
  countUserPosts(userId: number, type?: string | readonly string[]): Promise<number>;
  /**
   * Returns the roles that the current user may assign, by name, after the filter `editable_roles`
   * (`get_editable_roles`).
   */
  getEditableRoles(): Promise<
    Record<string, { readonly name: string; readonly capabilities: Readonly<Record<string, boolean>> }>
  >;
  /**
   * Returns a random password (`wp_generate_password`).
   * @param special whether to use `!@#$%^&*()`.
   * @param extra whether to use additional special characters
   */
  wpGeneratePassword(length?: number, special?: boolean, extra?: boolean): string;
}
