import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { PlinthError } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { sessionVerifier } from './session-store.js';

/** Keys under which the request context stores the session's token and its verifier in the database. */
const TOKEN = 'session_token';
const VERIFIER = 'session_verifier';

/** Returns the token of the running request's session; empty without one (`wp_get_session_token`). */
export function sessionToken(): string {
  return (currentContext()?.memo.get(TOKEN) as string | undefined) ?? '';
}

/**
 * Returns the verifier by which the database identifies the running request's session; empty without one, and while no
 * user is logged in.
 */
export function currentVerifier(): string {
  return (currentContext()?.memo.get(VERIFIER) as string | undefined) ?? '';
}

/** Returns the part of a password's hash that ties a session to the password it was opened with. */
export function passwordPart(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 12);
}

/** Returns a request's session if it has data: stored by an earlier request, or added by this one. */
export function openSession({ session }: Request): Request['session'] | undefined {
  return session && Object.keys(session).some((key) => key !== 'cookie') ? session : undefined;
}

/** Serialized session data at the start of each request. */
const initialData = new WeakMap<Request, string>();

/** Records the session's data, so that {@link saveSession} can tell whether it was changed. */
export function recordSessionData(request: Request): void {
  initialData.set(request, serializeSession(request));
}

function serializeSession(request: Request): string {
  const { cookie: _cookie, ...sessionData } = openSession(request) ?? {};
  return JSON.stringify(sessionData);
}

/**
 * Stores the running request's session if it was changed, before the response starts: data that could not be stored
 * must not be reported as saved.
 * @throws PlinthError `session_unavailable`
 */
export async function saveSession(request: Request): Promise<void> {
  const session = openSession(request);
  if (!session || initialData.get(request) === serializeSession(request)) return undefined;
  return new Promise((resolve, reject) => {
    session.save((cause?: unknown) => {
      recordSessionData(request);
      if (cause === undefined || cause === null) return resolve();
      // Otherwise saving would be attempted again after the error page.
      Reflect.deleteProperty(request, 'session');
      reject(
        new PlinthError('session_unavailable', 'The visitor session could not be stored.', {
          hint: 'Check the database: it may be read-only, or its disk may be full.',
          status: 503,
          kind: 'outage',
          cause,
        }),
      );
    });
  });
}

/**
 * Sets the user of the running request. The token used in nonces is derived from the session id, which no database
 * stores.
 */
export function enter(userId: number, sid: string): void {
  const context = currentContext();
  if (!context) return;
  context.userId = userId;
  context.memo.set(TOKEN, createHash('sha256').update(`nonce|${sid}`).digest('base64url'));
  context.memo.set(VERIFIER, sessionVerifier(sid));
}

/** Marks the running request as anonymous. */
export function leave(): void {
  const context = currentContext();
  if (!context) return;
  context.userId = 0;
  context.memo.delete(TOKEN);
  context.memo.delete(VERIFIER);
}
