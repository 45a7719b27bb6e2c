import type { LoginScreen } from '../../api/index.js';
import { escapeText, captureAction } from '../../document/index.js';
import type { LoginDeps } from './login-deps.js';

/** WordPress's cookie with which the login screens test whether cookies work. */
export const TEST_COOKIE = { name: 'wordpress_test_cookie', value: 'WP Cookie check' };

export type ScreenLink = NonNullable<LoginScreen['link']>;

export interface LoginScreenOptions {
  action: string;
  title: string;
  status?: number;
  /** Error messages; shown as text. */
  errors?: readonly string[];
  /** ID of the field of the first error. */
  field?: string;
  messages?: readonly string[];
  /** Link that helps to resolve an error. */
  link?: ScreenLink | undefined;
  data?: Readonly<Record<string, unknown>>;
  /** Host scripts that enhance the screen. */
  scripts?: readonly string[];
  /** The action whose callbacks add fields to the form. */
  formAction?: string;
  /**
   * A confirmation between two pages: not a login screen, so the site's name is shown only in its title, or not at all.
   */
  plain?: boolean;
}

/** Returns what plugins add to the form, and the links below it. */
export async function navigation(
  deps: LoginDeps,
  { action, formAction }: LoginScreenOptions,
  loginUrl: string,
): Promise<{ readonly fields: string; readonly registerLink?: string; readonly lostLink?: string }> {
  const { hooks, translate } = deps;
  const fields = formAction === undefined ? '' : await captureAction(hooks, formAction);
  if (!['login', 'lostpassword', 'retrievepassword', 'checkemail', 'register'].includes(action)) return { fields };
  const canRegister =
    !deps.loginPage && action !== 'register' && isOn(await deps.options.getOption('users_can_register'));
  const registerLink = canRegister
    ? await hooks.applyFilters(
        'register',
        `<a class="wp-login-register" href="${loginUrl}?action=register">${escapeText(translate('Register'))}</a>`,
      )
    : '';
  if (!['login', 'checkemail', 'register'].includes(action)) return { fields, registerLink };
  const lostPasswordLink = `<a class="wp-login-lost-password" href="${loginUrl}?action=lostpassword">${escapeText(translate('Lost your password?'))}</a>`;
  return { fields, registerLink, lostLink: await hooks.applyFilters('lost_password_html_link', lostPasswordLink) };
}

/** Stored options with the values 1 and 0 are read as strings. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/** Session key of the submitted username, which prefills the next form. */
const NAME_KEY = 'login_name';

interface SessionPart {
  readonly session: { get<T>(key: string): T | undefined; set(key: string, value: unknown): void };
}

/** Stores the submitted username for the following forms. */
export function storeSubmittedName({ session }: SessionPart, name: string): void {
  session.set(NAME_KEY, name.slice(0, 100));
}

/** Returns the username submitted last. */
export function readSubmittedName({ session }: SessionPart): string {
  return session.get<string>(NAME_KEY) ?? '';
}
