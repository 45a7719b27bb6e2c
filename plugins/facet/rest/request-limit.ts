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
const NETWORKS = 10_000;

export function createRequestLimit({ max, windowMs, now = Date.now }: LimitOptions): RequestLimit {
  const spans = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    retryAfter(ip) {
      // The loopback address is the owner, or an unconfigured proxy that stands for all visitors.
      if (isIP(ip) === 0 || /^(?:::ffff:)?127\.|^::1$/i.test(ip)) return 0;
      const network = subnetOf(ip);
      let span = spans.get(network);
      if (!span || span.endsAt <= now()) {
        spans.delete(network);
        span = { count: 0, endsAt: now() + windowMs };
        spans.set(network, span);
        const [oldest] = spans.keys();
        if (oldest !== undefined && spans.size > NETWORKS) spans.delete(oldest);
      }
      span.count++;
      return span.count > max ? Math.ceil((span.endsAt - now()) / 1000) : 0;
    },
  };
}
