import type { PluginLog } from 'plinth';
import { type DaySum, type AnalyticsEvent, LONGEST_NAME } from './metric.js';

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
  add(sums: readonly DaySum[]): Promise<void>;
  readonly log: Pick<PluginLog, 'warn'>;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

const WRITE_EVERY_MS = 30_000;
/** Maximum number of different names between two batches; further ones are counted under an empty name. */
const MAX_WAITING = 2000;

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function createTally({ add, log, now = Date.now }: TallyDeps): Tally {
  let waiting = new Map<string, DaySum>();
  let timer: NodeJS.Timeout | undefined;

  function enqueue(sum: DaySum): void {
    const name = sum.name.slice(0, LONGEST_NAME);
    const key = `${sum.day} ${sum.kind} ${name}`;
    const known = waiting.get(key);
    if (known) waiting.set(key, { ...known, times: known.times + sum.times });
    else if (waiting.size < MAX_WAITING || name === '') waiting.set(key, { ...sum, name });
    else enqueue({ ...sum, name: '' });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await add([...batch.values()]);
    } catch (error) {
      log.warn('filter analytics could not be written and will be retried', { error: String(error) });
      for (const sum of batch.values()) enqueue(sum);
      later();
    }
  }

  function later(): void {
    timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS).unref();
  }

  return {
    count(analytics) {
      if (analytics.length === 0) return;
      const day = dayOf(now());
      for (const entry of analytics) enqueue({ ...entry, day, times: 1 });
      later();
    },
    flush,
  };
}
