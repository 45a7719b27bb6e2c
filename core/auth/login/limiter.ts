import { RateLimiterMemory } from 'rate-limiter-flexible';

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

/** Counts in memory: each node has its own count, which still bounds the whole by the number of nodes. */
export function createLoginLimiter({ perAccount = 5, perAddress = 50 }: LimiterOptions = {}): LoginLimiter {
  const accounts = new RateLimiterMemory({ points: perAccount, duration: QUARTER_HOUR });
  const addresses = new RateLimiterMemory({ points: perAddress, duration: QUARTER_HOUR });
  const key = (login: string, ip: string): string => `${login.trim().toLowerCase().slice(0, 100)}|${ip}`;

  return {
    async wait(login, ip) {
      const [account, address] = await Promise.all([accounts.get(key(login, ip)), addresses.get(ip)]);
      const waits = [
        account !== null && account.consumedPoints >= perAccount ? account.msBeforeNext : 0,
        address !== null && address.consumedPoints >= perAddress ? address.msBeforeNext : 0,
      ];
      return Math.ceil(Math.max(...waits) / 1000);
    },
    async recordFailure(login, ip) {
      // Going over the limit rejects; the next `wait` tells.
      await Promise.allSettled([accounts.consume(key(login, ip)), addresses.consume(ip)]);
    },
    async recordSuccess(login, ip) {
      await accounts.delete(key(login, ip));
    },
  };
}
