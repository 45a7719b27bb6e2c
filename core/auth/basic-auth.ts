import { type HookApi, isWpError, subnetOf, type UsersApi, type UserWithRoles, WpError } from '../api/index.js';
import type { ApplicationPasswords } from './application-passwords.js';
import type { LoginLimiter } from './login/index.js';
import type { SecondFactors } from './two-factor/index.js';

export interface ProgramsDeps {
  hooks: HookApi;
  users: Pick<UsersApi, 'getUserBy' | 'getUserdata' | 'wpCheckPassword'>;
  passwords: ApplicationPasswords;
  clientIp(): string;
  /** Whether plugins have a say about who sends a request. */
  asksPlugins(): boolean;
  /** Slows down those who try passwords; without one nobody is. */
  limiter?: Pick<LoginLimiter, 'wait' | 'attempt' | 'recordFailure'>;
  /** The login form's: a password of an account is guessed here no more often than there. */
  accountLimiter?: Pick<LoginLimiter, 'wait' | 'attempt' | 'recordFailure'>;
  /** Whose password alone opens nothing. */
  factors?: Pick<SecondFactors, 'isOn' | 'isRequired'>;
}

/** An application password as programs send it; nobody can guess one. */
const APPLICATION_PASSWORD = /^(?:[a-z\d]{24}|[a-z\d]{4}(?: [a-z\d]{4}){5})$/i;
export const TOO_MANY = 'rest_too_many_attempts';

/** What a client sent as its name and password. */
interface BasicCredentials {
  username: string;
  password: string;
}

export interface Found {
  readonly id: number;
  readonly applicationPassword?: string;
}

/** Those who send a name and a password with each request. */
export interface Programs {
  /** The account behind a Basic header, or why there is none; undefined when it is no such header. */
  identify(authorization: string | undefined): Promise<Found | WpError | undefined>;
  /** The same as a number; 0 for nobody. */
  userOf(authorization: string): Promise<number>;
}

/** Makes the check of who sends a name and a password with a request. @since 0.2.0 (WordPress: wp_validate_application_password) */
export function createPrograms(deps: ProgramsDeps): Programs {
  const { hooks, passwords, users } = deps;
  /** By network: the guess at an account's password that is being tried, since each has to see what became of those before. */
  const guesses = new Map<string, Promise<unknown>>();

  function tooMany(wait: number): WpError {
    return new WpError(TOO_MANY, `Too many wrong passwords. Try again in ${wait} seconds.`, { status: 429 });
  }

  /**
   * The account of an application password that is right, as programs send it with every call: nobody is slowed down by what others guessed. Undefined for
   * whatever has to be judged, and while plugins have a say.
   */
  async function recognise({ username, password }: BasicCredentials): Promise<Found | undefined> {
    if (!APPLICATION_PASSWORD.test(password) || deps.asksPlugins()) return undefined;
    const user = await findUser(username);
    if (isWpError(user) || (await refuseUser(user))) return undefined;
    const found = await enter(user, password);
    return isWpError(found) ? undefined : found;
  }

  /** Undefined when the password is none of the user's. */
  async function enter(user: UserWithRoles, password: string): Promise<Found | WpError | undefined> {
    const item = await passwords.find(user.id, password);
    if (!item) return undefined;
    const error = new WpError();
    await hooks.doAction('wp_authenticate_application_password_errors', error, user, item, password);
    if (error.hasErrors()) return error;
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
    const network = subnetOf(ip);
    const turn = (guesses.get(network) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => tryOut(credentials, ip, true));
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
    const answer =
      asksPlugins &&
      (await hooks.applyFilters<number | false | null | WpError>('determine_current_user', false, {
        username,
        password,
      }));
    if (isWpError(answer)) return answer;
    const plugin = Number(answer);
    if (plugin > 0) return (await refusePassword(plugin, password)) ?? { id: plugin };
    const user = await findUser(username);
    if (isWpError(user)) return failed(user);
    const refused = await refuseUser(user);
    if (refused) return failed(refused);
    const found =
      (await enter(user, password)) ??
      new WpError('incorrect_password', 'The provided password is an invalid application password.');
    return isWpError(found) ? failed(found) : found;
  }

  /** Whatever a plugin takes: the password of an account with a second factor is half of what opens it. */
  async function refusePassword(userId: number, password: string): Promise<WpError | undefined> {
    const user = deps.factors ? await users.getUserdata(userId) : false;
    if (!user || !deps.factors || !((await deps.factors.isOn(userId)) || (await deps.factors.isRequired(user))))
      return undefined;
    if (!(await users.wpCheckPassword(password, user))) return undefined;
    return new WpError(
      'second_factor_needed',
      'This account has a second step at sign-in. Use an application password.',
    );
  }

  async function failed(error: WpError): Promise<WpError> {
    await hooks.doAction('application_password_failed_authentication', error);
    return error;
  }

  async function findUser(name: string): Promise<UserWithRoles | WpError> {
    const isAddress = name.length >= 6 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name);
    const user =
      name === ''
        ? false
        : (await users.getUserBy('login', name)) || (isAddress && (await users.getUserBy('email', name)));
    if (user) return user;
    return isAddress
      ? new WpError('invalid_email', '<strong>Error:</strong> Unknown email address. Check again or try your username.')
      : new WpError(
          'invalid_username',
          '<strong>Error:</strong> Unknown username. Check again or try your email address.',
        );
  }

  async function refuseUser(user: UserWithRoles): Promise<WpError | undefined> {
    if (!(await passwords.isAvailable()))
      return new WpError('application_passwords_disabled', 'Application passwords are not available.');
    if (await passwords.isAvailableForUser(user)) return undefined;
    return new WpError(
      'application_passwords_disabled_for_user',
      'Application passwords are not available for your account. Please contact the site administrator for assistance.',
    );
  }

  async function identifyHeader(authorization: string | undefined): Promise<Found | WpError | undefined> {
    const credentials = readBasic(authorization);
    return credentials && ((await recognise(credentials)) ?? identifySlowly(credentials));
  }

  return {
    identify: identifyHeader,
    async userOf(authorization) {
      const found = await identifyHeader(authorization);
      return found && !isWpError(found) ? found.id : 0;
    },
  };
}

/** Reads a Basic header; undefined when it is none. */
export function readBasic(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // Nobody has an empty password; programs send one when they have none.
  return colon < 0 || colon === text.length - 1
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
