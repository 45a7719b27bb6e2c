import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { type MaybePromise, PlinthError } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { sessionVerifier } from './session-store.js';

/** Where the running request's context keeps the session's token, and by what the database knows the session. */
const TOKEN = 'session_token';
const VERIFIER = 'session_verifier';

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

/** What a session held when its request came, as text. */
const heldBefore = new WeakMap<Request, string>();

/** Notes what a session holds, so that {@link saveSession} knows later whether it was changed. */
export function noteSession(request: Request): void {
  heldBefore.set(request, heldBy(request));
}

function heldBy(request: Request): string {
  const { cookie: _cookie, ...held } = openSession(request) ?? {};
  return JSON.stringify(held);
}

/**
 * Stores the running request's session when it was changed, before anything of the answer goes out: what could not be stored is not said to be done.
 * @throws PlinthError `session_unavailable`
 */
export function saveSession(request: Request): MaybePromise<void> {
  const session = openSession(request);
  if (!session || heldBefore.get(request) === heldBy(request)) return undefined;
  return new Promise((resolve, reject) => {
    session.save((cause?: unknown) => {
      noteSession(request);
      if (cause === undefined || cause === null) return resolve();
      // Else it would be tried once more when the error page is out.
      Object.defineProperty(request, 'session', { value: undefined, configurable: true, writable: true });
      reject(
        new PlinthError('session_unavailable', 'The session of a visitor could not be stored.', {
          hint: 'Look at the database: it may be read-only, or its disk full.',
          status: 503,
          kind: 'outage',
          cause,
        }),
      );
    });
  });
}

/** Says in the running request who sent it. The token that is bound into nonces is made of the id, which no database holds. */
export function enter(userId: number, sid: string): void {
  const context = currentContext();
  if (!context) return;
  context.userId = userId;
  context.memo.set(TOKEN, createHash('sha256').update(`nonce|${sid}`).digest('base64url'));
  context.memo.set(VERIFIER, sessionVerifier(sid));
}

/** Says that nobody who is known sent it. */
export function leave(): void {
  const context = currentContext();
  if (!context) return;
  context.userId = 0;
  context.memo.delete(TOKEN);
  context.memo.delete(VERIFIER);
}
