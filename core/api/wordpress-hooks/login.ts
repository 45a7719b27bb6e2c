import type { ApplicationPassword } from '../auth.js';
import type { User, UserInput, UserWithRoles } from '../users.js';
import type { WpError } from '../wp-error.js';
import type { PrintedLines } from './values.js';

/** WordPress's hooks of login, logout, passwords and sessions, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    allow_password_reset: (allow: boolean | WpError, userId: number) => boolean | WpError;
    allowed_http_origin: (origin: string, requestOrigin: string) => string;
    allowed_http_origins: (origins: readonly string[]) => readonly string[];
    application_password_is_api_request: (isApiRequest: boolean) => boolean;
    attach_session_information: (
      session: Readonly<Record<string, unknown>>,
      userId: number,
    ) => Readonly<Record<string, unknown>>;
    auth_cookie_expiration: (seconds: number, userId: number, remember: boolean) => number;
    authenticate: (
      user: UserWithRoles | WpError | null,
      username: string,
      password: string,
    ) => UserWithRoles | WpError | null;
    determine_current_user: (
      userId: number | false | null | WpError,
      credentials?: { username: string; password: string },
    ) => number | false | null | WpError;
    illegal_user_logins: (logins: readonly string[]) => readonly string[];
    login_body_class: (classes: readonly string[], action: string) => readonly string[];
    login_errors: (errors: string) => string;
    login_headerurl: (url: string) => string;
    login_message: (message: string) => string;
    login_redirect: (redirectTo: string, requestedRedirectTo: string, user: UserWithRoles | WpError) => string;
    login_title: (loginTitle: string, title: string) => string;
    logout_redirect: (redirectTo: string, requestedRedirectTo: string, user: UserWithRoles | null) => string;
    lost_password_html_link: (lost: string) => string;
    lostpassword_errors: (errors: WpError, user: UserWithRoles | false) => WpError;
    lostpassword_redirect: (redirectTo: string) => string;
    lostpassword_user_data: (found: UserWithRoles | false, errors: WpError) => UserWithRoles | false;
    nonce_life: (seconds: number, action: string) => number;
    register: (html: string) => string;
    registration_errors: (errors: WpError, login: string, email: string) => WpError;
    registration_redirect: (redirectTo: string, errors: WpError) => string;
    retrieve_password_message: (message: string, key: string, login: string, user: UserWithRoles) => string;
    retrieve_password_notification_email: (
      email: { to: string; subject: string; message: string; headers: string },
      key: string,
      login: string,
      user: UserWithRoles,
    ) => { to: string; subject: string; message: string; headers: string };
    retrieve_password_title: (title: string, login: string, user: UserWithRoles) => string;
    send_auth_cookies: (
      send: boolean,
      expire: number,
      expiration: number,
      userId: number,
      scheme: string,
      token: string,
    ) => boolean;
    email_change_email: (
      email: { to: string; subject: string; message: string; headers: string },
      before: User,
      user: User,
    ) => { to: string; subject: string; message: string; headers: string };
    password_change_email: (
      email: { to: string; subject: string; message: string; headers: string },
      before: User,
      user: User,
    ) => { to: string; subject: string; message: string; headers: string };
    send_email_change_email: (send: boolean, before: User, input: UserInput) => boolean;
    send_password_change_email: (send: boolean, before: User, input: UserInput) => boolean;
    send_retrieve_password_email: (send: boolean, login: string, user: UserWithRoles) => boolean;
    wp_authenticate_user: (user: UserWithRoles | WpError, password: string) => UserWithRoles | WpError;
    wp_is_application_passwords_available: (available: boolean) => boolean;
    wp_is_application_passwords_available_for_user: (available: boolean, user: UserWithRoles) => boolean;
    wp_login_errors: (errors: WpError, redirectTo: string) => WpError;
  }

  interface Actions {
    after_password_reset: (user: UserWithRoles, password: string) => void;
    application_password_did_authenticate: (user: UserWithRoles, item: ApplicationPassword) => void;
    application_password_failed_authentication: (errors: WpError) => void;
    auth_cookie_valid: (
      cookie: { username: string; expiration: number; token: string; scheme: string },
      user: UserWithRoles,
    ) => void;
    check_admin_referer: (action: string, result: number | false) => void;
    clear_auth_cookie: () => void;
    login_enqueue_scripts: () => void;
    login_footer: (out: PrintedLines) => void;
    login_form: (out: PrintedLines) => void;
    login_head: (out: PrintedLines) => void;
    login_header: (out: PrintedLines) => void;
    login_init: () => void;
    lost_password: (errors: WpError) => void;
    lostpassword_form: (out: PrintedLines) => void;
    lostpassword_post: (errors: WpError, user: UserWithRoles | false) => void;
    password_reset: (user: UserWithRoles, password: string) => void;
    register_form: (out: PrintedLines) => void;
    register_new_user: (userId: number) => void;
    register_post: (login: string, email: string, errors: WpError) => void;
    resetpass_form: (out: PrintedLines) => void;
    retrieve_password: (login: string) => void;
    retrieve_password_key: (login: string, key: string) => void;
    set_logged_in_cookie: (
      cookie: string,
      expire: number,
      expiration: number,
      userId: number,
      scheme: string,
      token: string,
    ) => void;
    validate_password_reset: (errors: WpError, user: UserWithRoles) => void;
    wp_admin_notice: (html: string, args: Record<string, string>) => void;
    wp_authenticate: (username: string, password: string) => void;
    wp_authenticate_application_password_errors: (
      errors: WpError,
      user: UserWithRoles,
      item: ApplicationPassword,
      password: string,
    ) => void;
    wp_create_application_password: (
      userId: number,
      item: ApplicationPassword,
      password: string,
      args: { name: string; appId: string },
    ) => void;
    wp_delete_application_password: (userId: number, item: ApplicationPassword) => void;
    wp_login: (username: string, user: UserWithRoles) => void;
    wp_login_failed: (username: string, errors: WpError) => void;
    wp_logout: (userId: number) => void;
    wp_update_application_password: (userId: number, item: ApplicationPassword, changes: { name?: string }) => void;
  }
}

export type {};
