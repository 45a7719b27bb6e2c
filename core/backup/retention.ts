import { DateTime } from 'luxon';
import type { ShelvedBackup } from './backup-store.js';

/** How many backups of the nights are kept: of so many days, weeks and months the newest each. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/**
 * Which backups may go: of those that were made by night, and read again since, all but the newest of each day, week and month that is kept;
 * and those of before the newest good one that are not good. Without a good one nothing goes, and the newest good one never does.
 * @param zone where days begin
 */
export function lapsed(backups: readonly ShelvedBackup[], keep: Keep, zone: string): string[] {
  const nightly = backups
    .filter(({ kind, state }) => kind === 'nightly' || (kind === '' && state === 'damaged'))
    .sort((a, b) => (a.created < b.created ? 1 : -1));
  const good = nightly.filter(({ kind, state }) => kind === 'nightly' && state === 'good');
  const newest = good.at(0);
  if (!newest) return [];
  const kept = new Set([newest.name]);
  for (const [unit, max] of [
    ['day', keep.days],
    ['week', keep.weeks],
    ['month', keep.months],
  ] as const) {
    const seen = new Set<number>();
    for (const { name, created } of good) {
      const start = DateTime.fromISO(created, { zone }).startOf(unit).toMillis();
      if (seen.has(start) || seen.size >= max) continue;
      seen.add(start);
      kept.add(name);
    }
  }
  return nightly
    .filter(
      ({ name, kind, state, created }) =>
        kind === 'nightly' && !kept.has(name) && (state === 'good' || created < newest.created),
    )
    .map(({ name }) => name);
}
