import type { Request, RequestHandler } from 'express';
import {
  type Database,
  isWpError,
  type UsersApi,
  type UserWithRoles,
  toUtcString,
  type WpError,
} from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import { enter, leave, openSession, passwordPart, sessionToken } from './running-session.js';
import { sessionVerifier } from './session-store.js';

/** Memo key of the request whose user is being determined. */
const REQUEST_KEY = 'identified_request';
/** Milliseconds after which a session's use is recorded again. */
const SEEN_EVERY = 300_000;

/** The host's own callbacks of `determine_current_user`. */
const hostCallbacks = new WeakSet<object>();

/** Whether plugins take part in determining the current user. */
export function pluginsIdentifyUsers(hooks: Pick<Hooks, 'listeners'>): boolean {
  return hooks.listeners('determine_current_user').some(({ callback }) => !hostCallbacks.has(callback));
}

interface IdentificationDeps {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'addFilter' | 'applyFilters' | 'doAction' | 'hasFilter' | 'listeners'>;
  readonly users: Pick<UsersApi, 'getUserdata'>;
  /** Returns the account of an API client that sends a name and an application password outside an API; 0 for none. */
  readonly authenticateApplicationPassword: ((authorization: string) => Promise<number>) | undefined;
  /** Loads the capabilities of the request's user. */
  loadCapabilities(): Promise<void>;
  /** Unix time in milliseconds. */
  now(): number;
}

/** Creates the middleware that determines each request's user before anything else happens. */
export function createIdentification({
  db,
  hooks,
  users,
  authenticateApplicationPassword,
  loadCapabilities,
  now,
}: IdentificationDeps): RequestHandler {
  /** Returns the account of a session while its password is still the one the session was opened with. */
  async function validateSession(session: Request['session'], userId: number): Promise<number> {
    const user = await users.getUserdata(userId);
    if (!user || passwordPart(user.user_pass) !== session.passwordPart) return 0;
    enter(userId, session.id);
    await hooks.doAction('auth_cookie_valid', cookieElements(user, session), user);
    await recordUse(session);
    return userId;
  }

  /** Determines a request's user from the session, or with plugins before and after it (`determine_current_user`). */
  async function identifyUser(request: Request): Promise<void> {
    if (!pluginsIdentifyUsers(hooks)) {
      await identifyByCookie(request);
      const id = await identifyByPassword(request, currentContext()?.userId ?? 0);
      return switchUser(id);
    }
    currentContext()?.memo.set(REQUEST_KEY, request);
    const determinedUser = await hooks.applyFilters<unknown>('determine_current_user', false);
    currentContext()?.memo.delete(REQUEST_KEY);
    return switchUser(isWpError(determinedUser) ? 0 : Math.max(0, Math.trunc(Number(determinedUser)) || 0));
  }

  async function identifyByCookie(request: Request): Promise<number> {
    const session = openSession(request);
    return session?.userId === undefined ? 0 : validateSession(session, session.userId);
  }

  async function identifyByPassword({ headers: { authorization } }: Request, found: number): Promise<number> {
    return found === 0 && authorization !== undefined && hooks.hasFilter('application_password_is_api_request')
      ? authenticateClient(authorization)
      : found;
  }

  /**
   * Registers the host's callback for the filter when plugins take part; it applies only to the request whose user is
   * being determined.
   */
  function addHostCallback(
    determineUser: (request: Request, found: number) => Promise<number>,
    priority: number,
  ): void {
    const callback = async (found: number | false | null | WpError): Promise<number | false | null | WpError> => {
      const request = currentContext()?.memo.get(REQUEST_KEY) as Request | undefined;
      if (found || !request) return found;
      const id = await determineUser(request, 0);
      return id > 0 && id;
    };
    hostCallbacks.add(callback);
    hooks.addFilter('determine_current_user', callback, priority);
  }
  addHostCallback(identifyByCookie, 10);
  addHostCallback(identifyByPassword, 20);

  async function authenticateClient(authorization: string): Promise<number> {
    return authenticateApplicationPassword && (await hooks.applyFilters('application_password_is_api_request', false))
      ? authenticateApplicationPassword(authorization)
      : 0;
  }

  /** Switches the running request to another account than the session's. */
  async function switchUser(userId: number): Promise<void> {
    if (userId === (currentContext()?.userId ?? 0)) return;
    leave();
    if (userId === 0) return;
    const user = await users.getUserdata(userId);
    const context = currentContext();
    if (user && context) context.userId = userId;
  }

  async function recordUse({ id, seenAt }: Request['session']): Promise<void> {
    if (seenAt === undefined || seenAt >= toUtcString(now() - SEEN_EVERY)) return;
    // Reading continues when the database is not writable.
    await db()('sessions')
      .where({ sid: sessionVerifier(id) })
      .update({ seen_at: toUtcString(now()) })
      .catch(() => undefined);
  }

  async function setCurrentUser(request: Request): Promise<void> {
    await identifyUser(request);
    await loadCapabilities();
    await hooks.doAction('set_current_user');
  }

  return (request, _response, next) => {
    setCurrentUser(request).then(() => next(), next);
  };
}

/** Returns the values WordPress reads from its cookie; Plinth's cookie contains only the session's id. */
function cookieElements(
  user: UserWithRoles,
  { cookie }: Request['session'],
): { username: string; expiration: number; token: string; scheme: string } {
  return {
    username: user.user_login,
    expiration: Math.floor((cookie.expires?.getTime() ?? 0) / 1000),
    token: sessionToken(),
    scheme: 'logged_in',
  };
}
