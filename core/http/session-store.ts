import { createHash } from 'node:crypto';
import { type SessionData, Store } from 'express-session';
import { type Database, toUtcString } from '../api/index.js';
import type { SessionRow } from './tables.js';

declare module 'express-session' {
  interface SessionData {
    userId?: number;
    /**
     * UTC: when its use was last recorded. Set only on sessions loaded from the database; one that has been deleted
     * meanwhile is not written again.
     */
    seenAt?: string;
  }
}

/** Lifetime in seconds of a session without an end of its own. */
const DEFAULT_LIFE = 2 * 86_400;

type SessionCallback<T = void> = (error?: unknown, value?: T) => void;

/** Returns the hash by which the database identifies a session: the cookie cannot be reconstructed from it. */
export function sessionVerifier(sid: string): string {
  return createHash('sha256').update(sid).digest('base64url');
}

/** Sessions in the site's database, shared by all nodes. */
export class SessionStore extends Store {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.read(sid).then((session) => done(null, session), done);
  }

  override set(sid: string, session: SessionData, done?: SessionCallback): void {
    this.write(sid, session).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }

  override destroy(sid: string, done?: SessionCallback): void {
    this.remove(sid).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }

  private async read(sid: string): Promise<SessionData | null> {
    const row = await this.db()('sessions')
      .where({ sid: sessionVerifier(sid) })
      .andWhere('expired', '>=', toUtcString(this.now()))
      .first('sess', 'seen_at');
    return row ? { ...(JSON.parse(row.sess) as SessionData), seenAt: row.seen_at ?? '' } : null;
  }

  private async write(sid: string, { seenAt, ...session }: SessionData): Promise<void> {
    const expires = session.cookie.expires
      ? new Date(session.cookie.expires).getTime()
      : (session.ends ?? this.now() + DEFAULT_LIFE * 1000);
    const row: Pick<SessionRow, 'sess' | 'expired' | 'user_id'> = {
      sess: JSON.stringify(session),
      expired: toUtcString(expires),
      user_id: session.userId ?? null,
    };
    const verifier = sessionVerifier(sid);
    if (seenAt !== undefined) await this.db()('sessions').where({ sid: verifier }).update(row);
    else
      await this.db()('sessions')
        .insert({ sid: verifier, seen_at: toUtcString(this.now()), ...row })
        .onConflict('sid')
        .merge(row);
  }

  private async remove(sid: string): Promise<void> {
    await this.db()('sessions')
      .where({ sid: sessionVerifier(sid) })
      .delete();
  }
}
