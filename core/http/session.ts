import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import {
  andThen,
  type Database,
  isWpError,
  type MaybePromise,
  type UsersApi,
  type UserWithRoles,
  utcText,
  type WpError,
} from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import { SessionStore, sessionVerifier } from './session-store.js';

declare module 'express-session' {
  interface SessionData {
    /** When, from where and with what somebody signed in. */
    signedIn?: SignIn;
    /** A piece of the password's hash: a new password ends the sessions of the old one. */
    passwordPart?: string;
    /** What plugins want to know of the session later (`attach_session_information`). */
    attached?: Readonly<Record<string, unknown>>;
    /** Milliseconds since 1970: the end of a session whose cookie ends with the browser. */
    ends?: number;
    /** What plugins keep for a visitor. */
    values?: Record<string, unknown>;
  }
}

/** Where the running request's context keeps the session's token, and by what the database knows the session. */
const TOKEN = 'session_token';
const VERIFIER = 'session_verifier';
/** While it is settled who sends the running request: that request. */
const ASKED = 'asked_request';
const TWO_DAYS = 2 * 86_400_000;
const TWO_WEEKS = 14 * 86_400_000;
/** Milliseconds after its last change for which the session of somebody who is not signed in lasts: what is in their cart, for one. */
const VISITOR_LIFE = TWO_WEEKS;
/** Milliseconds after which it is noted anew that a session is in use. */
const SEEN_EVERY = 300_000;
const MAX_AGENT = 300;

/** How a session began. */
export interface SignIn {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ip: string;
  readonly userAgent: string;
}

interface SessionDeps {
  db: Database;
  hooks: Pick<Hooks, 'addFilter' | 'applyFilters' | 'doAction' | 'hasFilter' | 'listeners'>;
  /** The account of a program that sends a name and an application password where no API is asked; 0 for none. */
  programUser?: (authorization: string) => Promise<number>;
  users: Pick<UsersApi, 'getUserdata'>;
  /** Reads what whoever sends the request may do, as soon as it is known who that is. */
  know?: () => MaybePromise<void>;
  secret: string;
  siteUrl: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface Sessions {
  middleware: RequestHandler[];
  /** Of those who are signed in. */
  cookieName: string;
  /** Of everybody else: proxies that know WordPress take the other one for a sign-in. */
  visitorCookie: string;
  /** Signs a visitor in under a new session id, which keeps what the old session held. */
  signIn(request: Request, userId: number, remember: boolean): Promise<void>;
  signOut(request: Request): Promise<void>;
  /** Gives a visitor's session another id, with what it keeps for them; whoever was signed in is not any more. */
  renew(request: Request): Promise<void>;
  /** Leaves in the browser who is signed in, so that {@link lastUser} knows it once the session has ended. */
  leaveTrace(request: Request): void;
  /** Who was signed in last in this browser's admin, signed in or not; 0 when nobody was. It opens nothing. */
  lastUser(request: Request): number;
}

/** The token of the running request's session; empty without one (`wp_get_session_token`). */
export function sessionToken(): string {
  return (currentContext()?.memo.get(TOKEN) as string | undefined) ?? '';
}

/** By what the database knows the running request's session; empty without one, and while nobody is signed in by it. */
export function currentVerifier(): string {
  return (currentContext()?.memo.get(VERIFIER) as string | undefined) ?? '';
}

/** A piece of a password's hash, by which a session knows the password that it was opened with. */
export function passwordPart(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 12);
}

/** The session that a request came with or has got meanwhile; asking `request.session` itself begins one. */
export function openSession(request: Request): Request['session'] | undefined {
  return Object.getOwnPropertyDescriptor(request, 'session')?.value as Request['session'] | undefined;
}

/** The host's own callbacks of `determine_current_user`. */
const own = new WeakSet<object>();

/** Whether plugins have a say about who sends a request. */
export function asksPlugins(hooks: Pick<Hooks, 'listeners'>): boolean {
  return hooks.listeners('determine_current_user').some(({ callback }) => !own.has(callback));
}

