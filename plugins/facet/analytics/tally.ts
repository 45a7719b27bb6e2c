import type { PluginLog } from 'plinth';
import { type DailyCount, type AnalyticsEvent, MAX_NAME_LENGTH } from './metric.js';

/**
 * Counts in memory and writes in batches, so that no response waits. A process that crashes loses up to half a minute
 * of statistics.
 */
export interface Tally {
  count(analytics: readonly AnalyticsEvent[]): void;
  /** Writes the pending counts. */
  flush(): Promise<void>;
}

interface TallyDeps {
  add(sums: readonly DailyCount[]): Promise<void>;
  readonly log: Pick<PluginLog, 'warn'>;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

const FLUSH_INTERVAL_MS = 30_000;
/** Maximum number of different names between two batches; further ones are counted under an empty name. */
const MAX_PENDING_NAMES = 2000;

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function createTally({ add, log, now = Date.now }: TallyDeps): Tally {
  let pendingSums = new Map<string, DailyCount>();
  let timer: NodeJS.Timeout | undefined;

  function enqueue(sum: DailyCount): void {
    const name = sum.name.slice(0, MAX_NAME_LENGTH);
    const key = `${sum.day} ${sum.kind} ${name}`;
    const existing = pendingSums.get(key);
    if (existing) pendingSums.set(key, { ...existing, times: existing.times + sum.times });
    else if (pendingSums.size < MAX_PENDING_NAMES || name === '') pendingSums.set(key, { ...sum, name });
    else enqueue({ ...sum, name: '' });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pendingSums.size === 0) return;
    const batch = pendingSums;
    pendingSums = new Map();
    try {
      await add([...batch.values()]);
    } catch (error) {
      log.warn('filter analytics could not be written and will be retried', { error: String(error) });
      for (const sum of batch.values()) enqueue(sum);
      scheduleFlush();
    }
  }

  function scheduleFlush(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  }

  return {
    count(analytics) {
      if (analytics.length === 0) return;
      const day = toDay(now());
      for (const entry of analytics) enqueue({ ...entry, day, times: 1 });
      scheduleFlush();
    },
    flush,
  };
}
