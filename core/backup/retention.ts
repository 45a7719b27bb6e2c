import { DateTime } from 'luxon';
import type { StoredBackup } from './backup-store.js';

/** Retention of nightly backups: the newest of each of this many days, weeks and months is kept. */
export interface RetentionPolicy {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/**
 * Returns the backups to delete: verified nightly backups except the newest of each retained day, week and month, and
 * backups older than the newest good one that are not good. Without a good backup nothing is deleted, and the newest
 * good one is never deleted.
 * @param zone time zone in which days begin
 */
export function findExpired(backups: readonly StoredBackup[], policy: RetentionPolicy, zone: string): string[] {
  const nightly = backups
    .filter(({ kind, state }) => kind === 'nightly' || (kind === '' && state === 'damaged'))
    .sort((a, b) => (a.created < b.created ? 1 : -1));
  const good = nightly.filter(({ kind, state }) => kind === 'nightly' && state === 'good');
  const newest = good.at(0);
  if (!newest) return [];
  const retained = new Set([newest.name]);
  for (const [unit, max] of [
    ['day', policy.days],
    ['week', policy.weeks],
    ['month', policy.months],
  ] as const) {
    const periodStarts = new Set<number>();
    for (const { name, created } of good) {
      const start = DateTime.fromISO(created, { zone }).startOf(unit).toMillis();
      if (periodStarts.has(start) || periodStarts.size >= max) continue;
      periodStarts.add(start);
      retained.add(name);
    }
  }
  return nightly
    .filter(
      ({ name, kind, state, created }) =>
        kind === 'nightly' && !retained.has(name) && (state === 'good' || created < newest.created),
    )
    .map(({ name }) => name);
}
