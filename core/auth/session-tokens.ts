import { type Database, type SessionInfo, type SessionTokensApi, type UsersApi, toUtcString } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { currentVerifier, passwordPart, type LoginRecord } from '../http/index.js';
import type { SessionRow } from '../http/tables.js';

type Row = Pick<SessionRow, 'sid' | 'sess' | 'expired' | 'seen_at'>;

interface StoredSession {
  readonly passwordPart?: string;
  readonly loggedIn?: LoginRecord;
  readonly attached?: Readonly<Record<string, unknown>>;
}

interface SessionTokensDeps {
  db: Database;
  users: Pick<UsersApi, 'getUserdata'>;
  /** Unix time in milliseconds. */
  now?: () => number;
}

/**
 * Creates the API with which users list and end their sessions.
 * @since 0.1.0
 */
export function createSessionTokens({ db, users, now = Date.now }: SessionTokensDeps): SessionTokensApi {
  const currentUserId = (): number => currentContext()?.userId ?? 0;
  const rows = (userId: number) => db()('sessions').where({ user_id: userId });

  return {
    async wpGetAllSessions(userId = currentUserId()) {
      const user = await users.getUserdata(userId);
      if (!user) return [];
      const part = passwordPart(user.user_pass);
      const stored = await rows(userId)
        .where('expired', '>=', toUtcString(now()))
        .orderBy('seen_at', 'desc')
        .select('sid', 'sess', 'expired', 'seen_at');
      // Sessions started with an earlier password are no longer valid.
      return stored
        .map((row) => ({ row, data: JSON.parse(row.sess) as StoredSession }))
        .filter(({ data }) => data.passwordPart === part)
        .map(({ row, data }) => toSessionInfo(row, data));
    },
    wpDestroySession: async (verifier, userId = currentUserId()) =>
      (await rows(userId).where({ sid: verifier }).delete()) > 0,
    async wpDestroyCurrentSession() {
      await rows(currentUserId()).where({ sid: currentVerifier() }).delete();
    },
    // API clients have no session; for them this ends all sessions.
    wpDestroyOtherSessions: async () => rows(currentUserId()).whereNot({ sid: currentVerifier() }).delete(),
    wpDestroyAllSessions: async (userId = currentUserId()) => rows(userId).delete(),
  };
}

function toSessionInfo({ sid, expired, seen_at }: Row, { loggedIn, attached }: StoredSession): SessionInfo {
  const lastSeen = toUnixTime(seen_at) || Math.floor((loggedIn?.at ?? 0) / 1000);
  return {
    verifier: sid,
    login: Math.floor((loggedIn?.at ?? 0) / 1000),
    lastSeen,
    expiration: toUnixTime(expired),
    ip: loggedIn?.ip ?? '',
    ua: loggedIn?.userAgent ?? '',
    current: sid === currentVerifier(),
    ...(attached ? { attached } : {}),
  };
}

function toUnixTime(time: string | null): number {
  return time === null ? 0 : Math.floor(Date.parse(`${time.replace(' ', 'T')}Z`) / 1000);
}

/** Browsers by their unique token in the user agent. Many also claim to be other browsers, so the order matters. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * Returns the names of the browser and its operating system, as far as the user agent tells; empty strings otherwise.
 */
export function deviceOf(userAgent: string): { readonly browser: string; readonly system: string } {
  const findName = (list: typeof BROWSERS): string => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  return { browser: findName(BROWSERS), system: findName(SYSTEMS) };
}
