import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Store } from 'express-session';
import onHeaders from 'on-headers';
import { recordSessionData } from './running-session.js';

/** Milliseconds a session of an anonymous visitor lasts after its last change; it contains the cart, for example. */
export const VISITOR_LIFE = 14 * 86_400_000;

/** The cookies that identify sessions: one for logged-in users, another for everyone else. */
export interface SessionCookies {
  readonly cookieName: string;
  readonly visitorCookie: string;
  /** Loads the session of a request: an empty one for a visitor without one, which is stored once it has data. */
  readonly load: RequestHandler;
  /** Sends the running response's session under a cookie name, and deletes the other cookie. */
  nameSession(request: Request, name: string): void;
  /** Returns the header that deletes a cookie. */
  deletionHeader(name: string): string;
}

const COOKIE = { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/' } as const;

export function createSessionCookies(store: Store, secret: string, siteUrl: string): SessionCookies {
  const cookieName = `wordpress_logged_in_${createHash('md5').update(siteUrl).digest('hex')}`;
  const visitorCookie = `plinth_visitor_${createHash('md5').update(siteUrl).digest('hex')}`;
  const sessionMiddleware = (name: string, life?: number): RequestHandler =>
    session({
      name,
      secret,
      store,
      resave: false,
      saveUninitialized: false,
      cookie: { ...COOKIE, ...(life === undefined ? {} : { maxAge: life }) },
    });
  const loadSigned = sessionMiddleware(cookieName);
  const loadVisitor = sessionMiddleware(visitorCookie, VISITOR_LIFE);
  /** New cookie names of sessions in which a user was logged in or out during the request. */
  const newNames = new WeakMap<Response, string>();

  function nameSession({ res: response }: Request, name: string): void {
    if (response) newNames.set(response, name);
  }

  /** Sends the session under its new name, and deletes the cookie of the former one. */
  function renameCookie(request: Request, response: Response): void {
    const name = newNames.get(response);
    const former = name === cookieName ? visitorCookie : cookieName;
    const lines = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
    const isSession = (line: string): boolean =>
      [cookieName, visitorCookie].some(
        (sessionCookie) => line.startsWith(`${sessionCookie}=`) && !line.startsWith(`${sessionCookie}=;`),
      );
    if (name === undefined || !lines.some(isSession)) return;
    const renamed = lines.map((line) => (isSession(line) ? name + line.slice(line.indexOf('=')) : line));
    const deleted = request.headers.cookie?.includes(`${former}=`) ? [deletionHeader(former)] : [];
    response.setHeader('Set-Cookie', [...new Set([...renamed, ...deleted])]);
  }

  /** A session whose login has ended continues as a visitor's session. */
  function continueAsVisitor(request: Request): void {
    if (request.session.userId !== undefined) return;
    request.session.cookie.maxAge = VISITOR_LIFE;
    nameSession(request, visitorCookie);
  }

  const load: RequestHandler = (request, response, next) => {
    const isLoggedIn = request.headers.cookie?.includes(cookieName) === true;
    // Added before the session's own listener, so that it runs after it.
    onHeaders(response, () => renameCookie(request, response));
    return (isLoggedIn ? loadSigned : loadVisitor)(request, response, (error?: unknown) => {
      if (error === undefined) {
        recordSessionData(request);
        if (isLoggedIn) continueAsVisitor(request);
      }
      next(error);
    });
  };

  return { cookieName, visitorCookie, load, nameSession, deletionHeader };
}

function deletionHeader(name: string): string {
  return `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`;
}
