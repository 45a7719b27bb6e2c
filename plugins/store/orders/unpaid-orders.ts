import type { PluginScope } from 'plinth';
import type { OrdersService } from './orders-service.js';

/** The scheduled event that lets go of what unpaid orders hold. */
export const UNPAID = 'store/unpaid_orders';
const EVERY = 'store_five_minutes';

/** Looks every five minutes for orders whose time to be paid is over. */
export async function scheduleUnpaid(
  scope: Pick<PluginScope, 'addAction' | 'addFilter' | 'wpNextScheduled' | 'wpScheduleEvent' | '__'>,
  orders: Pick<OrdersService, 'cancelUnpaid'>,
): Promise<void> {
  scope.addFilter('cron_schedules', (schedules: Record<string, { interval: number; display: string }>) => ({
    ...schedules,
    [EVERY]: { interval: 300, display: scope.__('Every five minutes') },
  }));
  scope.addAction(UNPAID, async () => void (await orders.cancelUnpaid()));
  if ((await scope.wpNextScheduled(UNPAID)) === false)
    await scope.wpScheduleEvent(Math.floor(Date.now() / 1000) + 60, EVERY, UNPAID);
}
