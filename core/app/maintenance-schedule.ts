import type { CronApi, Database, HookApi, OptionsApi } from '../api/index.js';
import type { Audit } from '../audit/index.js';
import { createHousekeeping } from '../jobs/index.js';
import type { KeptEmails } from '../mail/index.js';
import type { Log } from './log.js';

const EVENT = 'plinth_housekeeping';
const DAY = 86_400;
/** Seconds after midnight, UTC: when shops in Europe sleep. */
const AT = 2 * 3600;

/** Cleans up whenever the event comes, whoever runs it: the site's clock, a command, a screen. */
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
  emails: Pick<KeptEmails, 'prune'>;
}): void {
  const removeLapsed = createHousekeeping({ db, options });
  hooks.addAction(EVENT, async () => {
    log.info({ removed: await removeLapsed() }, 'what had lapsed was removed');
    await audit.prune();
    await exports.prune();
    log.info({ ...(await emails.prune()) }, 'letters were let go of');
  });
}

/** Plans the daily clean-up. All nodes name the same moment, so that it stands in the table once. */
export async function scheduleHousekeeping(
  { cron }: { cron: Pick<CronApi, 'wpNextScheduled' | 'wpScheduleEvent'> },
  now = Date.now(),
): Promise<void> {
  if (await cron.wpNextScheduled(EVENT)) return;
  await cron.wpScheduleEvent((Math.floor(now / 1000 / DAY) + 1) * DAY + AT, 'daily', EVENT);
}
