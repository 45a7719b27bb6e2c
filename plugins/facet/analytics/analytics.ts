import type { PluginScope } from 'plinth';
import { createCountedLists, type CountedLists } from './counted-lists.js';
import { createAnalyticsStore, type AnalyticsStore } from './analytics-store.js';
import type { AnalyticsEvent, AnalyticsKind } from './metric.js';
import { createTally, dayOf } from './tally.js';

/** For how many days figures are kept; 0 counts nothing. */
export const ANALYTICS_DAYS_OPTION = 'facet_figures_days';
const USUAL_DAYS = 90;
export const MAX_DAYS = 730;

/** One day of a kind. */
export interface AnalyticsDay {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly times: number;
}

/** What the filter is used for: sums of days, of nobody in particular. @since 0.3.0 */
export interface FacetAnalytics extends Pick<AnalyticsStore, 'all' | 'totals'> {
  /** Adds once to each; extensions may count what they have of the same kinds. */
  count(analytics: readonly AnalyticsEvent[]): void;
  readonly lists: CountedLists;
  /** The last days of a kind, days without any included. */
  trend(kind: AnalyticsKind, days: number): Promise<readonly AnalyticsDay[]>;
  /** The first of the last days. @returns UTC, `YYYY-MM-DD` */
  since(days: number): string;
  /** For how many days figures are kept; 0: nothing is counted. */
  retentionDays(): Promise<number>;
  /** @param days from 0 to {@link MOST_DAYS}; what is older is forgotten at once */
  setRetentionDays(days: number): Promise<void>;
  /** Writes what was counted since the last batch. */
  flush(): Promise<void>;
}

const DAY_MS = 86_400_000;

type AnalyticsScope = Pick<PluginScope, 'db' | 'log' | 'getOption' | 'updateOption'>;

/** @param now milliseconds since 1970 */
export function createAnalytics(scope: AnalyticsScope, now: () => number = Date.now): FacetAnalytics {
  const store = createAnalyticsStore(scope.db);
  /** The day up to which old ones were looked for. */
  let pruned = '';

  async function retentionDays(): Promise<number> {
    const days = Number(await scope.getOption<unknown>(ANALYTICS_DAYS_OPTION, USUAL_DAYS));
    return Number.isInteger(days) && days >= 0 && days <= MAX_DAYS ? days : USUAL_DAYS;
  }
  const since = (days: number): string => dayOf(now() - (days - 1) * DAY_MS);

  const tally = createTally({
    log: scope.log,
    now,
    async add(sums) {
      const days = await retentionDays();
      if (days > 0) await store.add(sums);
      if (pruned === dayOf(now())) return;
      await store.prune(since(days));
      pruned = dayOf(now());
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
      const sums = await store.days(kind, since(days));
      return Array.from({ length: days }, (_, i) => dayOf(now() - (days - 1 - i) * DAY_MS)).map((day) => ({
        day,
        times: sums.get(day) ?? 0,
      }));
    },
    async setRetentionDays(days) {
      await scope.updateOption(ANALYTICS_DAYS_OPTION, days);
      await store.prune(since(days));
    },
  };
}

/** Has pages counted that go out, and writes what was counted when the process stops. @param figures asked at each use, since an extension may replace it */
export function watchAnalytics(
  scope: Pick<PluginScope, 'addAction' | 'onDispose'>,
  analytics: () => FacetAnalytics,
): void {
  scope.addAction('plinth/page_sent', (page) => analytics().lists.sent(page));
  scope.onDispose(() => analytics().flush());
}
