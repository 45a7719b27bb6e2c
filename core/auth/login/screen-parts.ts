import type { SignInScreen } from '../../api/index.js';
import { escapeText, printed } from '../../document/index.js';
import type { LoginDeps } from './login-deps.js';

/** WordPress's cookie by which its screens see whether cookies work. */
export const TEST_COOKIE = { name: 'wordpress_test_cookie', value: 'WP Cookie check' };

export type ScreenLink = NonNullable<SignInScreen['link']>;

export interface Screen {
  action: string;
  title: string;
  status?: number;
  /** Sentences that say what went wrong; shown as text. */
  errors?: readonly string[];
  /** The id of the field that the first error is about. */
  field?: string;
  messages?: readonly string[];
  /** What helps out of an error. */
  link?: ScreenLink | undefined;
  data?: Readonly<Record<string, unknown>>;
  /** Scripts of the host that the screen is better with. */
  scripts?: readonly string[];
  /** The action whose callbacks add fields to the form. */
  formAction?: string;
  /** A question between two pages: it is no screen of the login, and has the site's name in its title or nowhere. */
  plain?: boolean;
}

/** What plugins add to the form, and the links below it. */
export async function navigation(
  deps: LoginDeps,
  { action, formAction }: Screen,
  loginUrl: string,
): Promise<{ readonly fields: string; readonly registerLink?: string; readonly lostLink?: string }> {
  const { hooks, translate } = deps;
  const fields = formAction === undefined ? '' : await printed(hooks, formAction);
  if (!['login', 'lostpassword', 'retrievepassword', 'checkemail', 'register'].includes(action)) return { fields };
  const canRegister = !deps.place && action !== 'register' && isOn(await deps.options.getOption('users_can_register'));
  const registerLink = canRegister
    ? await hooks.applyFilters(
        'register',
        `<a class="wp-login-register" href="${loginUrl}?action=register">${escapeText(translate('Register'))}</a>`,
      )
    : '';
  if (!['login', 'checkemail', 'register'].includes(action)) return { fields, registerLink };
  const lost = `<a class="wp-login-lost-password" href="${loginUrl}?action=lostpassword">${escapeText(translate('Lost your password?'))}</a>`;
  return { fields, registerLink, lostLink: await hooks.applyFilters('lost_password_html_link', lost) };
}

/** Options of the form 1 and 0 come back as texts. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/** What the session of a visitor keeps of the name that was typed, so that it stands in the next form. */
const NAME_KEY = 'sign_in_name';

interface Kept {
  readonly session: { get<T>(key: string): T | undefined; set(key: string, value: unknown): void };
}

/** Keeps the name that somebody typed for the forms that follow. */
export function rememberName({ session }: Kept, name: string): void {
  session.set(NAME_KEY, name.slice(0, 100));
}

/** The name that was typed last. */
export function rememberedName({ session }: Kept): string {
  return session.get<string>(NAME_KEY) ?? '';
}
