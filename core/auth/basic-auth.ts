import { type HookApi, isWpError, subnetOf, type UsersApi, type UserWithRoles, WpError } from '../api/index.js';
import type { ApplicationPasswords } from './application-passwords.js';
import type { LoginLimiter } from './login/index.js';
import type { SecondFactors } from './two-factor/index.js';

export interface BasicAuthDeps {
  hooks: HookApi;
  users: Pick<UsersApi, 'getUserBy' | 'getUserdata' | 'wpCheckPassword'>;
  passwords: ApplicationPasswords;
  clientIp(): string;
  /** Whether plugins take part in authentication. */
  hasPluginAuth(): boolean;
  /** Limits password attempts; no limit when absent. */
  limiter?: Pick<LoginLimiter, 'retryAfter' | 'attempt' | 'recordFailure'>;
  /** The login form's limiter, so that account passwords cannot be guessed more often here than there. */
  accountLimiter?: Pick<LoginLimiter, 'retryAfter' | 'attempt' | 'recordFailure'>;
  /** Accounts with two-factor authentication, whose password alone is not sufficient. */
  twoFactor?: Pick<SecondFactors, 'isOn' | 'isRequired'>;
}

/** Format of an application password as sent by API clients; it cannot be guessed. */
const APPLICATION_PASSWORD = /^(?:[a-z\d]{24}|[a-z\d]{4}(?: [a-z\d]{4}){5})$/i;
export const TOO_MANY_ATTEMPTS = 'rest_too_many_attempts';

/** The username and password sent by a client. */
interface BasicCredentials {
  username: string;
  password: string;
}

export interface AuthenticatedClient {
  readonly id: number;
  readonly applicationPassword?: string;
}

/** Authenticates API clients that send a username and password with each request. */
export interface BasicAuth {
  /** Returns the account of a Basic header, or the reason for refusal; undefined if it is not a Basic header. */
  authenticate(authorization: string | undefined): Promise<AuthenticatedClient | WpError | undefined>;
  /** Returns the account's ID; 0 if there is none. */
  findUserId(authorization: string): Promise<number>;
}

/**
 * Creates the authentication of requests with a username and password.
 * @since 0.1.0 (WordPress: wp_validate_application_password)
 */
