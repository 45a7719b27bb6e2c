import type { MaybePromise } from './maybe-promise.js';
import type { PageReply, Reply } from './pages.js';
import type { UserWithRoles } from './users.js';
import type { WpError } from './wp-error.js';

/** Name and password, as a form of a plugin sends them. @since 0.2.0 */
export interface Credentials {
  readonly user_login: string;
  readonly user_password: string;
  /** Two weeks in place of two days. */
  readonly remember?: boolean;
}

/**
 * A step of signing in, made by the host: a name and a password, a lost password, a new one, a second step. `form` is complete; whoever shows the
 * name and the password in a form of their own sends `log`, `pwd`, `rememberme`, `redirect_to` and `testcookie` to the place's address.
 * @since 0.3.0
 */
export interface SignInScreen {
  /** `login`, `lostpassword`, `resetpass`, `two-factor`, `two-factor-setup`, `recovery-codes` or `passkey`. */
  readonly step: string;
  /** In the visitor's language, as all that follows. */
  readonly title: string;
  /** The form and what stands below it, as HTML. An error stands beside its field. */
  readonly form: string;
  /** What went wrong, as texts. */
  readonly errors: readonly string[];
  /** The id of the field that the first error is about; empty for none. */
  readonly field: string;
  /** What there is to say besides, as texts. */
  readonly messages: readonly string[];
  /** What helps out of an error. */
  readonly link?: { readonly url: string; readonly text: string } | undefined;
  /** The name that was typed. */
  readonly login: string;
  /** Where signing in leads. */
  readonly redirectTo: string;
  /** What plugins add to the form, as HTML. */
  readonly fields: string;
  /** The sign-in by passkey alone; empty where there is none. */
  readonly passkeyUrl: string;
  /** Where a new password is asked for. */
  readonly lostUrl: string;
}

/** A page of the site at which people sign in, in place of `/wp-login.php`. @since 0.3.0 */
export interface SignInPlace {
  /** The address of the page, without a query string: forms, redirects and letters lead to it. */
  readonly url: string;
  /** Where signing in leads when nothing else was wished for. */
  readonly returnTo: string;
  /** Whether the request is for another page, at which the form is only shown; nothing of it is read. */
  readonly asksOnly?: boolean;
  /** Puts the page around a step. What must be so is added: no search engine, nothing kept. */
  dress(screen: SignInScreen): MaybePromise<PageReply>;
}

/** Signing in and out (WordPress: pluggable.php and user.php). @since 0.2.0 */
export interface SignInApi {
  /** The address of the sign-in, and where it leads (`wp_login_url`); the filter `login_url` changes it. */
  wpLoginUrl(redirect?: string, reauth?: boolean): string;
  /** The address that signs the visitor out, with its nonce (`wp_logout_url`); the filter `logout_url` changes it. */
  wpLogoutUrl(redirect?: string): string;
  /** The page where people ask for a new password (`wp_lostpassword_url`); the filter `lostpassword_url` changes it. */
  wpLostpasswordUrl(redirect?: string): string;
  /** The page where people open an account (`wp_registration_url`); the filter `register_url` changes it. */
  wpRegistrationUrl(): string;
  /**
   * The account of a name and a password, after what plugins say, and counted against the limits of the sign-in (`wp_authenticate`).
   * Errors: `incorrect_password` and the like, `too_many_attempts`. It signs nobody in.
   */
  wpAuthenticate(login: string, password: string): Promise<UserWithRoles | WpError>;
  /**
   * Signs the sender of the running page request in by name and password (`wp_signon`). Who has a second factor is not:
   * `second_factor_required`, with the address of the sign-in as its data.
   */
  wpSignon(credentials: Credentials): Promise<UserWithRoles | WpError>;
  /**
   * Opens a session for the sender of the running page request, without asking for anything: whoever calls it has proved who they are
   * (`wp_set_auth_cookie`). It goes by a second factor; ask `wpSignon` where a password is what they have. The audit log notes it.
   * @throws PlinthError `no_page_request` where no page is asked for
   */
  wpSetAuthCookie(userId: number, remember?: boolean): Promise<void>;
  /**
   * Answers the running page request as the sign-in does, on a page of the plugin's own: name and password, lost and new passwords, second steps. Limits, nonces, keys
   * and what is told to strangers stay the host's; the plugin puts its page around them.
   * @throws PlinthError `no_page_request` where no page is asked for
   * @since 0.3.0
   */
  signInAt(place: SignInPlace): Promise<Reply>;
  /** Ends the session of the running page request (`wp_clear_auth_cookie`). @throws PlinthError `no_page_request` */
  wpClearAuthCookie(): Promise<void>;
  /** Signs the sender of the running page request out (`wp_logout`). @throws PlinthError `no_page_request` */
  wpLogout(): Promise<void>;
  /** Has the rest of the running request act for another account, or for nobody (0); no session is opened (`wp_set_current_user`). */
  wpSetCurrentUser(userId: number): Promise<UserWithRoles | false>;
  /** What tells the session of the running request from others; empty without one (`wp_get_session_token`). */
  wpGetSessionToken(): string;
  /** A key by which an account can choose a new password, for a day and once; earlier ones are worthless then (`get_password_reset_key`). */
  getPasswordResetKey(user: UserWithRoles): Promise<string | WpError>;
  /** The account of such a key; `invalid_key` or `expired_key` (`check_password_reset_key`). */
  checkPasswordResetKey(key: string, login: string): Promise<UserWithRoles | WpError>;
  /** Sets the new password, and ends the key (`reset_password`). */
  resetPassword(user: UserWithRoles, password: string): Promise<void>;
  /** Has a letter with such a key written, where the name or address is somebody's; the answer does not tell (`retrieve_password`). */
  retrievePassword(login: string): Promise<true>;
}

/** Who asks, and what is known of people. @since 0.2.0 */
export interface PeopleApi {
  /** Whether the sender of the running request is signed in (`is_user_logged_in`). */
  isUserLoggedIn(): boolean;
  /** The account of the running request; false for visitors (`wp_get_current_user`). */
  wpGetCurrentUser(): Promise<UserWithRoles | false>;
  /** The language an account has chosen, else the site's; without an id, of whoever asks (`get_user_locale`). */
  getUserLocale(userId?: number): Promise<string>;
  /** A picture of somebody as an `<img>`, by account or address (`get_avatar`); empty when a filter says so. */
  getAvatar(who: number | string, size?: number, alternative?: string): Promise<string>;
  /** The address of such a picture (`get_avatar_url`). */
  getAvatarUrl(who: number | string, size?: number): Promise<string>;
  /** The page where somebody changes what is known of them (`get_edit_profile_url`). */
  getEditProfileUrl(userId?: number): Promise<string>;
  /** How many published posts of a type, or of several, somebody wrote (`count_user_posts`). */
  countUserPosts(userId: number, type?: string | readonly string[]): Promise<number>;
  /** The roles that whoever asks may give, by name, after the filter `editable_roles` (`get_editable_roles`). */
  getEditableRoles(): Promise<
    Record<string, { readonly name: string; readonly capabilities: Readonly<Record<string, boolean>> }>
  >;
  /** A password of random characters (`wp_generate_password`). @param special with `!@#$%^&*()`. @param extra with further marks */
  wpGeneratePassword(length?: number, special?: boolean, extra?: boolean): string;
}
