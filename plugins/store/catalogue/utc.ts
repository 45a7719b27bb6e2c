/** A moment as the database keeps it: UTC, `YYYY-MM-DD HH:MM:SS`, which sorts by time. */
export function utc(moment: Date = new Date()): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
