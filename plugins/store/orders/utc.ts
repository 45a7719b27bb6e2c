/** A time as it is stored: UTC, `YYYY-MM-DD HH:MM:SS`. */
export function utcText(ms: number = Date.now()): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
