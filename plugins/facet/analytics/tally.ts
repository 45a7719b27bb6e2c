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

/** A sum whose day is determined when it is written. */
interface PendingCount extends Omit<DailyCount, 'day'> {
  /** Quarter of an hour since the Unix epoch. */
  readonly quarter: number;
}

interface TallyDeps {
  add(sums: readonly DailyCount[]): Promise<void>;
  /** Returns the day of a moment in the site's time zone, `YYYY-MM-DD`. */
  dayOf(ms: number): Promise<string>;
  readonly log: Pick<PluginLog, 'warn'>;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

const FLUSH_INTERVAL_MS = 30_000;
/** Maximum number of different names between two batches; further ones are counted under an empty name. */
const MAX_PENDING_NAMES = 2000;

/** Time in which no day begins in any time zone. */
const QUARTER_MS = 15 * 60_000;

export function createTally({ add, dayOf, log, now = Date.now }: TallyDeps): Tally {
  let pendingSums = new Map<string, PendingCount>();
  let timer: NodeJS.Timeout | undefined;

  function enqueue(sum: PendingCount): void {
    const name = sum.name.slice(0, MAX_NAME_LENGTH);
    const key = `${sum.quarter} ${sum.kind} ${name}`;
    const existing = pendingSums.get(key);
    if (existing) pendingSums.set(key, { ...existing, times: existing.times + sum.times });
    else if (pendingSums.size < MAX_PENDING_NAMES || name === '') pendingSums.set(key, { ...sum, name });
    else enqueue({ ...sum, name: '' });
  }

  const toDailyCount = async ({ quarter, ...sum }: PendingCount): Promise<DailyCount> => ({
    ...sum,
    day: await dayOf(quarter * QUARTER_MS),
  });

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pendingSums.size === 0) return;
    const batch = pendingSums;
    pendingSums = new Map();
    try {
      await add(await Promise.all([...batch.values()].map(toDailyCount)));
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
      const quarter = Math.floor(now() / QUARTER_MS);
      for (const entry of analytics) enqueue({ ...entry, quarter, times: 1 });
      scheduleFlush();
    },
    flush,
  };
}