/** Creates the sessions of a site. A request without the cookie costs nothing. */
export function createSessions({
  db,
  hooks,
  users,
  know = () => undefined,
  secret,
  siteUrl,
  programUser,
  now = Date.now,
}: SessionDeps): Sessions {
  const store = new SessionStore(db, now);
  const cookieName = `wordpress_logged_in_${createHash('md5').update(siteUrl).digest('hex')}`;
  const lastName = `plinth_last_user_${createHash('md5').update(siteUrl).digest('hex')}`;
  const seal = (userId: number): string =>
    `${userId}.${createHmac('sha256', secret).update(`last user|${userId}`).digest('base64url')}`;

  const visitorCookie = `plinth_visitor_${createHash('md5').update(siteUrl).digest('hex')}`;
  const cookie = { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/' } as const;
  const loaded = (name: string, life?: number): RequestHandler =>
    session({
      name,
      secret,
      store,
      resave: false,
      saveUninitialized: false,
      cookie: { ...cookie, ...(life === undefined ? {} : { maxAge: life }) },
    });
  const loadSigned = loaded(cookieName);
  const load = loaded(visitorCookie, VISITOR_LIFE);
  /** Under which name the session of an answer goes out, once somebody was signed in or out in it. */
  const named = new WeakMap<Response, string>();

  const forgotten = (name: string): string =>
    `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`;

  /** Has the running answer's session go out under a name, which takes back the cookie of the other one. */
  function nameSession({ res: response, headers }: Request, name: string): void {
    if (!response) return;
    if (!named.has(response)) {
      const set = response.setHeader.bind(response);
      const rename = (line: string): readonly string[] => {
        const [now, before] = [
          named.get(response) ?? '',
          [cookieName, visitorCookie].find((one) => line.startsWith(`${one}=`) && !line.startsWith(`${one}=;`)),
        ];
        if (before === undefined) return [line];
        const other = now === cookieName ? visitorCookie : cookieName;
        return [
          `${now}${line.slice(before.length)}`,
          ...(headers.cookie?.includes(`${other}=`) ? [forgotten(other)] : []),
        ];
      };
      response.setHeader = (header, value) =>
        set(
          header,
          header.toLowerCase() === 'set-cookie'
            ? [...new Set([value].flat().flatMap((line) => rename(String(line))))]
            : value,
        );
    }
    named.set(response, name);
  }

  // One function for all requests: with one of its own each, no two of them would have one shape for the engine.
  function beginSession(this: Request): Request['session'] {
    Reflect.deleteProperty(this, 'session');
    if (this.res) load(this, this.res, () => undefined);
    return this.session;
  }

  /** What a browser brings whose sign-in has ended is a visitor's session from now on. */
  function strangers(request: Request): undefined {
    const session = openSession(request);
    if (!session || session.userId !== undefined) return undefined;
    session.cookie.maxAge = VISITOR_LIFE;
    nameSession(request, visitorCookie);
    return undefined;
  }

  /** A visitor without the cookie gets a session once somebody asks for it, which takes no waiting. */
  const loadWhenNeeded: RequestHandler = (request, response, next) => {
    if (request.headers.cookie?.includes(cookieName))
      return loadSigned(request, response, (error?: unknown) => next(error ?? strangers(request)));
    if (request.headers.cookie?.includes(visitorCookie)) return load(request, response, next);
    Object.defineProperty(request, 'session', { configurable: true, get: beginSession });
    next();
  };

  const identify: RequestHandler = (request, _response, next) => {
    const settled = andThen(whoAsks(request), () => andThen(know(), () => hooks.doAction('set_current_user')));
    if (settled instanceof Promise) settled.then(() => next(), next);
    else next();
  };

  /** The account whose session this is, while it has the password that the session was opened with. */
  async function recognise(session: Request['session'], userId: number): Promise<number> {
    const user = await users.getUserdata(userId);
    if (!user || passwordPart(user.user_pass) !== session.passwordPart) return 0;
    enter(userId, session.id);
    await hooks.doAction('auth_cookie_valid', cookieElements(user, session), user);
    await noteUse(session);
    return userId;
  }

  /** Settles who sends a request: by the session, or as plugins say, which are asked before and after it (`determine_current_user`). */
  function whoAsks(request: Request): MaybePromise<void> {
    if (!asksPlugins(hooks))
      return andThen(byCookie(request), () =>
        andThen(byProgram(request, currentContext()?.userId ?? 0), (id) => become(id)),
      );
    currentContext()?.memo.set(ASKED, request);
    return andThen(hooks.applyFilters<unknown>('determine_current_user', false), (answer) => {
      currentContext()?.memo.delete(ASKED);
      return become(isWpError(answer) ? 0 : Math.max(0, Math.trunc(Number(answer)) || 0));
    });
  }

  function byCookie(request: Request): MaybePromise<number> {
    const session = openSession(request);
    return session?.userId === undefined ? 0 : recognise(session, session.userId);
  }

  function byProgram({ headers: { authorization } }: Request, found: number): MaybePromise<number> {
    return found === 0 && authorization !== undefined && hooks.hasFilter('application_password_is_api_request')
      ? programAt(authorization)
      : found;
  }

  /** What the host says where plugins are asked; of the request that is being settled, and of no other. */
  function hostSays(say: (request: Request, found: number) => MaybePromise<number>, priority: number): void {
    const callback = (found: number | false | null | WpError): MaybePromise<number | false | null | WpError> => {
      const request = currentContext()?.memo.get(ASKED) as Request | undefined;
      return found || !request ? found : andThen(say(request, 0), (id) => id > 0 && id);
    };
    own.add(callback);
    hooks.addFilter('determine_current_user', callback, priority);
  }
  hostSays(byCookie, 10);
  hostSays(byProgram, 20);

  async function programAt(authorization: string): Promise<number> {
    return programUser && (await hooks.applyFilters('application_password_is_api_request', false))
      ? programUser(authorization)
      : 0;
  }

  /** Has another account than the session's send the running request. */
  function become(userId: number): MaybePromise<void> {
    if (userId === (currentContext()?.userId ?? 0)) return undefined;
    leave();
    if (userId === 0) return undefined;
    return users.getUserdata(userId).then((user) => {
      const context = currentContext();
      if (user && context) context.userId = userId;
    });
  }

  /** Says in the running request who sent it. The token that is bound into nonces is made of the id, which no database holds. */
  function enter(userId: number, sid: string): void {
    const context = currentContext();
    if (!context) return;
    context.userId = userId;
    context.memo.set(TOKEN, createHash('sha256').update(`nonce|${sid}`).digest('base64url'));
    context.memo.set(VERIFIER, sessionVerifier(sid));
  }

  function leave(): void {
    const context = currentContext();
    if (!context) return;
    context.userId = 0;
    context.memo.delete(TOKEN);
    context.memo.delete(VERIFIER);
  }

  async function noteUse({ id, seenAt }: Request['session']): Promise<void> {
    if (seenAt === undefined || seenAt >= utcText(now() - SEEN_EVERY)) return;
    // Reading goes on where nothing can be written.
    await db()('sessions')
      .where({ sid: sessionVerifier(id) })
      .update({ seen_at: utcText(now()) })
      .catch(() => undefined);
  }

  // The site's address says how its visitors come; what stands between need not be trusted for that.
  const overTls: RequestHandler = (request, _response, next) => {
    Object.defineProperty(request, 'secure', { value: true, configurable: true });
    next();
  };

  return {
    cookieName,
    visitorCookie,
    middleware: [...(siteUrl.startsWith('https:') ? [overTls] : []), loadWhenNeeded, identify],

    async signIn(request, userId, remember) {
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
      await know();
      const about = [remember ? end : 0, end, userId, 'logged_in', sessionToken()] as const;
      await hooks.doAction('set_logged_in_cookie', '', ...about);
      if (!(await hooks.applyFilters('send_auth_cookies', true, ...about))) return;
      const signedIn: SignIn = {
        at: now(),
        ip: request.ip ?? '',
        userAgent: (request.get('user-agent') ?? '').slice(0, MAX_AGENT),
      };
      Object.assign(request.session, {
        userId,
        signedIn,
        passwordPart: passwordPart(user.user_pass),
        ...(values ? { values } : {}),
      });
      if (Object.keys(attached).length > 0) request.session.attached = attached;
      // A cookie that ends with the browser has an end here all the same.
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
      request.res?.append('Set-Cookie', forgotten(cookieName));
      leave();
    },

    leaveTrace(request) {
      const session = openSession(request);
      if (!session?.userId || readTrace(request) === session.userId) return;
      const { userId, cookie } = session;
      request.res?.cookie(lastName, seal(userId), {
        httpOnly: true,
        sameSite: 'lax',
        secure: siteUrl.startsWith('https:'),
        path: '/wp-admin',
        ...(cookie.originalMaxAge ? { maxAge: 2 * TWO_WEEKS } : {}),
      });
    },

    lastUser: readTrace,
  };

  function readTrace(request: Request): number {
    const pattern = new RegExp(`(?:^|; )${lastName}=(([1-9]\\d{0,9})\\.[\\w-]{43})(?:;|$)`);
    const [, value, id = '0'] = pattern.exec(request.headers.cookie ?? '') ?? [];
    const userId = Number(id);
    return value !== undefined && timingSafeEqual(Buffer.from(value), Buffer.from(seal(userId))) ? userId : 0;
  }
}

/** What WordPress reads in its cookie; ours holds nothing but the session's id. */
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

function renew(request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    request.session.regenerate((error: Error | null | undefined) => (error ? reject(error) : resolve()));
  });
}
