import { subnetOf, type RateLimitsApi, type Database } from '../../api/index.js';
import { whereSameText } from '../../db/index.js';

/** Limits password attempts: per account and network, and with a higher limit per network. */
export interface LoginLimiter {
  /** Seconds to wait before the next attempt; 0 if one may be made now. */
  retryAfter(login: string, ip: string): Promise<number>;
  /**
   * Counts an attempt before it is made, so that concurrent attempts see each other. Returns the seconds to wait; 0 if
   * it may be made. `what` is counted separately.
   */
  attempt(login: string, ip: string, purpose?: string): Promise<number>;
  /** Counts a failed attempt against the network. */
  recordFailure(ip: string): Promise<void>;
  recordSuccess(login: string, ip: string): Promise<void>;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Seconds for which a network counts as known after a login from it. */
const KNOWN_NETWORK_SECONDS = 90 * 24 * HOUR;

export interface LimiterOptions {
  /** Name under which this limiter counts separately from others. */
  name?: string;
  /** Attempts per account and network within 15 minutes. */
  perAccount?: number;
  /** Attempts per network within 15 minutes, for any account. */
  perNetwork?: number;
  /** Attempts per account within 15 minutes, from any network; unlimited when absent. */
  perAccountTotal?: number;
  /**
   * Attempts per account and hour from all networks together that have no previous login to it; unlimited when absent.
   * It stops distributed guessing without affecting users who log in from their usual network.
   */
  perUnknownNetworks?: number;
  /** Returns the same name for all spellings of an account. */
  accountOf?(login: string): Promise<string>;
  /** Filters a limit by the owner's settings and by plugins. */
  limitOf?(limit: number, of: 'account' | 'network' | 'name' | 'strangers', limiter: string): Promise<number>;
}

export function createLoginLimiter(limits: RateLimitsApi, options: LimiterOptions = {}): LoginLimiter {
  const {
    name = 'login',
    perAccount = 5,
    perNetwork = 50,
    perAccountTotal,
    perUnknownNetworks,
    accountOf = (login) => Promise.resolve(foldName(login)),
    limitOf = async (limit) => limit,
  } = options;
  const prefix = (purpose: string): string => `${name}:${purpose === '' ? '' : `${purpose}:`}`;
  const accountKey = async (login: string, ip: string, purpose = ''): Promise<string> =>
    `${prefix(purpose)}${await accountOf(login)}|${subnetOf(ip)}`;
  const networkKey = (ip: string): string => `${name}:|${subnetOf(ip)}`;
  const maxRetryAfter = (...results: { allowed: boolean; retryAfter: number }[]): number =>
    Math.max(0, ...results.filter((result) => !result.allowed).map((result) => result.retryAfter));
  const networkWait = async (ip: string): Promise<number> =>
    maxRetryAfter(await limits.peekRateLimit(networkKey(ip), await limitOf(perNetwork, 'network', name)));

  const knownNetworkKey = async (login: string, ip: string): Promise<string> =>
    `${prefix('known')}${await accountOf(login)}|${subnetOf(ip)}`;
  const unknownNetworksKey = async (login: string): Promise<string> =>
    `${prefix('strangers')}${await accountOf(login)}`;
  const isKnown = async (login: string, ip: string): Promise<boolean> =>
    !(await limits.peekRateLimit(await knownNetworkKey(login, ip), 1)).allowed;

  /** Returns the seconds an unknown network has to wait because of attempts on the account by others. */
  async function unknownNetworkWait(login: string, ip: string, counts: boolean): Promise<number> {
    if (perUnknownNetworks === undefined || (await isKnown(login, ip))) return 0;
    const max = await limitOf(perUnknownNetworks, 'strangers', name);
    const counterName = await unknownNetworksKey(login);
    return maxRetryAfter(
      counts ? await limits.consumeRateLimit(counterName, max, HOUR) : await limits.peekRateLimit(counterName, max),
    );
  }

  return {
    retryAfter: async (login, ip) =>
      Math.max(
        maxRetryAfter(
          await limits.peekRateLimit(await accountKey(login, ip), await limitOf(perAccount, 'account', name)),
        ),
        await networkWait(ip),
        await unknownNetworkWait(login, ip, false),
      ),
    async attempt(login, ip, purpose = '') {
      const wait = await networkWait(ip);
      if (wait > 0) return wait;
      const accountWait = maxRetryAfter(
        await limits.consumeRateLimit(
          await accountKey(login, ip, purpose),
          await limitOf(perAccount, 'account', name),
          QUARTER_HOUR,
        ),
      );
      if (accountWait > 0) return accountWait;
      const unknownNetworksWait = purpose === '' ? await unknownNetworkWait(login, ip, true) : 0;
      if (unknownNetworksWait > 0 || perAccountTotal === undefined) return unknownNetworksWait;
      return maxRetryAfter(
        await limits.consumeRateLimit(
          `${prefix(purpose)}${await accountOf(login)}`,
          await limitOf(perAccountTotal, 'name', name),
          QUARTER_HOUR,
        ),
      );
    },
    async recordFailure(ip) {
      await limits.consumeRateLimit(networkKey(ip), await limitOf(perNetwork, 'network', name), QUARTER_HOUR);
    },
    async recordSuccess(login, ip) {
      await limits.clearRateLimit(await accountKey(login, ip));
      if (perUnknownNetworks === undefined) return;
      // Each login restarts the period.
      await limits.clearRateLimit(await knownNetworkKey(login, ip));
      await limits.consumeRateLimit(await knownNetworkKey(login, ip), 1, KNOWN_NETWORK_SECONDS);
    },
  };
}

/**
 * Creates a function that maps all spellings under which a database finds an account, including its email address, to
 * one name by which attempts are counted.
 * Databases ignore case, accents, character widths, trailing spaces and invisible characters, each in its own way, so
 * the database is queried, with the same queries for every name, because response time would reveal information too.
 */
export function createAccountNames(db: Database): (login: string) => Promise<string> {
  return async (login) => {
    const name = login.trim();
    if (name === '') return '';
    const findId = (column: string): Promise<{ id: number } | undefined> => {
      const query = db()('users');
      whereSameText(db, query, ['users', column], [name]);
      return query.first('id');
    };
    const byLogin = await findId('user_login');
    const byEmail = await findId('user_email');
    const id = byLogin?.id ?? (name.includes('@') ? byEmail?.id : undefined);
    return id === undefined ? foldName(name) : `#${id}`;
  };
}

/** Normalizes the name of a nonexistent account, so that its spellings are counted together. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\s]+/gu, '')
    .toLowerCase()
    .slice(0, 100);
}
