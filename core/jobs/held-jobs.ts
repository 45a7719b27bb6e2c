import { type Database, utcText } from '../api/index.js';

/** Work that came with a restored backup. It may have been done since, so it waits until somebody says what is to become of it. */
export interface HeldJobs {
  count(): Promise<number>;
  /** Lets all of it go on; how many there were. */
  release(): Promise<number>;
  /** Drops all of it; how many there were. */
  forget(): Promise<number>;
}

export function createHeldJobs({ db, now = Date.now }: { db: Database; now?: () => number }): HeldJobs {
  const held = () => db()('jobs').where({ state: 'held' });
  return {
    async count() {
      const row = await held().count({ jobs: '*' }).first();
      return Number(row?.jobs ?? 0);
    },
    release() {
      const at = utcText(now());
      return held().update({ state: 'waiting', attempts: 0, run_at: at, updated_at: at });
    },
    forget: () => held().delete(),
  };
}
