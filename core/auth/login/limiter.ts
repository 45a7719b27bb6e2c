import type { RateLimitsApi } from '../../api/index.js';

/** Slows down those who try passwords: some tries per account and address, more per address. */
export interface LoginLimiter {
  /** Seconds to wait before the next try; 0 when one may be made now. */
  wait(login: string, ip: string): Promise<number>;
  recordFailure(login: string, ip: string): Promise<void>;
  recordSuccess(login: string, ip: string): Promise<void>;
}

const QUARTER_HOUR = 15 * 60;

export interface LimiterOptions {
  perAccount?: number;
  perAddress?: number;
}

export function createLoginLimiter(limits: RateLimitsApi, { perAccount = 5, perAddress = 50 }: LimiterOptions = {}): LoginLimiter {
  const account = (login: string, ip: string): string => `login:${login.trim().toLowerCase().slice(0, 100)}|${ip}`;
  const address = (ip: string): string => `login:|${ip}`;
  return {
    async wait(login, ip) {
      const answers = await Promise.all([limits.peekRateLimit(account(login, ip), perAccount), limits.peekRateLimit(address(ip), perAddress)]);
      return Math.max(0, ...answers.filter((answer) => !answer.allowed).map((answer) => answer.retryAfter));
    },
    async recordFailure(login, ip) {
      await limits.consumeRateLimit(account(login, ip), perAccount, QUARTER_HOUR);
      await limits.consumeRateLimit(address(ip), perAddress, QUARTER_HOUR);
    },
    recordSuccess: (login, ip) => limits.clearRateLimit(account(login, ip)),
  };
}
