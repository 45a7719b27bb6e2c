import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';

/** How often a box was in a submitted form, and how often it was ticked. */
export interface CheckboxCount {
  readonly shown: number;
  readonly accepted: number;
}

/** Counts by day and box. */
export interface DayCount extends CheckboxCount {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface CheckboxStatistics {
  /** Adds one submitted form. */
  count(checkboxes: readonly { readonly id: number; readonly accepted: boolean }[]): Promise<void>;
  /** Totals by box, of the last days when a number is given; a box never shown is absent. */
  totals(days?: number): Promise<ReadonlyMap<number, CheckboxCount>>;
  /** All boxes together, day by day, days without a form included. */
  trend(days: number): Promise<readonly DayCount[]>;
}

const TABLE = 'compliance_checkbox_counts';

/** The share of acceptances in percent, rounded half up to one decimal; 0 when never shown. */
export function acceptanceRate({ shown, accepted }: CheckboxCount): number {
  return shown === 0 ? 0 : Math.round((accepted * 1000) / shown) / 10;
}

export function createCheckboxStatistics({ db, clock }: { db: Database; clock: Clock }): CheckboxStatistics {
  return {
    async count(checkboxes) {
      const day = clock.day();
      // Always in the same order, so that two orders at once cannot wait for each other.
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
      if (days !== undefined) void query.where('day', '>', clock.day(-days));
      const rows = await query;
      return new Map(
        rows.map((row) => [row.checkbox_id, { shown: Number(row.shown), accepted: Number(row.accepted) }]),
      );
    },

    async trend(days) {
      const rows = await db()(TABLE)
        .select('day')
        .sum({ shown: 'shown', accepted: 'accepted' })
        .where('day', '>', clock.day(-days))
        .groupBy('day');
      const known = new Map(rows.map((row) => [row.day, row]));
      return Array.from({ length: days }, (_, index) => clock.day(index - days + 1)).map((day) => ({
        day,
        shown: Number(known.get(day)?.shown ?? 0),
        accepted: Number(known.get(day)?.accepted ?? 0),
      }));
    },
  };
}
