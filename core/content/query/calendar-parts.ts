import type { Database } from '../../api/index.js';

/** Parts of a date that are computed from it. The other parts are substrings of the stored date. */
export const CALENDAR_PARTS = ['week', 'dayofweek', 'dayofweek_iso', 'dayofyear'] as const;
type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** An SQL expression with its bindings. */
export interface SqlExpression {
  sql: string;
  bindings: (string | number)[];
}

const MYSQL_PARTS: Record<CalendarPart, string> = {
  week: 'week(??, 1)',
  dayofweek: 'dayofweek(??)',
  dayofweek_iso: '(weekday(??) + 1)',
  dayofyear: 'dayofyear(??)',
};

/** SQL for the weekday of January 1, where Monday is 0. */
const NEW_YEAR_WEEKDAY = "((cast(strftime('%w', ??, 'start of year') as integer) + 6) % 7)";
const SQLITE_PARTS: Record<CalendarPart, string> = {
  // A week belongs to the year that contains four of its days.
  week: `((cast(strftime('%j', ??) as integer) - 1 + ${NEW_YEAR_WEEKDAY}) / 7 + (${NEW_YEAR_WEEKDAY} <= 3))`,
  dayofweek: "(cast(strftime('%w', ??) as integer) + 1)",
  dayofweek_iso: "((cast(strftime('%w', ??) as integer) + 6) % 7 + 1)",
  dayofyear: "cast(strftime('%j', ??) as integer)",
};

/**
 * Returns SQL for a date part of a column as a number. Weeks start on Monday; days of the week are counted from Sunday,
 * or with `_iso` from Monday.
 */
export function calendarPartSql(db: Database, part: CalendarPart, column: string): SqlExpression {
  const sql = (db.engine === 'mysql' ? MYSQL_PARTS : SQLITE_PARTS)[part];
  return { sql, bindings: Array.from({ length: sql.split('??').length - 1 }, () => column) };
}

/** Whether a date exists in the calendar (`wp_checkdate`). */
export function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