export function createBasicAuth(deps: BasicAuthDeps): BasicAuth {
  const { hooks, passwords, users } = deps;
  /**
   * The pending account password attempt per network. Attempts run one after another, because each must see the results
   * of earlier ones.
   */
  const pendingAttempts = new Map<string, Promise<unknown>>();

  /**
   * Returns the account of a valid application password. API clients send it with every request, so it is not delayed
   * by wrong attempts of others. Returns undefined if the full check is needed, and always while plugins take part.
   */
  async function findByApplicationPassword({
    username,
    password,
  }: BasicCredentials): Promise<AuthenticatedClient | undefined> {
    if (!APPLICATION_PASSWORD.test(password) || deps.hasPluginAuth()) return undefined;
    const user = await findUser(users, username);
    if (isWpError(user) || (await refuseUser(user))) return undefined;
    const found = await checkApplicationPassword(user, password);
    return isWpError(found) ? undefined : found;
  }

  /** Returns undefined if the user has no such application password. */
  async function checkApplicationPassword(
    user: UserWithRoles,
    password: string,
  ): Promise<AuthenticatedClient | WpError | undefined> {
    const item = await passwords.find(user.id, password);
    if (!item) return undefined;
    const error = new WpError();
    await hooks.doAction('wp_authenticate_application_password_errors', error, user, item, password);
    if (error.hasErrors()) return error;
    await passwords.recordApplicationPasswordUsage(user.id, item.uuid, deps.clientIp());
    await hooks.doAction('application_password_did_authenticate', user, item);
    return { id: user.id, applicationPassword: item.uuid };
  }

  /**
   * Like {@link identify}, with a delay after many wrong passwords. Correct ones are not counted, because API clients
   * send them with every request.
   */
  async function identifyWithLimits(credentials: BasicCredentials): Promise<AuthenticatedClient | WpError> {
    const [name, ip] = [credentials.username, deps.clientIp()];
    const wait = (await deps.limiter?.retryAfter(name, ip)) ?? 0;
    if (wait > 0) return tooManyAttemptsError(wait);
    if (APPLICATION_PASSWORD.test(credentials.password)) return attemptLogin(credentials, ip, false);
    const network = subnetOf(ip);
    const attempt = (pendingAttempts.get(network) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => attemptLogin(credentials, ip, true));
    pendingAttempts.set(network, attempt);
    try {
      return await attempt;
    } finally {
      if (pendingAttempts.get(network) === attempt) pendingAttempts.delete(network);
    }
  }

  /**
   * Checks a password. A possible account password also counts at the login form; application passwords keep working
   * while the login form is locked.
   */
  async function attemptLogin(
    credentials: BasicCredentials,
    ip: string,
    isGuess: boolean,
  ): Promise<AuthenticatedClient | WpError> {
    const name = credentials.username;
    const pause = (await deps.accountLimiter?.retryAfter(name, ip)) ?? 0;
    const found = await identify(credentials, pause === 0);
    if (!isWpError(found)) return found;
    for (const limiter of [deps.limiter, ...(isGuess && pause === 0 ? [deps.accountLimiter] : [])]) {
      await limiter?.attempt(name, ip);
      await limiter?.recordFailure(ip);
    }
    return isGuess && pause > 0 ? tooManyAttemptsError(pause) : found;
  }

  /**
   * Returns the account of a username and application password (`wp_authenticate_application_password`), or the account
   * a plugin accepts.
   */
  async function identify(
    { username, password }: BasicCredentials,
    pluginsIdentifyUsers: boolean,
  ): Promise<AuthenticatedClient | WpError> {
    const filteredId =
      pluginsIdentifyUsers &&
      (await hooks.applyFilters<number | false | null | WpError>('determine_current_user', false, {
        username,
        password,
      }));
    if (isWpError(filteredId)) return filteredId;
    const acceptedUserId = Number(filteredId);
    if (acceptedUserId > 0) return (await refusePassword(acceptedUserId, password)) ?? { id: acceptedUserId };
    const user = await findUser(users, username);
    if (isWpError(user)) return failed(user);
    const refusal = await refuseUser(user);
    if (refusal) return failed(refusal);
    const found =
      (await checkApplicationPassword(user, password)) ??
      new WpError('incorrect_password', 'The provided password is an invalid application password.');
    return isWpError(found) ? failed(found) : found;
  }

  /**
   * Rejects the account password of a user with two-factor authentication, even if a plugin accepts it: it is only one
   * of two factors.
   */
  async function refusePassword(userId: number, password: string): Promise<WpError | undefined> {
    const user = deps.twoFactor ? await users.getUserdata(userId) : false;
    if (!user || !deps.twoFactor || !((await deps.twoFactor.isOn(userId)) || (await deps.twoFactor.isRequired(user))))
      return undefined;
    if (!(await users.wpCheckPassword(password, user))) return undefined;
    return new WpError(
      'second_factor_needed',
      'This account uses two-factor authentication. Use an application password.',
    );
  }

  async function failed(error: WpError): Promise<WpError> {
    await hooks.doAction('application_password_failed_authentication', error);
    return error;
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

  async function identifyHeader(authorization: string | undefined): Promise<AuthenticatedClient | WpError | undefined> {
    const credentials = readBasic(authorization);
    return credentials && ((await findByApplicationPassword(credentials)) ?? identifyWithLimits(credentials));
  }

  return {
    authenticate: identifyHeader,
    async findUserId(authorization) {
      const found = await identifyHeader(authorization);
      return found && !isWpError(found) ? found.id : 0;
    },
  };
}

/** Returns the error for too many wrong passwords, with the remaining wait in seconds. */
function tooManyAttemptsError(wait: number): WpError {
  return new WpError(TOO_MANY_ATTEMPTS, `Too many wrong passwords. Try again in ${wait} seconds.`, { status: 429 });
}

/** Returns the account with a username or email address, or the reason why there is none. */
async function findUser(users: Pick<UsersApi, 'getUserBy'>, name: string): Promise<UserWithRoles | WpError> {
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

/** Parses a Basic header; undefined if it is not one. */
export function readBasic(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // No account has an empty password; clients send one if they have none.
  return colon < 0 || colon === text.length - 1
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
