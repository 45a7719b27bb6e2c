import { type SessionData, Store } from 'express-session';
import type { Database } from '../api/index.js';

/** Seconds a session without an end of its own is kept. */
const DEFAULT_LIFE = 2 * 86_400;

type Done<T = void> = (error?: unknown, value?: T) => void;

/** Sessions in the site's database, so that every node knows them. */
export class SessionStore extends Store {
  constructor(private readonly db: Database) {
    super();
  }

  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.read(sid).then((session) => done(null, session), done);
  }

  override set(sid: string, session: SessionData, done?: Done): void {
    this.write(sid, session).then(() => done?.(), (error: unknown) => done?.(error));
  }

  override destroy(sid: string, done?: Done): void {
    this.remove(sid).then(() => done?.(), (error: unknown) => done?.(error));
  }

  private async read(sid: string): Promise<SessionData | null> {
    const row = await this.db()('sessions').where({ sid }).andWhere('expired', '>=', timeText(Date.now())).first<{ sess: string } | undefined>('sess');
    return row ? (JSON.parse(row.sess) as SessionData) : null;
  }

  private async write(sid: string, session: SessionData): Promise<void> {
    const expires = session.cookie.expires ? new Date(session.cookie.expires).getTime() : Date.now() + DEFAULT_LIFE * 1000;
    const row = { sess: JSON.stringify(session), expired: timeText(expires) };
    await this.db()('sessions').insert({ sid, ...row }).onConflict('sid').merge(row);
  }

  private async remove(sid: string): Promise<void> {
    await this.db()('sessions').where({ sid }).delete();
  }
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}
