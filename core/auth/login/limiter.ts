import { type MaybePromise, subnetOf, type RateLimitsApi, type Database } from '../../api/index.js';

/** Slows down those who try passwords: some tries per account and network, more per network. */
export interface LoginLimiter {
  /** Seconds to wait before the next try; 0 when one may be made now. */
  wait(login: string, ip: string): Promise<number>;
  /** Counts a try before it is made, so that many at once see each other; seconds to wait, 0 when it may be made. `what` is counted apart. */
  attempt(login: string, ip: string, what?: string): Promise<number>;
  /** Counts against the network that a try failed. */
  recordFailure(ip: string): Promise<void>;
  recordSuccess(login: string, ip: string): Promise<void>;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Seconds for which a network is known from which somebody signed in. */
const KNOWN_FOR = 90 * 24 * HOUR;

export interface LimiterOptions {
  /** What is counted apart from everything else. */
  name?: string;
  /** Tries in a quarter of an hour, of an account from a network. */
  perAccount?: number;
  /** Those of a network, whatever the account. */
  perAddress?: number;
  /** Those of an account, whatever the network; without a limit when absent. */
  perName?: number;
  /**
   * Those of an account in an hour, from all networks together from which nobody has signed in to it; without a limit when absent. Whoever
   * guesses from many networks meets it, and whoever comes from where they always do does not.
   */
  perStrangers?: number;
  /** One name for all spellings of an account. */
  accountOf?(login: string): Promise<string>;
  /** What the owner or a plugin makes of a limit. */
  limitOf?(limit: number, of: 'account' | 'network' | 'name' | 'strangers', limiter: string): MaybePromise<number>;
}

export function createLoginLimiter(limits: RateLimitsApi, options: LimiterOptions = {}): LoginLimiter {
  const {
    name = 'login',
    perAccount = 5,
    perAddress = 50,
    perName,
    perStrangers,
    accountOf = (login) => Promise.resolve(foldName(login)),
    limitOf = (limit) => limit,
  } = options;
  const prefix = (what: string): string => `${name}:${what === '' ? '' : `${what}:`}`;
  const account = async (login: string, ip: string, what = ''): Promise<string> =>
    `${prefix(what)}${await accountOf(login)}|${subnetOf(ip)}`;
  const address = (ip: string): string => `${name}:|${subnetOf(ip)}`;
  const waitOf = (...answers: { allowed: boolean; retryAfter: number }[]): number =>
    Math.max(0, ...answers.filter((answer) => !answer.allowed).map((answer) => answer.retryAfter));
  const ofNetwork = async (ip: string): Promise<number> =>
    waitOf(await limits.peekRateLimit(address(ip), await limitOf(perAddress, 'network', name)));

  const known = async (login: string, ip: string): Promise<string> =>
    `${prefix('known')}${await accountOf(login)}|${subnetOf(ip)}`;
  const strangers = async (login: string): Promise<string> => `${prefix('strangers')}${await accountOf(login)}`;
  const isKnown = async (login: string, ip: string): Promise<boolean> =>
    !(await limits.peekRateLimit(await known(login, ip), 1)).allowed;

  /** Seconds that a stranger has to wait, since others tried the account. */
  async function ofStrangers(login: string, ip: string, counts: boolean): Promise<number> {
    if (perStrangers === undefined || (await isKnown(login, ip))) return 0;
    const max = await limitOf(perStrangers, 'strangers', name);
    const of = await strangers(login);
    return waitOf(counts ? await limits.consumeRateLimit(of, max, HOUR) : await limits.peekRateLimit(of, max));
  }

  return {
    wait: async (login, ip) =>
      Math.max(
        waitOf(await limits.peekRateLimit(await account(login, ip), await limitOf(perAccount, 'account', name))),
        await ofNetwork(ip),
        await ofStrangers(login, ip, false),
      ),
    async attempt(login, ip, what = '') {
      const wait = await ofNetwork(ip);
      if (wait > 0) return wait;
      const own = waitOf(
        await limits.consumeRateLimit(
          await account(login, ip, what),
          await limitOf(perAccount, 'account', name),
          QUARTER_HOUR,
        ),
      );
      if (own > 0) return own;
      const others = what === '' ? await ofStrangers(login, ip, true) : 0;
      if (others > 0 || perName === undefined) return others;
      return waitOf(
        await limits.consumeRateLimit(
          `${prefix(what)}${await accountOf(login)}`,
          await limitOf(perName, 'name', name),
          QUARTER_HOUR,
        ),
      );
    },
    async recordFailure(ip) {
      await limits.consumeRateLimit(address(ip), await limitOf(perAddress, 'network', name), QUARTER_HOUR);
    },
    async recordSuccess(login, ip) {
      await limits.clearRateLimit(await account(login, ip));
      if (perStrangers === undefined) return;
      // Its span begins anew with each time.
      await limits.clearRateLimit(await known(login, ip));
      await limits.consumeRateLimit(await known(login, ip), 1, KNOWN_FOR);
    },
  };
}

/**
 * Makes one name of all spellings under which a database finds an account, its e-mail address among them: tries are counted by it.
 * Databases pass over case, accents, widths, trailing spaces and signs that nobody sees, each in its own way, so they are asked;
 * with the same questions for every name, since the time they take tells something as well.
 */
export function createAccountNames(db: Database): (typed: string) => Promise<string> {
  return async (typed) => {
    const name = typed.trim();
    if (name === '') return '';
    const byLogin = await db()('users').where({ user_login: name }).first('id');
    const byEmail = await db()('users').where({ user_email: name }).first('id');
    const id = byLogin?.id ?? (name.includes('@') ? byEmail?.id : undefined);
    return id === undefined ? foldName(name) : `#${id}`;
  };
}

/** A name that nobody has, without what tells spellings apart. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\s]+/gu, '')
    .toLowerCase()
    .slice(0, 100);
}
