import type { PluginScope } from 'plinth';
import { formatQuantities } from '../declarations/quantities.js';
import type { Declarations } from '../declarations/declarations.js';
import type { ReturnTerms } from '../declarations/return-terms.js';
import type { OrderWithdrawal, ReadWithdrawals } from '../declarations/withdrawals.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { DashboardItem, Order } from '../store/shop.js';
import { formatDay } from '../time/format-time.js';
import { UNDECIDED } from './declarations-screen.js';
import { screenPath, SLUG } from './screen-path.js';

export interface WithdrawalNoticesDeps {
  readonly settings: Settings;
  readonly declarations: Pick<Declarations, 'count' | 'listByOrder'>;
  readonly clock: Pick<Clock, 'local'>;
  readonly readWithdrawals: ReadWithdrawals;
  readonly returnTerms: (declaration: OrderWithdrawal['declaration']) => Promise<ReturnTerms>;
}

/** Statuses to which an order can change without a warning: nothing is sent. */
const CLOSING_STATUSES: readonly string[] = ['cancelled', 'refunded'];

/** Shows withdrawals where the shop owner works: on the dashboard, in the list of orders, and before an order is sent. */
export function registerWithdrawalNotices(
  scope: PluginScope,
  { settings, clock, declarations, readWithdrawals, returnTerms }: WithdrawalNoticesDeps,
): void {
  const { __, _n } = scope;
  const isEnabled = async (): Promise<boolean> => (await settings.values()).flag('withdrawal_enabled');

  /** Returns the warning about a withdrawal that waits for a decision or a refund; empty for all others. */
  async function getWarning(order: Order, { declaration, quantities, refund }: OrderWithdrawal): Promise<string> {
    const { id, status, createdAt, fields } = declaration;
    if (status === 'rejected' || refund) return '';
    const { refundDeadline, isUnpaid } = await returnTerms(declaration);
    const day = formatDay(await clock.local(createdAt), scope.locale());
    const deadline = formatDay(refundDeadline, scope.locale());
    if (status === 'accepted')
      return isUnpaid || quantities?.size === 0
        ? ''
        : __('Withdrawal %1$s is not refunded yet. The refund is due by %2$s.', id, deadline);
    const { contract } = (await readWithdrawals(order)).deadline;
    const items = fields.items || formatQuantities(contract.lines, quantities ?? new Map());
    return isUnpaid
      ? __('The customer withdrew from this order on %1$s: %2$s.', day, items.replaceAll('\n', ', '))
      : __(
          'The customer withdrew from this order on %1$s: %2$s. The refund is due by %3$s.',
          day,
          items.replaceAll('\n', ', '),
          deadline,
        );
  }

  scope.addFilter(
    'store/order_warnings',
    async (warnings: readonly string[], order: Order, to: string) => {
      if (CLOSING_STATUSES.includes(to) || !(await isEnabled())) return warnings;
      if ((await declarations.listByOrder(order.id)).length === 0) return warnings;
      const { list } = await readWithdrawals(order);
      const own = await Promise.all(list.map((withdrawal) => getWarning(order, withdrawal)));
      return [...warnings, ...own.filter((text) => text !== '')];
    },
    10,
    3,
  );

  scope.addFilter('store/dashboard_items', async (items: readonly DashboardItem[]) => {
    const count = (await isEnabled()) ? await declarations.count({ kind: 'withdrawal', status: 'recorded' }) : 0;
    const item = {
      label: __('Withdrawals without a decision'),
      url: screenPath(SLUG.declarations, { kind: UNDECIDED }),
      count,
    };
    return count > 0 ? [...items, item] : items;
  });

  async function getCell({ id }: Order): Promise<string> {
    const statuses = { recorded: __('New'), accepted: __('Accepted'), rejected: __('Declined') };
    const withdrawals = await declarations.listByOrder(id);
    const last = withdrawals.at(-1);
    if (!last) return '';
    return withdrawals.length === 1
      ? statuses[last.status]
      : _n(
          '%1$d withdrawal, the last: %2$s',
          '%1$d withdrawals, the last: %2$s',
          withdrawals.length,
          withdrawals.length,
          statuses[last.status],
        );
  }

  scope.addAction('store/booted', ({ orderColumns }) =>
    orderColumns.register({
      id: 'withdrawal',
      label: () => __('Withdrawal'),
      isAvailable: async () => (await isEnabled()) && (await declarations.count({ kind: 'withdrawal' })) > 0,
      cell: getCell,
    }),
  );
}
