import { type HookApi, type User, type UserInput, toUtcString, WpError } from '../api/index.js';
import type { FormattingPort } from '../options/index.js';
import { hashPassword } from './passwords.js';

interface FieldNeeds {
  hooks: HookApi;
  formatting: FormattingPort;
  loginTaken(login: string): Promise<number | undefined>;
  emailOwner(email: string): Promise<number | undefined>;
  nicenameTaken(nicename: string, exceptLogin: string): Promise<boolean>;
}

const MAX_LOGIN_LENGTH = 60;
const MAX_NICENAME_LENGTH = 50;
const MAX_EMAIL_LENGTH = 100;
const MAX_URL_LENGTH = 100;
const MAX_DISPLAY_NAME_LENGTH = 250;

export type UserFields = ReturnType<typeof createUserFields>;

/** Rules for the columns of an account, applied before anything is written (WordPress: wp_insert_user). */
export function createUserFields({ hooks, formatting, loginTaken, emailOwner, nicenameTaken }: FieldNeeds) {
  const applyFieldFilter = async (name: string, value: string): Promise<string> =>
    String(await hooks.applyFilters(`pre_user_${name}`, value));

  async function resolveLogin(input: UserInput, old: User | undefined): Promise<string | WpError> {
    if (old)
      return (await applyFieldFilter('login', old.user_login)).trim() === ''
        ? new WpError('empty_user_login', 'Cannot create a user with an empty login name.')
        : old.user_login;
    const login = (await applyFieldFilter('login', formatting.sanitizeUser(input.user_login ?? '', true))).trim();
    if (login === '') return new WpError('empty_user_login', 'Cannot create a user with an empty login name.');
    if (login.length > MAX_LOGIN_LENGTH)
      return new WpError('user_login_too_long', 'Username may not be longer than 60 characters.');
    if (await loginTaken(login)) return new WpError('existing_user_login', 'Sorry, that username already exists!');
    const illegalLogins = await hooks.applyFilters<string[]>('illegal_user_logins', []);
    return illegalLogins.some((name) => name.toLowerCase() === login.toLowerCase())
      ? new WpError('invalid_username', 'Sorry, that username is not allowed.')
      : login;
  }

  async function resolveNicename(input: UserInput, old: User | undefined, login: string): Promise<string | WpError> {
    const requested = input.user_nicename ?? old?.user_nicename;
    if (requested && [...requested].length > MAX_NICENAME_LENGTH)
      return new WpError('user_nicename_too_long', 'Nicename may not be longer than 50 characters.');
    const base = requested ? formatting.sanitizeUser(requested, true) : login.slice(0, MAX_NICENAME_LENGTH);
    const nicename = (await applyFieldFilter('nicename', formatting.sanitizeTitle(base))).slice(0, MAX_NICENAME_LENGTH);
    let unique = nicename;
    for (let suffix = 2; await nicenameTaken(unique, login); suffix++) {
      unique = `${nicename.slice(0, MAX_NICENAME_LENGTH - String(suffix).length - 1)}-${suffix}`;
    }
    return unique;
  }

  async function resolveEmail(input: UserInput, old: User | undefined): Promise<string | WpError> {
    const email = await applyFieldFilter('email', (input.user_email ?? old?.user_email ?? '').trim());
    if (email.length > MAX_EMAIL_LENGTH)
      return new WpError('user_email_too_long', 'Email address may not be longer than 100 characters.');
    const isChanged = !old || old.user_email.toLowerCase() !== email.toLowerCase();
    if (isChanged && email !== '' && (await emailOwner(email))) {
      return new WpError('existing_user_email', 'Sorry, that email address is already used!');
    }
    return email;
  }

  async function resolveDisplayName(input: UserInput, old: User | undefined, login: string): Promise<string> {
    const { first_name: first = '', last_name: last = '' } = input;
    const name =
      input.display_name || (old ? old.display_name : [first, last].filter((part) => part !== '').join(' ') || login);
    return (await applyFieldFilter('display_name', name)).slice(0, MAX_DISPLAY_NAME_LENGTH);
  }

  return {
    /** Returns all columns of the account, or a validation error. */
    async complete(input: UserInput, old: User | undefined): Promise<Omit<User, 'id'> | WpError> {
      const user_login = await resolveLogin(input, old);
      if (user_login instanceof WpError) return user_login;
      const user_nicename = await resolveNicename(input, old, user_login);
      if (user_nicename instanceof WpError) return user_nicename;
      const user_email = await resolveEmail(input, old);
      if (user_email instanceof WpError) return user_email;
      const url = await applyFieldFilter('url', input.user_url ?? old?.user_url ?? '');
      if (url.length > MAX_URL_LENGTH)
        return new WpError('user_url_too_long', 'User URL may not be longer than 100 characters.');
      const password = input.user_pass;
      return {
        user_login,
        user_nicename,
        user_email,
        user_url: url === '' ? '' : formatting.sanitizeUrl(url),
        user_pass: password === undefined ? (old?.user_pass ?? '') : await hashPassword(password),
        user_registered: input.user_registered ?? old?.user_registered ?? toUtcString(),
        user_activation_key:
          input.user_activation_key ?? (password === undefined ? (old?.user_activation_key ?? '') : ''),
        display_name: await resolveDisplayName(input, old, user_login),
      };
    },
  };
}
