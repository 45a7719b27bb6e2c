import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { openSession } from './running-session.js';

/** Milliseconds for which a browser is recognized after a persistent login. */
const TRACE_LIFE = 28 * 86_400_000;

/** The last user logged in to the admin in a browser, even after the session has ended. Grants no access. */
export interface LastUser {
  /** Stores in the browser which user is logged in. */
  storeLastUser(request: Request): void;
  /** 0 if there was none. */
  lastUser(request: Request): number;
}

export function createLastUser(secret: string, siteUrl: string): LastUser {
  const lastName = `plinth_last_user_${createHash('md5').update(siteUrl).digest('hex')}`;
  const signedValue = (userId: number): string =>
    `${userId}.${createHmac('sha256', secret).update(`last user|${userId}`).digest('base64url')}`;

  function lastUser(request: Request): number {
    const pattern = new RegExp(`(?:^|; )${lastName}=(([1-9]\\d{0,9})\\.[\\w-]{43})(?:;|$)`);
    const [, value, id = '0'] = pattern.exec(request.headers.cookie ?? '') ?? [];
    const userId = Number(id);
    return value !== undefined && timingSafeEqual(Buffer.from(value), Buffer.from(signedValue(userId))) ? userId : 0;
  }

  return {
    lastUser,
    storeLastUser(request) {
      const session = openSession(request);
      if (!session?.userId || lastUser(request) === session.userId) return;
      const { userId, cookie } = session;
      request.res?.cookie(lastName, signedValue(userId), {
        httpOnly: true,
        sameSite: 'lax',
        secure: siteUrl.startsWith('https:'),
        path: '/wp-admin',
        ...(cookie.originalMaxAge ? { maxAge: TRACE_LIFE } : {}),
      });
    },
  };
}
