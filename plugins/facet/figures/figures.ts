import type { PluginScope } from 'plinth';
import { createCountedLists, type CountedLists } from './counted-lists.js';
import { createFigureStore, type FigureStore } from './figure-store.js';
import type { Figure, FigureKind } from './figure.js';
import { createTally, dayOf } from './tally.js';

/** For how many days figures are kept; 0 counts nothing. */
export const FIGURES_DAYS_OPTION = 'facet_figures_days';
const USUAL_DAYS = 90;
export const MOST_DAYS = 730;

/** One day of a kind. */
export interface FigureDay {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly times: number;
}

/** What the filter is used for: sums of days, of nobody in particular. @since 0.3.0 */
export interface FacetFigures extends Pick<FigureStore, 'all' | 'totals'> {
  /** Adds once to each; extensions may count what they have of the same kinds. */
  count(figures: readonly Figure[]): void;
  readonly lists: CountedLists;
  /** The last days of a kind, days without any included. */
  trend(kind: FigureKind, days: number): Promise<readonly FigureDay[]>;
  /** The first of the last days. @returns UTC, `YYYY-MM-DD` */
  since(days: number): string;
  /** For how many days figures are kept; 0: nothing is counted. */
  keptDays(): Promise<number>;
  /** @param days from 0 to {@link MOST_DAYS}; what is older is forgotten at once */
  keepDays(days: number): Promise<void>;
  /** Writes what was counted since the last batch. */
  flush(): Promise<void>;
}

const DAY_MS = 86_400_000;

type FiguresScope = Pick<PluginScope, 'db' | 'log' | 'getOption' | 'updateOption'>;

/** @param now milliseconds since 1970 */
export function createFigures(scope: FiguresScope, now: () => number = Date.now): FacetFigures {
  const store = createFigureStore(scope.db);
  /** The day up to which old ones were looked for. */
  let pruned = '';

  async function keptDays(): Promise<number> {
    const days = Number(await scope.getOption<unknown>(FIGURES_DAYS_OPTION, USUAL_DAYS));
    return Number.isInteger(days) && days >= 0 && days <= MOST_DAYS ? days : USUAL_DAYS;
  }
  const since = (days: number): string => dayOf(now() - (days - 1) * DAY_MS);

  const tally = createTally({
    log: scope.log,
    now,
    async add(sums) {
      const days = await keptDays();
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
    keptDays,
    async trend(kind, days) {
      const sums = await store.days(kind, since(days));
      return Array.from({ length: days }, (_, i) => dayOf(now() - (days - 1 - i) * DAY_MS)).map((day) => ({
        day,
        times: sums.get(day) ?? 0,
      }));
    },
    async keepDays(days) {
      await scope.updateOption(FIGURES_DAYS_OPTION, days);
      await store.prune(since(days));
    },
  };
}

/** Has pages counted that go out, and writes what was counted when the process stops. @param figures asked at each use, since an extension may replace it */
export function watchFigures(scope: Pick<PluginScope, 'addAction' | 'onDispose'>, figures: () => FacetFigures): void {
  scope.addAction('plinth/page_sent', (page) => figures().lists.sent(page));
  scope.onDispose(() => figures().flush());
}
