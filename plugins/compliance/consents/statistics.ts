import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';

/** Number of submitted forms with a checkbox, and of those in which it was checked. */
export interface CheckboxCount {
  readonly shown: number;
  readonly accepted: number;
}

/** Counts by day and checkbox. */
export interface DayCount extends CheckboxCount {
  /** In the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface CheckboxStatistics {
  /** Counts a submitted form. */
  count(checkboxes: readonly { readonly id: number; readonly accepted: boolean }[]): Promise<void>;
  /** Totals by checkbox, limited to the last days if given; checkboxes that were never shown are absent. */
  totals(days?: number): Promise<ReadonlyMap<number, CheckboxCount>>;
  /** All checkboxes combined, by day, including days without forms. */
  dailyTotals(days: number): Promise<readonly DayCount[]>;
}

const TABLE = 'compliance_checkbox_counts';

/** Returns the acceptance rate in percent, rounded half up to one decimal place; 0 when never shown. */
export function acceptanceRate({ shown, accepted }: CheckboxCount): number {
  return shown === 0 ? 0 : Math.round((accepted * 1000) / shown) / 10;
}

export function createCheckboxStatistics({ db, clock }: { db: Database; clock: Clock }): CheckboxStatistics {
  return {
    async count(checkboxes) {
      const day = await clock.day();
      // Always in the same order, so that two simultaneous orders cannot deadlock.
      for (const { id, accepted } of [...checkboxes].sort((a, b) => a.id - b.id)) {
        await db()(TABLE)
          .insert({ checkbox_id: id, day, shown: 1, accepted: Number(accepted) })
          .onConflict(['checkbox_id', 'day'])
          .merge({
            shown: db().raw('?? + 1', ['shown']),
            accepted: db().raw('?? + ?', ['accepted', Number(accepted)]),
          } as never);
      }
    },

    async totals(days) {
      const query = db()(TABLE)
        .select('checkbox_id')
        .sum({ shown: 'shown', accepted: 'accepted' })
        .groupBy('checkbox_id');
      if (days !== undefined) void query.where('day', '>', await clock.day(-days));
      const rows = await query;
      return new Map(
        rows.map((row) => [row.checkbox_id, { shown: Number(row.shown), accepted: Number(row.accepted) }]),
      );
    },

    async dailyTotals(days) {
      const rows = await db()(TABLE)
        .select('day')
        .sum({ shown: 'shown', accepted: 'accepted' })
        .where('day', '>', await clock.day(-days))
        .groupBy('day');
      const rowsByDay = new Map(rows.map((row) => [row.day, row]));
      const shownDays = await Promise.all(Array.from({ length: days }, (_, index) => clock.day(index - days + 1)));
      return shownDays.map((day) => ({
        day,
        shown: Number(rowsByDay.get(day)?.shown ?? 0),
        accepted: Number(rowsByDay.get(day)?.accepted ?? 0),
      }));
    },
  };
}
