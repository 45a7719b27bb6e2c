import { networkOf, type RateLimitsApi } from '../../api/index.js';
import { foldName } from './account-name.js';

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

export interface LimiterOptions {
  /** What is counted apart from everything else. */
  name?: string;
  perAccount?: number;
  perAddress?: number;
  /** One name for all spellings of an account. */
  accountOf?(login: string): Promise<string>;
}

export function createLoginLimiter(limits: RateLimitsApi, { name = 'login', perAccount = 5, perAddress = 50, accountOf = (login) => Promise.resolve(foldName(login)) }: LimiterOptions = {}): LoginLimiter {
  const account = async (login: string, ip: string, what = ''): Promise<string> => `${name}:${what === '' ? '' : `${what}:`}${await accountOf(login)}|${networkOf(ip)}`;
  const address = (ip: string): string => `${name}:|${networkOf(ip)}`;
  const waitOf = (...answers: { allowed: boolean; retryAfter: number }[]): number => Math.max(0, ...answers.filter((answer) => !answer.allowed).map((answer) => answer.retryAfter));
  return {
    wait: async (login, ip) => waitOf(await limits.peekRateLimit(await account(login, ip), perAccount), await limits.peekRateLimit(address(ip), perAddress)),
    async attempt(login, ip, what) {
      const wait = waitOf(await limits.peekRateLimit(address(ip), perAddress));
      return wait > 0 ? wait : waitOf(await limits.consumeRateLimit(await account(login, ip, what), perAccount, QUARTER_HOUR));
    },
    async recordFailure(ip) {
      await limits.consumeRateLimit(address(ip), perAddress, QUARTER_HOUR);
    },
    recordSuccess: async (login, ip) => limits.clearRateLimit(await account(login, ip)),
  };
}
