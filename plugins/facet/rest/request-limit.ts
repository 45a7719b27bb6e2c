import { isIP } from 'node:net';
import { subnetOf } from 'plinth';

/**
 * Counts requests by the network they come from, in memory: routes that only read must not write to count, and a limit for each
 * node is as good as one for all against whoever asks without end.
 */
interface RequestLimit {
  /** Counts one more. @returns seconds to wait; 0 lets it pass */
  wait(ip: string): number;
}

interface LimitOptions {
  /** Requests of a network in a span. */
  readonly max: number;
  readonly spanMs: number;
  readonly now?: () => number;
}

/** Spans that are remembered; of more networks, the oldest are forgotten. */
const NETWORKS = 10_000;

export function createRequestLimit({ max, spanMs, now = Date.now }: LimitOptions): RequestLimit {
  const spans = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    wait(ip) {
      // The machine itself is the owner, or a proxy that was not made known and stands for everybody.
      if (isIP(ip) === 0 || /^(?:::ffff:)?127\.|^::1$/i.test(ip)) return 0;
      const network = subnetOf(ip);
      let span = spans.get(network);
      if (!span || span.endsAt <= now()) {
        spans.delete(network);
        span = { count: 0, endsAt: now() + spanMs };
        spans.set(network, span);
        const [oldest] = spans.keys();
        if (oldest !== undefined && spans.size > NETWORKS) spans.delete(oldest);
      }
      span.count++;
      return span.count > max ? Math.ceil((span.endsAt - now()) / 1000) : 0;
    },
  };
}
