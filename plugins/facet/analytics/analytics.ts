import { addDays, type PluginScope, toUtcString } from 'plinth';
import { createCountedLists, type CountedLists } from './counted-lists.js';
import { createAnalyticsStore, type AnalyticsStore } from './analytics-store.js';
import type { AnalyticsEvent, AnalyticsKind } from './metric.js';
import { createTally } from './tally.js';

/** Retention period of the statistics in days; 0 disables counting. */
export const ANALYTICS_DAYS_OPTION = 'facet_analytics_days';
const DEFAULT_DAYS = 90;
export const MAX_DAYS = 730;

/** The events of one kind on one day. */
export interface AnalyticsDay {
  /** In the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  readonly times: number;
}

/**
 * Statistics on how the filter is used: anonymous daily sums.
 * @since 0.1.0
 */
export interface FacetAnalytics extends Pick<AnalyticsStore, 'all' | 'totals'> {
  /** Adds one for each event; extensions may count their own events of the same kinds. */
  count(analytics: readonly AnalyticsEvent[]): void;
  readonly lists: CountedLists;
  /** Returns the last days of a kind, including days without events. */
  trend(kind: AnalyticsKind, days: number): Promise<readonly AnalyticsDay[]>;
  /**
   * Returns the first of the last `days` days.
   * @returns in the site's time zone, `YYYY-MM-DD`
   */
  since(days: number): Promise<string>;
  /** Returns the retention period in days; 0 means that nothing is counted. */
  retentionDays(): Promise<number>;
  /** @param days from 0 to {@link MAX_DAYS}; older data is deleted at once */
  setRetentionDays(days: number): Promise<void>;
  /** Writes the events counted since the last batch. */
  flush(): Promise<void>;
}

type AnalyticsScope = Pick<PluginScope, 'db' | 'log' | 'getOption' | 'updateOption' | 'getDateFromGmt'>;

/** @param now milliseconds since the Unix epoch */
export function createAnalytics(scope: AnalyticsScope, now: () => number = Date.now): FacetAnalytics {
  const store = createAnalyticsStore(scope.db);
  /** The day on which old sums were last deleted. */
  let lastPrunedDay = '';

  async function retentionDays(): Promise<number> {
    const days = Number(await scope.getOption<unknown>(ANALYTICS_DAYS_OPTION, DEFAULT_DAYS));
    return Number.isInteger(days) && days >= 0 && days <= MAX_DAYS ? days : DEFAULT_DAYS;
  }
  const dayOf = (ms: number): Promise<string> => scope.getDateFromGmt(toUtcString(ms), 'Y-m-d');
  const since = async (days: number): Promise<string> => addDays(await dayOf(now()), 1 - days);

  const tally = createTally({
    log: scope.log,
    now,
    dayOf,
    async add(sums) {
      const days = await retentionDays();
      if (days > 0) await store.add(sums);
      const today = await dayOf(now());
      if (lastPrunedDay === today) return;
      await store.prune(addDays(today, 1 - days));
      lastPrunedDay = today;
    },
  });

  return {
    count: tally.count,
    flush: tally.flush,
    lists: createCountedLists(tally.count),
    totals: store.totals,
    all: store.all,
    since,
    retentionDays,
    async trend(kind, days) {
      const first = await since(days);
      const sums = await store.days(kind, first);
      return Array.from({ length: days }, (_, i) => addDays(first, i)).map((day) => ({
        day,
        times: sums.get(day) ?? 0,
      }));
    },
    async setRetentionDays(days) {
      await scope.updateOption(ANALYTICS_DAYS_OPTION, days);
      await store.prune(await since(days));
    },
  };
}

/**
 * Counts pages as they are sent, and writes the pending counts when the process stops.
 * @param analytics resolved at each use, since an extension may replace it
 */
export function registerAnalytics(
  scope: Pick<PluginScope, 'addAction' | 'onDispose'>,
  analytics: () => FacetAnalytics,
): void {
  scope.addAction('plinth/response_sent', (page) => analytics().lists.countSentPage(page));
  scope.onDispose(() => analytics().flush());
}
