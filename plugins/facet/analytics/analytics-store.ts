import type { Database } from 'plinth';
import type { DailyCount, AnalyticsEvent, AnalyticsKind } from './metric.js';

/** Count of a name over all days. */
export interface Total {
  readonly name: string;
  readonly times: number;
}

/** Store of the daily sums. */
export interface AnalyticsStore {
  /** Adds to the sums in one transaction; names beyond the maximum of a day are added under an empty name. */
  add(sums: readonly DailyCount[]): Promise<void>;
  /**
   * Returns the most frequent names of a kind since a day, at most `limit`.
   * @param since UTC, `YYYY-MM-DD`
   */
  totals(kind: AnalyticsKind, since: string, limit: number): Promise<readonly Total[]>;
  /** Returns the sums of a kind by day; days without events are absent. */
  days(kind: AnalyticsKind, since: string): Promise<ReadonlyMap<string, number>>;
  /** Returns every sum since a day, ordered by day, kind and name, at most `limit`. */
  all(since: string, limit: number): Promise<readonly DailyCount[]>;
  /** Deletes the sums of days before the given one. */
  prune(before: string): Promise<void>;
}

/** Maximum number of different names per kind and day. */
export const MAX_NAMES = 1000;
const TABLE = 'facet_analytics';
const BATCH_SIZE = 100;

const getKey = ({ kind, name }: AnalyticsEvent): string => `${kind} ${name}`;

export function createAnalyticsStore(db: Database): AnalyticsStore {
  /** Moves names that are new on a day and exceed the maximum to the empty name. */
  async function limitNames(day: string, sums: readonly DailyCount[]): Promise<readonly DailyCount[]> {
    const limitedSums: DailyCount[] = [];
    for (const kind of new Set(sums.map((row) => row.kind))) {
      const kindSums = sums.filter((row) => row.kind === kind);
      const existingNames = new Set<string>();
      for (let offset = 0; offset < kindSums.length; offset += BATCH_SIZE) {
        const rows = await db()(TABLE)
          .where({ day, kind })
          .whereIn(
            'name',
            kindSums.slice(offset, offset + BATCH_SIZE).map(({ name }) => name),
          )
          .select('name');
        for (const { name } of rows) existingNames.add(name);
      }
      const [countRow] = await db()(TABLE).where({ day, kind }).count({ number: '*' });
      let remaining = MAX_NAMES - Number(countRow?.number ?? 0);
      for (const sum of kindSums)
        limitedSums.push(existingNames.has(sum.name) || remaining-- > 0 ? sum : { ...sum, name: '' });
    }
    const sumsByKey = new Map<string, DailyCount>();
    for (const sum of limitedSums)
      sumsByKey.set(getKey(sum), { ...sum, times: sum.times + (sumsByKey.get(getKey(sum))?.times ?? 0) });
    return [...sumsByKey.values()];
  }

  return {
    add: (sums) =>
      db.transaction(async () => {
        // Always in the same order, so that two processes cannot deadlock.
        const sorted = [...sums].sort((a, b) => (`${a.day} ${getKey(a)}` < `${b.day} ${getKey(b)}` ? -1 : 1));
        for (const day of new Set(sorted.map((entry) => entry.day))) {
          const rows = await limitNames(
            day,
            sorted.filter((candidate) => candidate.day === day),
          );
          for (let offset = 0; offset < rows.length; offset += BATCH_SIZE) {
            const times = db().raw(db.engine === 'mysql' ? '?? + values(??)' : '?? + excluded.??', [
              `${TABLE}.times`,
              'times',
            ]);
            await db()(TABLE)
              .insert(rows.slice(offset, offset + BATCH_SIZE))
              .onConflict(['day', 'kind', 'name'])
              .merge({ times });
          }
        }
      }),

    async totals(kind, since, limit) {
      const rows = await db()(TABLE)
        .where({ kind })
        .where('day', '>=', since)
        .whereNot({ name: '' })
        .groupBy('name')
        .select<{ name: string; times: number }[]>('name', db().raw('sum(??) as ??', ['times', 'times']))
        .orderBy([{ column: 'times', order: 'desc' }, { column: 'name' }])
        .limit(limit);
      return rows.map(({ name, times }) => ({ name, times: Number(times) }));
    },

    async days(kind, since) {
      const rows = await db()(TABLE)
        .where({ kind })
        .where('day', '>=', since)
        .groupBy('day')
        .select<{ day: string; times: number }[]>('day', db().raw('sum(??) as ??', ['times', 'times']));
      return new Map(rows.map(({ day, times }) => [day, Number(times)]));
    },

    all: async (since, limit) =>
      db()(TABLE)
        .where('day', '>=', since)
        .orderBy(['day', 'kind', 'name'])
        .limit(limit)
        .select('day', 'kind', 'name', 'times'),

    async prune(before) {
      await db()(TABLE).where('day', '<', before).delete();
    },
  };
}
