import { type Database, type OptionsApi, toUtcString } from '../api/index.js';
import type { JobRow } from './tables.js';

interface MaintenanceDeps {
  db: Database;
  options: Pick<OptionsApi, 'deleteExpiredTransients'>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Number of removed rows, by kind. */
type RemovedCounts = Readonly<
  Record<'sessions' | 'transients' | 'rateLimits' | 'locks' | 'jobs' | 'pluginFaults' | 'applicationPasswords', number>
>;

const DAY_MS = 86_400_000;
/** Days for which finished jobs are stored. */
const DONE_JOBS_DAYS = 7;
/** Days for which failed jobs and plugin errors are stored. */
const TROUBLE_DAYS = 90;

/** Creates the function that deletes expired data. Running it twice, or on two nodes at once, is safe. */
export function createMaintenance({ db, options, now = Date.now }: MaintenanceDeps): () => Promise<RemovedCounts> {
  const ago = (days: number): string => toUtcString(now() - days * DAY_MS);
  const oldJobs = (state: JobRow['state'], days: number): Promise<number> =>
    db()('jobs').where({ state }).where('updated_at', '<', ago(days)).delete();

  return async () => ({
    sessions: await db()('sessions').where('expired', '<', ago(0)).delete(),
    transients: await options.deleteExpiredTransients(),
    rateLimits: await db()('rate_limits').where('ends_at', '<=', now()).delete(),
    // Those of processes that died; an expired lock can be taken over after seconds.
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
