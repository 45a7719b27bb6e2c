import { type HookApi, isWpError, networkOf, type NonceApi, type UsersApi, type UserWithRoles, WpError } from '../api/index.js';
import { parsePhpQuery } from '../rest/index.js';
import type { Authenticate, RestCall, RestCredentials } from '../rest/index.js';
import type { ApplicationPasswords } from './application-passwords.js';
import type { LoginLimiter } from './login/index.js';
import type { SecondFactors } from './second-factor/index.js';

interface RestAuthDeps {
  hooks: HookApi;
  users: Pick<UsersApi, 'getUserBy' | 'getUserdata' | 'wpCheckPassword'>;
  passwords: ApplicationPasswords;
  nonces: NonceApi;
  /** The user that the session names; changed by what is found here. */
  currentUserId(): number;
  setCurrentUser(userId: number, applicationPassword?: string): void;
  clientIp(): string;
  /** Slows down those who try passwords; without one nobody is. */
  limiter?: Pick<LoginLimiter, 'wait' | 'attempt' | 'recordFailure'>;
  /** The login form's: a password of an account is guessed here no more often than there. */
  accountLimiter?: Pick<LoginLimiter, 'wait' | 'attempt' | 'recordFailure'>;
  /** Whose password alone opens nothing. */
  factors?: Pick<SecondFactors, 'isOn' | 'isRequired'>;
}

/** An application password as programs send it; nobody can guess one. */
const APPLICATION_PASSWORD = /^(?:[a-z\d]{24}|[a-z\d]{4}(?: [a-z\d]{4}){5})$/i;
const TOO_MANY = 'rest_too_many_attempts';

/** What a client sent as its name and password. */
interface BasicCredentials {
  username: string;
  password: string;
}

interface Found {
  readonly id: number;
  readonly applicationPassword?: string;
}

