/** The second that was asked for last: a page asks for its own again and again. */
let last = { second: Number.NaN, text: '' };

/**
 * A moment as the database keeps it: UTC, `YYYY-MM-DD HH:MM:SS`, which sorts by time.
 * @param ms milliseconds since 1970; now when absent
 * @throws RangeError when it is no moment
 * @since 0.2.0
 */
export function utcText(ms: number = Date.now()): string {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) last = { second, text: new Date(ms).toISOString().slice(0, 19).replace('T', ' ') };
  return last.text;
}
