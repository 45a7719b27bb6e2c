import type { CronApi, Database, HookApi, OptionsApi } from '../api/index.js';
import type { Audit } from '../audit/index.js';
import { createMaintenance } from '../jobs/index.js';
import type { EmailLog } from '../mail/index.js';
import type { Log } from './log.js';

const EVENT = 'plinth_maintenance';
const DAY_SECONDS = 86_400;
/** Seconds after midnight, UTC: a quiet time for shops in Europe. */
const TIME_OF_DAY = 2 * 3600;

/** Cleans up when the scheduled event fires, whether triggered by the scheduler, a command or a screen. */
export function runMaintenance({
  db,
  hooks,
  options,
  log,
  audit,
  exports,
  emails,
}: {
  db: Database;
  hooks: HookApi;
  options: OptionsApi;
  log: Log;
  audit: Pick<Audit, 'prune'>;
  exports: { prune(): Promise<void> };
  emails: Pick<EmailLog, 'prune'>;
}): void {
  const removeExpired = createMaintenance({ db, options });
  hooks.addAction(EVENT, async () => {
    log.info({ removed: await removeExpired() }, 'expired data was deleted');
    await audit.prune();
    await exports.prune();
    log.info({ ...(await emails.prune()) }, 'old entries of the email log were deleted');
  });
}

/** Schedules the daily maintenance. All nodes compute the same time, so it is scheduled only once. */
export async function scheduleMaintenance(
  { cron }: { cron: Pick<CronApi, 'wpNextScheduled' | 'wpScheduleEvent'> },
  now = Date.now(),
): Promise<void> {
  if (await cron.wpNextScheduled(EVENT)) return;
  await cron.wpScheduleEvent((Math.floor(now / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS + TIME_OF_DAY, 'daily', EVENT);
}
