/**
 * A moment as the database keeps it: UTC, `YYYY-MM-DD HH:MM:SS`, which sorts by time.
 * @param ms milliseconds since 1970; now when absent
 * @throws RangeError when it is no moment
 * @since 0.2.0
 */
export function utcText(ms: number = Date.now()): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
