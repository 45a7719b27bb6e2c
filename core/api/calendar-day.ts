/**
 * Whether a value is the text of a day that there is, as `2026-12-31`: no 30 February, no moment, no number.
 * @since 0.3.0
 */
export function isCalendarDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);
}
