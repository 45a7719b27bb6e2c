import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Store } from 'express-session';
import { noteSession, openSession } from './running-session.js';

/** Milliseconds a session of an anonymous visitor lasts after its last change; it contains the cart, for example. */
export const VISITOR_LIFE = 14 * 86_400_000;

/** The cookies that identify sessions: one for logged-in users, another for everyone else. */
export interface SessionCookies {
  readonly cookieName: string;
  readonly visitorCookie: string;
  /** Loads the session of a request; a visitor without one gets it on first access. */
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
  const loaded = (name: string, life?: number): RequestHandler =>
    session({
      name,
      secret,
      store,
      resave: false,
      saveUninitialized: false,
      cookie: { ...COOKIE, ...(life === undefined ? {} : { maxAge: life }) },
    });
  const loadSigned = loaded(cookieName);
  const loadVisitor = loaded(visitorCookie, VISITOR_LIFE);
  /** Cookie names of sessions in which a user was logged in or out during the request. */
  const named = new WeakMap<Response, string>();

  /** Sends the running response's session under a cookie name, and deletes the other cookie. */
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

  // One function for all requests: with a closure each, no two requests would share a shape for the engine.
  function beginSession(this: Request): Request['session'] {
    Reflect.deleteProperty(this, 'session');
    if (this.res) loadVisitor(this, this.res, () => undefined);
    noteSession(this);
    return this.session;
  }

  /** A session whose login has ended continues as a visitor's session. */
  function continueAsVisitor(request: Request): undefined {
    const session = openSession(request);
    if (!session || session.userId !== undefined) return undefined;
    session.cookie.maxAge = VISITOR_LIFE;
    nameSession(request, visitorCookie);
    return undefined;
  }

  /** A visitor without the cookie gets a session on first access, which is synchronous. */
  const loadWhenNeeded: RequestHandler = (request, response, next) => {
    if (request.headers.cookie?.includes(cookieName))
      return loadSigned(request, response, (error?: unknown) => {
        noteSession(request);
        next(error ?? continueAsVisitor(request));
      });
    if (request.headers.cookie?.includes(visitorCookie))
      return loadVisitor(request, response, (error?: unknown) => {
        noteSession(request);
        next(error);
      });
    Object.defineProperty(request, 'session', { configurable: true, get: beginSession });
    next();
  };

  return { cookieName, visitorCookie, load: loadWhenNeeded, nameSession, deletionHeader: forgotten };
}

function forgotten(name: string): string {
  return `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`;
}
