import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { DashboardItem } from '../store/shop.js';
import { formatDay } from '../time/format-time.js';
import { INVOICE_LIST_SLUG } from './invoice-views.js';
import type { WaitingOrders } from './waiting-orders.js';

interface WaitingNoticesDeps {
  readonly settings: Settings;
  readonly waitingOrders: WaitingOrders;
}

/** Shows the orders that wait for an invoice on the dashboard: those that are late, and those that are due next. */
export function registerWaitingNotices(
  scope: Pick<PluginScope, 'addFilter' | '__' | 'adminUrl' | 'locale'>,
  { settings, waitingOrders }: WaitingNoticesDeps,
): void {
  const { __ } = scope;
  scope.addFilter('store/dashboard_items', async (items: readonly DashboardItem[]) => {
    if (!(await settings.values()).flag('invoices_enabled')) return items;
    const waiting = await waitingOrders.list();
    const url = scope.adminUrl(`admin.php?page=${INVOICE_LIST_SLUG}`);
    const overdue = waiting.filter(({ isOverdue }) => isOverdue);
    const others = waiting.filter(({ isOverdue }) => !isOverdue);
    const dueOn = others[0]?.dueOn ?? '';
    const label =
      dueOn === ''
        ? __('Orders waiting for an invoice')
        : __('Orders waiting for an invoice, due by %s', formatDay(dueOn, scope.locale()));
    return [
      ...items,
      ...[
        { label: __('Overdue invoices'), url, count: overdue.length },
        { label, url, count: others.length },
      ].filter(({ count }) => count > 0),
    ];
  });
}
