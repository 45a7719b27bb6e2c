import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import session, { type Store } from 'express-session';
import { noteSession, openSession } from './running-session.js';

/** Milliseconds after its last change for which the session of somebody who is not signed in lasts: what is in their cart, for one. */
export const VISITOR_LIFE = 14 * 86_400_000;

/** The cookies by which browsers bring their sessions: one of those who are signed in, another of everybody else. */
export interface SessionCookies {
  readonly cookieName: string;
  readonly visitorCookie: string;
  /** Loads the session that a request brings; a visitor without one gets it once somebody asks for it. */
  readonly load: RequestHandler;
  /** Has the running answer's session go out under a name, which takes back the cookie of the other one. */
  nameSession(request: Request, name: string): void;
  /** The header that takes a cookie back. */
  forgotten(name: string): string;
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
  /** Under which name the session of an answer goes out, once somebody was signed in or out in it. */
  const named = new WeakMap<Response, string>();

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
    if (this.res) loadVisitor(this, this.res, () => undefined);
    noteSession(this);
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
      return loadSigned(request, response, (error?: unknown) => {
        noteSession(request);
        next(error ?? strangers(request));
      });
    if (request.headers.cookie?.includes(visitorCookie))
      return loadVisitor(request, response, (error?: unknown) => {
        noteSession(request);
        next(error);
      });
    Object.defineProperty(request, 'session', { configurable: true, get: beginSession });
    next();
  };

  return { cookieName, visitorCookie, load: loadWhenNeeded, nameSession, forgotten };
}

function forgotten(name: string): string {
  return `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`;
}
