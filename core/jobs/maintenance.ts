import { type Database, type OptionsApi, toUtcString } from '../api/index.js';
import type { JobRow } from './tables.js';

interface MaintenanceDeps {
  db: Database;
  options: Pick<OptionsApi, 'deleteExpiredTransients'>;
  /** Returns the current Unix time in milliseconds. */
  now?: () => number;
}

/** Number of deleted rows by kind. */
type DeletedRowCounts = Readonly<
  Record<'sessions' | 'transients' | 'rateLimits' | 'locks' | 'jobs' | 'pluginErrors' | 'applicationPasswords', number>
>;

const DAY_MS = 86_400_000;
/** Number of days for which completed jobs are stored. */
const DONE_JOBS_DAYS = 7;
/** Number of days for which dead jobs and plugin errors are stored. */
const FAILURE_DAYS = 90;

/** Creates the function that deletes expired data. It may run twice, or on two nodes at the same time. */
export function createMaintenance({ db, options, now = Date.now }: MaintenanceDeps): () => Promise<DeletedRowCounts> {
  const daysAgo = (days: number): string => toUtcString(now() - days * DAY_MS);
  const deleteOldJobs = (state: JobRow['state'], days: number): Promise<number> =>
    db()('jobs').where({ state }).where('updated_at', '<', daysAgo(days)).delete();

  return async () => ({
    sessions: await db()('sessions').where('expired', '<', daysAgo(0)).delete(),
    transients: await options.deleteExpiredTransients(),
    rateLimits: await db()('rate_limits').where('ends_at', '<=', now()).delete(),
    // These are locks of processes that crashed. Other processes can take over an expired lock after seconds.
    locks: await db()('locks')
      .where('expires_at', '<', now() - DAY_MS)
      .delete(),
    jobs: (await deleteOldJobs('done', DONE_JOBS_DAYS)) + (await deleteOldJobs('dead', FAILURE_DAYS)),
    pluginErrors: await db()('plugin_errors').where('last_at', '<', daysAgo(FAILURE_DAYS)).delete(),
    applicationPasswords: await db()('application_passwords')
      .whereNotIn('user_id', db()('users').select('id'))
      .delete(),
  });
}
