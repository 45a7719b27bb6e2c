import type { CronApi } from '../api/index.js';

/** WordPress's looks for new versions. The host asks nobody; what asks its maker for updates does it then. */
const EVENTS = ['wp_version_check', 'wp_update_plugins', 'wp_update_themes'] as const;
const HALF_DAY = 43_200;
/** Seconds after noon and midnight, UTC, so that it does not meet what others plan for the full hour. */
const AT = 2400;

/**
 * Plans the moments, twice a day, at which plugins may ask elsewhere for new versions. All nodes name the same ones, so that each stands in the table once.
 * @param now milliseconds since 1970
 * @since 0.3.0 (WordPress: wp_schedule_update_checks)
 */
export async function scheduleUpdateChecks(
  { cron }: { readonly cron: Pick<CronApi, 'wpNextScheduled' | 'wpScheduleEvent'> },
  now = Date.now(),
): Promise<void> {
  const next = (Math.floor(now / 1000 / HALF_DAY) + 1) * HALF_DAY + AT;
  for (const event of EVENTS)
    if ((await cron.wpNextScheduled(event)) === false) await cron.wpScheduleEvent(next, 'twicedaily', event);
}