/** Makes the check of who calls the API: application passwords, and cookies with a nonce. @since 0.1.0 */
export function createRestAuthentication(deps: RestAuthDeps): Authenticate {
  const { hooks, nonces, passwords, users } = deps;
  /** By network: the guess at an account's password that is being tried, since each has to see what became of those before. */
  const guesses = new Map<string, Promise<unknown>>();

  return async function authenticate(call: RestCall): Promise<RestCredentials> {
    const fromCookie = deps.currentUserId() > 0;
    const credentials = readBasic(call.headers.authorization);
    let wrong: WpError | undefined;
    if (!fromCookie && credentials) {
      const found = (await recognise(credentials)) ?? (await identifySlowly(credentials));
      if (isWpError(found)) wrong = found;
      else deps.setCurrentUser(found.id, found.applicationPassword);
    }
    const outcome = await judge(call, fromCookie, wrong);
    const filtered = await hooks.applyFilters<unknown>('rest_authentication_errors', outcome.error ?? null, call);
    return isWpError(filtered) ? { ...outcome, error: filtered } : { ...outcome, error: undefined };
  };

  async function judge(call: RestCall, fromCookie: boolean, wrong: WpError | undefined): Promise<RestCredentials> {
    if (wrong?.getErrorCode() === TOO_MANY) return { error: wrong };
    if (wrong && (await hooks.applyFilters('rest_report_bad_credentials', isPluginRoute(call.route), call))) {
      return { error: new WpError(wrong.getErrorCode(), wrong.getErrorMessage(), { status: 401 }) };
    }
    if (!fromCookie && deps.currentUserId() > 0) return {};
    const nonce = sentNonce(call);
    if (nonce === undefined) {
      // A cookie alone may have been sent by a page of somebody else.
      deps.setCurrentUser(0);
      return {};
    }
    if (!nonces.wpVerifyNonce(nonce, 'wp_rest')) {
      return { error: new WpError('rest_cookie_invalid_nonce', 'Cookie check failed', { status: 403 }), noCache: true };
    }
    return { headers: { 'x-wp-nonce': nonces.wpCreateNonce('wp_rest') } };
  }

  function tooMany(wait: number): WpError {
    return new WpError(TOO_MANY, `Too many wrong passwords. Try again in ${wait} seconds.`, { status: 429 });
  }

  /**
   * The account of an application password that is right, as programs send it with every call: nobody is slowed down by what others guessed. Undefined for
   * whatever has to be judged, and while plugins have a say.
   */
  async function recognise({ username, password }: BasicCredentials): Promise<Found | undefined> {
    if (!APPLICATION_PASSWORD.test(password) || hooks.hasFilter('determine_current_user')) return undefined;
    const user = await findUser(username);
    if (isWpError(user) || (await refuseUser(user))) return undefined;
    return enter(user, password);
  }

  /** Undefined when the password is none of the user's. */
  async function enter(user: UserWithRoles, password: string): Promise<Found | undefined> {
    const item = await passwords.find(user.id, password);
    if (!item) return undefined;
    await passwords.recordApplicationPasswordUsage(user.id, item.uuid, deps.clientIp());
    await hooks.doAction('application_password_did_authenticate', user, item);
    return { id: user.id, applicationPassword: item.uuid };
  }

  /** As {@link identify}, with a pause after many wrong passwords. Right ones are not counted: programs send them with every call. */
  async function identifySlowly(credentials: BasicCredentials): Promise<Found | WpError> {
    const [name, ip] = [credentials.username, deps.clientIp()];
    const wait = (await deps.limiter?.wait(name, ip)) ?? 0;
    if (wait > 0) return tooMany(wait);
    if (APPLICATION_PASSWORD.test(credentials.password)) return tryOut(credentials, ip, false);
    const network = networkOf(ip);
    const turn = (guesses.get(network) ?? Promise.resolve()).catch(() => undefined).then(() => tryOut(credentials, ip, true));
    guesses.set(network, turn);
    try {
      return await turn;
    } finally {
      if (guesses.get(network) === turn) guesses.delete(network);
    }
  }

  /** Tries a password. What may be one of an account counts at the login form too; application passwords work while that one waits. */
  async function tryOut(credentials: BasicCredentials, ip: string, isGuess: boolean): Promise<Found | WpError> {
    const name = credentials.username;
    const pause = (await deps.accountLimiter?.wait(name, ip)) ?? 0;
    const found = await identify(credentials, pause === 0);
    if (!isWpError(found)) return found;
    for (const limiter of [deps.limiter, ...(isGuess && pause === 0 ? [deps.accountLimiter] : [])]) {
      await limiter?.attempt(name, ip);
      await limiter?.recordFailure(ip);
    }
    return isGuess && pause > 0 ? tooMany(pause) : found;
  }

  /** The account behind a name and an application password (`wp_authenticate_application_password`), or what plugins take for one. */
  async function identify({ username, password }: BasicCredentials, asksPlugins: boolean): Promise<Found | WpError> {
    const plugin = !asksPlugins ? 0 : await hooks.applyFilters<number | WpError>('determine_current_user', 0, { username, password });
    if (isWpError(plugin)) return plugin;
    if (plugin > 0) return (await refusePassword(plugin, password)) ?? { id: plugin };
    const user = await findUser(username);
    if (isWpError(user)) return failed(user);
    const refused = await refuseUser(user);
    if (refused) return failed(refused);
    return (await enter(user, password)) ?? failed(new WpError('incorrect_password', 'The provided password is an invalid application password.'));
  }

  /** Whatever a plugin takes: the password of an account with a second factor is half of what opens it. */
  async function refusePassword(userId: number, password: string): Promise<WpError | undefined> {
    const user = deps.factors ? await users.getUserdata(userId) : false;
    if (!user || !deps.factors || !((await deps.factors.isOn(userId)) || (await deps.factors.isRequired(user)))) return undefined;
    if (!(await users.wpCheckPassword(password, user))) return undefined;
    return new WpError('second_factor_needed', 'This account has a second step at sign-in. Use an application password.');
  }

  async function failed(error: WpError): Promise<WpError> {
    await hooks.doAction('application_password_failed_authentication', error);
    return error;
  }

  async function findUser(name: string): Promise<UserWithRoles | WpError> {
    const isAddress = name.length >= 6 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name);
    const user = name === '' ? false : (await users.getUserBy('login', name)) || (isAddress && (await users.getUserBy('email', name)));
    if (user) return user;
    return isAddress
      ? new WpError('invalid_email', '<strong>Error:</strong> Unknown email address. Check again or try your username.')
      : new WpError('invalid_username', '<strong>Error:</strong> Unknown username. Check again or try your email address.');
  }

  async function refuseUser(user: UserWithRoles): Promise<WpError | undefined> {
    if (!(await passwords.isAvailable())) return new WpError('application_passwords_disabled', 'Application passwords are not available.');
    if (await passwords.isAvailableForUser(user.id)) return undefined;
    return new WpError(
      'application_passwords_disabled_for_user',
      'Application passwords are not available for your account. Please contact the site administrator for assistance.',
    );
  }
}

/**
 * Plugins' endpoints answer wrong credentials with 401 (decisions, both namespaces); WordPress's own go on as for a visitor,
 * which is what WordPress does while no plugin asks for the user early.
 */
function isPluginRoute(route: string): boolean {
  return !/^\/(?:wp\/v2(?:\/|$)|batch\/v1$|$)/.test(route);
}

/** Reads a Basic header; undefined when it is none. */
export function readBasic(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // Nobody has an empty password; programs send one when they have none.
  return colon < 0 || colon === text.length - 1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The nonce in the form, the query string or the header, the way PHP's `$_REQUEST` looks. */
function sentNonce(call: RestCall): unknown {
  return call.form._wpnonce ?? parsePhpQuery(call.queryString)._wpnonce ?? call.headers['x-wp-nonce'];
}
