import { type Database, type OptionsApi, toUtcString } from '../api/index.js';
import type { JobRow } from './tables.js';

interface HousekeepingDeps {
  db: Database;
  options: Pick<OptionsApi, 'deleteExpiredTransients'>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** What was removed, by what it was. */
type Removed = Readonly<
  Record<'sessions' | 'transients' | 'rateLimits' | 'locks' | 'jobs' | 'pluginFaults' | 'applicationPasswords', number>
>;

const DAY_MS = 86_400_000;
/** Days that finished work is kept for looking back. */
const DONE_JOBS_DAYS = 7;
/** Days that work nobody could finish, and the faults of plugins, are kept. */
const TROUBLE_DAYS = 90;

/** Makes the function that throws away what has lapsed. Running it twice, or on two nodes at once, harms nothing. */
export function createHousekeeping({ db, options, now = Date.now }: HousekeepingDeps): () => Promise<Removed> {
  const ago = (days: number): string => toUtcString(now() - days * DAY_MS);
  const oldJobs = (state: JobRow['state'], days: number): Promise<number> =>
    db()('jobs').where({ state }).where('updated_at', '<', ago(days)).delete();

  return async () => ({
    sessions: await db()('sessions').where('expired', '<', ago(0)).delete(),
    transients: await options.deleteExpiredTransients(),
    rateLimits: await db()('rate_limits').where('ends_at', '<=', now()).delete(),
    // Those of processes that died; a lapsed lock is anybody's after seconds.
    locks: await db()('locks')
      .where('expires_at', '<', now() - DAY_MS)
      .delete(),
    jobs: (await oldJobs('done', DONE_JOBS_DAYS)) + (await oldJobs('dead', TROUBLE_DAYS)),
    pluginFaults: await db()('plugin_errors').where('last_at', '<', ago(TROUBLE_DAYS)).delete(),
    applicationPasswords: await db()('application_passwords')
      .whereNotIn('user_id', db()('users').select('id'))
      .delete(),
  });
}
