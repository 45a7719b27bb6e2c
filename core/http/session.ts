import type { Request, RequestHandler } from 'express';
import type { Database, UsersApi } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { createLastUser } from './last-user.js';
import { enter, leave, openSession, passwordPart, sessionToken } from './running-session.js';
import { createSessionCookies, VISITOR_LIFE } from './session-cookies.js';
import { SessionStore } from './session-store.js';
import { createIdentification } from './session-user.js';

export { currentVerifier, openSession, passwordPart, sessionToken } from './running-session.js';
export { pluginsIdentifyUsers } from './session-user.js';

declare module 'express-session' {
  interface SessionData {
    /** Time, IP address and client of the login. */
    loggedIn?: LoginRecord;
    /** Part of the password's hash: a new password ends the sessions of the old one. */
    passwordPart?: string;
    /** Session data added by plugins (`attach_session_information`). */
    attached?: Readonly<Record<string, unknown>>;
    /** Milliseconds since 1970: end of a session whose cookie ends with the browser. */
    ends?: number;
    /** Values that plugins store for a visitor. */
    values?: Record<string, unknown>;
  }
}

const TWO_DAYS = 2 * 86_400_000;
const TWO_WEEKS = 14 * 86_400_000;
const MAX_AGENT = 300;

/** The login that started a session. */
export interface LoginRecord {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly ip: string;
  readonly userAgent: string;
}

interface SessionDeps {
  db: Database;
  hooks: Pick<Hooks, 'addFilter' | 'applyFilters' | 'doAction' | 'hasFilter' | 'listeners'>;
  /** Returns the account of an API client that sends a name and an application password outside an API; 0 for none. */
  authenticateApplicationPassword?: (authorization: string) => Promise<number>;
  users: Pick<UsersApi, 'getUserdata'>;
  /** Loads the capabilities of the request's user as soon as the user is known. */
  loadCapabilities?: () => Promise<void>;
  secret: string;
  siteUrl: string;
  /** Unix time in milliseconds. */
  now?: () => number;
}

export interface Sessions {
  middleware: RequestHandler[];
  /** For logged-in users. */
  cookieName: string;
  /** For everyone else: proxies that know WordPress take the other cookie for a login. */
  visitorCookie: string;
  /** Logs a visitor in under a new session id and preserves the old session's data. */
  logIn(request: Request, userId: number, remember: boolean): Promise<void>;
  signOut(request: Request): Promise<void>;
  /** Gives a visitor's session another id and preserves its data; logs out a logged-in user. */
  renew(request: Request): Promise<void>;
  /** Stores in the browser who is logged in, so that {@link lastUser} can return it once the session has ended. */
  storeLastUser(request: Request): void;
  /**
   * Returns the last user logged in to the admin in this browser, even after the session has ended; 0 if there was
   * none. Grants no access.
   */
  lastUser(request: Request): number;
}

/** Creates the sessions of a site. A request without the cookie causes no work. */
export function createSessions({
  db,
  hooks,
  users,
  loadCapabilities = async () => undefined,
  secret,
  siteUrl,
  authenticateApplicationPassword,
  now = Date.now,
}: SessionDeps): Sessions {
  const cookies = createSessionCookies(new SessionStore(db, now), secret, siteUrl);
  const { cookieName, visitorCookie, nameSession } = cookies;
  const identify = createIdentification({ db, hooks, users, loadCapabilities, now, authenticateApplicationPassword });
  return {
    cookieName,
    visitorCookie,
    middleware: [...(siteUrl.startsWith('https:') ? [overTls] : []), cookies.load, identify],
    ...createLastUser(secret, siteUrl),

    async logIn(request, userId, remember) {
      const user = await users.getUserdata(userId);
      if (!user) return;
      const life =
        Number(
          await hooks.applyFilters(
            'auth_cookie_expiration',
            (remember ? TWO_WEEKS : TWO_DAYS) / 1000,
            userId,
            remember,
          ),
        ) * 1000;
      const attached = await hooks.applyFilters<Readonly<Record<string, unknown>>>(
        'attach_session_information',
        {},
        userId,
      );
      const end = Math.floor((now() + life) / 1000);
      const values = openSession(request)?.values;
      await renew(request);
      enter(userId, request.session.id);
      await loadCapabilities();
      const about = [remember ? end : 0, end, userId, 'logged_in', sessionToken()] as const;
      await hooks.doAction('set_logged_in_cookie', '', ...about);
      if (!(await hooks.applyFilters('send_auth_cookies', true, ...about))) return;
      const loggedIn: LoginRecord = {
        at: now(),
        ip: request.ip ?? '',
        userAgent: (request.get('user-agent') ?? '').slice(0, MAX_AGENT),
      };
      Object.assign(request.session, {
        userId,
        loggedIn,
        passwordPart: passwordPart(user.user_pass),
        ...(values ? { values } : {}),
      });
      if (Object.keys(attached).length > 0) request.session.attached = attached;
      // A cookie that ends with the browser has a fixed end on the server.
      if (remember) request.session.cookie.maxAge = life;
      else {
        request.session.cookie.expires = null;
        request.session.ends = now() + life;
      }
      nameSession(request, cookieName);
    },

    async renew(request) {
      const values = openSession(request)?.values;
      await renew(request);
      Object.assign(request.session, values ? { values } : {});
      request.session.cookie.maxAge = VISITOR_LIFE;
      nameSession(request, visitorCookie);
      leave();
    },

    async signOut(request) {
      await hooks.doAction('clear_auth_cookie');
      if (!(await hooks.applyFilters('send_auth_cookies', true, 0, 0, 0, '', ''))) return leave();
      await new Promise<void>((resolve, reject) => {
        request.session.destroy((error: Error | null | undefined) => (error ? reject(error) : resolve()));
      });
      request.res?.append('Set-Cookie', cookies.deletionHeader(cookieName));
      leave();
    },
  };
}

// The site's URL determines whether visitors use TLS; proxies need not be trusted for that.
const overTls: RequestHandler = (request, _response, next) => {
  Object.defineProperty(request, 'secure', { value: true, configurable: true });
  next();
};

function renew(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error: Error | null | undefined) => (error ? reject(error) : resolve()));
  });
}
