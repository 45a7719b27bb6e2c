import { createHousekeeping } from '../jobs/index.js';
import type { Site } from './site.js';

const EVENT = 'plinth_housekeeping';
const DAY = 86_400;
/** Seconds after midnight, UTC: when shops in Europe sleep. */
const AT = 2 * 3600;

/** Plans the daily clean-up. All nodes name the same moment, so that it stands in the table once. */
export async function scheduleHousekeeping({ db, hooks, options, cron, log }: Pick<Site, 'db' | 'hooks' | 'options' | 'cron' | 'log'>, now = Date.now()): Promise<void> {
  const keepHouse = createHousekeeping({ db, options });
  hooks.addAction(EVENT, async () => log.info({ removed: await keepHouse() }, 'what had lapsed was removed'));
  if (await cron.wpNextScheduled(EVENT)) return;
  await cron.wpScheduleEvent((Math.floor(now / 1000 / DAY) + 1) * DAY + AT, 'daily', EVENT);
}
