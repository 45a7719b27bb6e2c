import { isCalendarDay, type PageRequest, type PluginScope } from 'plinth';
import type { Declarations } from '../declarations/declarations.js';
import { findExceeded, formatQuantities, readQuantities, serializeQuantities } from '../declarations/quantities.js';
import type { ReadWithdrawals } from '../declarations/withdrawals.js';
import type { Receipts } from '../declarations/receipts.js';
import { CHANNELS, channelLabels } from '../declarations/shown-fields.js';
import type { Settings } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { ContractLine } from '../withdrawal/contracts.js';
import { declaredAt } from './deadline-text.js';

interface WithdrawalEntryParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly readWithdrawals: ReadWithdrawals;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
}

const MAX_NAME_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;

/** Registers the meta box in which a withdrawal received by post or telephone is entered. */
export function registerWithdrawalEntryBox(
  scope: PluginScope,
  { settings, clock, readWithdrawals, declarations, receipts }: WithdrawalEntryParts,
): void {
  const { __ } = scope;

  /** Returns the lines of an order with the quantities not withdrawn from yet. */
  async function readRemaining(order: Order): Promise<readonly ContractLine[]> {
    const { deadline, remaining } = await readWithdrawals(order);
    return deadline.contract.lines.map((line) => ({ ...line, quantity: remaining.get(line.lineId) ?? 0 }));
  }

  async function render(order: Order): Promise<string> {
    if (!(await settings.values()).flag('withdrawal_enabled')) return '';
    const { billing } = order;
    const labels = channelLabels(scope);
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-withdrawal-entry', {
      channels: CHANNELS.map((value) => ({ value, label: labels[value] })),
      today: await clock.day(),
      name: `${billing.firstName} ${billing.lastName}`.trim(),
      email: billing.email,
      lines: (await readRemaining(order))
        .filter(({ quantity }) => quantity > 0)
        .map(({ lineId: id, name, quantity }) => ({ id, name, quantity })),
    });
  }

  /** Stores a declaration received through another channel, in the same hash chain as all others. */
  async function save(order: Order, request: PageRequest): Promise<void> {
    const channel = CHANNELS.find((candidate) => candidate === request.field('channel'));
    const [received, sent] = [request.field('received').trim(), request.field('sent').trim()];
    const name = request.field('declarer').trim().slice(0, MAX_NAME_LENGTH);
    const email = request.field('declarer_email').trim().slice(0, MAX_EMAIL_LENGTH);
    if (channel === undefined)
      return scope.addNotice(request, 'error', __('Select how the declaration was received. Nothing was saved.'));
    if (name === '') return scope.addNotice(request, 'error', __('Enter the customer’s name. Nothing was saved.'));
    if (!isCalendarDay(received) || (sent !== '' && !isCalendarDay(sent)) || received > (await clock.day()))
      return scope.addNotice(
        request,
        'error',
        __('Enter the date of receipt, such as 2026-11-23, no later than today. Nothing was saved.'),
      );
    if (email !== '' && scope.isEmail(email) === false)
      return scope.addNotice(request, 'error', __('Enter a full email address, such as name@example.com.'));
    const { isInTime } = (await readWithdrawals(order)).deadline;
    const lines = await readRemaining(order);
    const quantities = readQuantities(lines, (lineId) => request.field(`entry_quantity_${lineId}`));
    const stored = serializeQuantities(quantities);
    const exceeded = findExceeded(lines, quantities);
    if (exceeded)
      return scope.addNotice(
        request,
        'error',
        __('%1$s: you can withdraw from at most %2$d.', exceeded.name, exceeded.quantity),
      );
    if (lines.length > 0 && stored === '')
      return scope.addNotice(request, 'error', __('Enter the quantity you are returning for at least one item.'));
    const fields = {
      name,
      order: order.number,
      email,
      items: formatQuantities(lines, quantities),
      quantities: stored,
      channel,
      received,
      sent,
    };
    const added = await declarations.add(
      {
        kind: 'withdrawal',
        email,
        orderId: order.id,
        fields,
        locale: scope.locale(),
        flag: '',
        late: !isInTime(declaredAt({ fields, createdAt: clock.now() })),
      },
      async (declaration) => {
        const receipt = request.field('receipt') === '1' ? 'immediate' : 'none';
        await receipts.queue(declaration, { receipt, network: '', note: false });
        await scope.audit.record({
          action: 'compliance.declaration_entered',
          subject: { kind: 'withdrawal', id: declaration.id },
          details: { channel, order: order.number },
        });
      },
    );
    scope.addNotice(request, 'success', __('Withdrawal %s saved.', added.id));
  }

  scope.addAction('store/booted', ({ orderBoxes }) =>
    orderBoxes.register({
      id: 'withdrawal-entry',
      title: () => __('Withdrawal received another way'),
      render,
      save,
    }),
  );
}
