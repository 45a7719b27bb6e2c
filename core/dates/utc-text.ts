/** A moment as the database keeps it: UTC, `YYYY-MM-DD HH:MM:SS`. @param ms milliseconds since 1970 */
export function utcText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
