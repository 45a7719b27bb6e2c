import { isIP } from 'node:net';
import { subnetOf } from 'plinth';

/**
 * Counts requests per network, in memory: read-only routes must not write in order to count, and a limit per node
 * is as effective against floods as a shared one.
 */
interface RequestLimit {
  /**
   * Counts a request.
   * @returns seconds to wait; 0 lets it pass
   */
  retryAfter(ip: string): number;
}

interface LimitOptions {
  /** Maximum number of requests of a network per time span. */
  readonly max: number;
  readonly windowMs: number;
  readonly now?: () => number;
}

/** Maximum number of tracked networks; beyond it, the oldest are dropped. */
const MAX_NETWORKS = 10_000;

export function createRequestLimit({ max, windowMs, now = Date.now }: LimitOptions): RequestLimit {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    retryAfter(ip) {
      // The loopback address is the owner, or an unconfigured proxy that stands for all visitors.
      if (isIP(ip) === 0 || /^(?:::ffff:)?127\.|^::1$/i.test(ip)) return 0;
      const network = subnetOf(ip);
      let window = windows.get(network);
      if (!window || window.endsAt <= now()) {
        windows.delete(network);
        window = { count: 0, endsAt: now() + windowMs };
        windows.set(network, window);
        const [oldest] = windows.keys();
        if (oldest !== undefined && windows.size > MAX_NETWORKS) windows.delete(oldest);
      }
      window.count++;
      return window.count > max ? Math.ceil((window.endsAt - now()) / 1000) : 0;
    },
  };
}
