import { isCalendarDay, PlinthError, type PageRequest, type PluginScope } from 'plinth';
import type { Declaration, Declarations } from '../declarations/declarations.js';
import { quantitiesOf, quantityWords, readQuantities, storedQuantities } from '../declarations/quantities.js';
import type { Receipts } from '../declarations/receipts.js';
import { CHANNELS, channelLabels, shownFields } from '../declarations/shown-fields.js';
import type { Settings } from '../settings/settings.js';
import type { Catalogue } from '../store/catalogue.js';
import type { Order } from '../store/store-form.js';
import type { Clock } from '../time/clock.js';
import type { Deadlines } from '../withdrawal/deadlines.js';
import { declaredAt, deadlineWords } from './deadline-words.js';
import type { Decide } from './decisions.js';

export interface WithdrawalBoxParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly declarations: Declarations;
  readonly receipts: Receipts;
  catalogue(): Catalogue | undefined;
}

const NAME_LENGTH = 200;
const EMAIL_LENGTH = 254;
const AMOUNT = /^\d{1,9}(?:[.,]\d{1,4})?$/;
/** Digits of a refund's key: that of the declaration, so that it is given back once. */
const KEY_LENGTH = 32;
/** Characters of what a refund is for. */
const PART_LENGTH = 190;

/** On the owner's screen of an order: the withdrawals from it, what is decided of them, the money back, and those that came on paper or by telephone. */
export function registerWithdrawalBoxes(
  scope: PluginScope,
  { settings, clock, deadlines, declarations, receipts, catalogue }: WithdrawalBoxParts,
  decide: Decide,
): void {
  const { __ } = scope;
  const on = async (): Promise<boolean> => (await settings.values()).flag('withdrawal_enabled');
  const today = async (): Promise<string> => (await clock.local(clock.now())).slice(0, 10);
  const digits = (): number => catalogue()?.currencyDigits() ?? 2;
  /** As fields take it. */
  const amountOf = (minor: number): string => (minor / 10 ** digits()).toFixed(digits());
  /** As people read it. */
  const sumOf = (minor: number): string =>
    new Intl.NumberFormat(scope.locale().replace('_', '-'), {
      minimumFractionDigits: digits(),
      maximumFractionDigits: digits(),
    }).format(minor / 10 ** digits());
  const fieldOf = (part: string, { id }: Declaration): string => `withdrawal_${part}_${id}`;

  /** What is to be given back, as far as an order says it: the goods, and with all of them the delivery. */
  function dueFor({ lines, itemsTotal, total, shippingTotal, adjustments }: Order, { fields }: Declaration): number {
    const chosen = quantitiesOf(fields.quantities ?? '');
    if (chosen.size === 0) return total;
    const goods = lines.reduce(
      (sum, line) => sum + Math.round((line.total * (chosen.get(line.id) ?? 0)) / line.quantity),
      0,
    );
    const all = lines.every(({ id, quantity }) => chosen.get(id) === quantity);
    // What was taken off the whole order is taken off the parts that come back, in proportion.
    const off = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    return all
      ? total
      : Math.max(
          0,
          goods +
            (itemsTotal > 0 ? Math.round((off * goods) / itemsTotal) : 0) +
            (goods === itemsTotal ? shippingTotal : 0),
        );
  }

  async function renderList(order: Order): Promise<string> {
    const all = (await on()) ? await declarations.ofOrder(order.id) : [];
    if (all.length === 0) return '';
    const deadline = await deadlines(order);
    const payments = await scope.services.get('store.refunds').refundable(order.id);
    const statuses = { recorded: __('New'), accepted: __('Accepted'), rejected: __('Rejected') };
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-withdrawals', {
      declarations: all.map((declaration) => ({
        id: declaration.id,
        status: statuses[declaration.status],
        tag: { recorded: 'pending', accepted: 'good', rejected: 'trash' }[declaration.status],
        open: declaration.status === 'recorded',
        accepted: declaration.status === 'accepted',
        at: declaration.createdAt,
        late: declaration.late,
        deadline: deadlineWords(scope, deadline, declaration),
        facts: shownFields(scope, declaration.fields),
        decision: declaration.decision,
        hash: declaration.hash,
        decide: fieldOf('decide', declaration),
        reasons: fieldOf('reasons', declaration),
        refund: fieldOf('refund', declaration),
        amount: fieldOf('amount', declaration),
        account: fieldOf('account', declaration),
        byHand: payments.some(({ byHand }) => byHand),
        due: amountOf(dueFor(order, declaration)),
        dueText: sumOf(dueFor(order, declaration)),
        currency: order.currency,
        payments: payments.map((payment) => ({ ...payment, left: `${sumOf(payment.left)} ${payment.currency}` })),
      })),
    });
  }

  /** Why the money goes back, in the customer's language: their letter says it. */
  function reasonFor({ id, locale }: Declaration): string {
    const switched = scope.switchToLocale(locale);
    const reason = __('Withdrawal %s', id);
    if (switched) scope.restorePreviousLocale();
    return reason;
  }

  /** Gives back what the owner typed, through the store. */
  async function refund(order: Order, declaration: Declaration, request: PageRequest): Promise<void> {
    const chosen = request.field(fieldOf('refund', declaration));
    const payment = (await scope.services.get('store.refunds').refundable(order.id)).find(
      ({ paymentId }) => String(paymentId) === chosen,
    );
    if (!payment)
      return chosen === ''
        ? undefined
        : scope.addNotice(request, 'error', __('Of this payment nothing is left to give back.'));
    const typed = request.field(fieldOf('amount', declaration)).trim();
    if (!AMOUNT.test(typed)) return scope.addNotice(request, 'error', __('Please write an amount such as 15.00.'));
    const amount = Math.round(Number(typed.replace(',', '.')) * 10 ** digits());
    const account = payment.byHand ? request.field(fieldOf('account', declaration)).trim() : null;
    const part =
      quantitiesOf(declaration.fields.quantities ?? '').size === 0
        ? ''
        : (declaration.fields.items ?? '').replaceAll('\n', ', ').slice(0, PART_LENGTH);
    try {
      const { state, message } = await scope.services.get('store.refunds').refund({
        orderId: order.id,
        paymentId: payment.paymentId,
        amount,
        reason: reasonFor(declaration),
        restock: false,
        account,
        part,
        key: declaration.hash.slice(0, KEY_LENGTH),
      });
      if (state === 'refused')
        scope.addNotice(request, 'error', __('The provider has refused the refund: %s', message));
      else
        scope.addNotice(
          request,
          'success',
          state === 'done'
            ? __('The money is given back.')
            : account !== null
              ? __('The refund is written down. Send the money, and mark it as sent at the payments of this order.')
              : __('The refund is asked for; the payments of this order say when it is through.'),
        );
    } catch (error) {
      if (!(error instanceof PlinthError) || error.code !== 'store_refund_refused') throw error;
      scope.addNotice(request, 'error', `${error.message} ${error.cure}`);
    }
  }

  async function saveList(order: Order, request: PageRequest): Promise<void> {
    for (const declaration of await declarations.ofOrder(order.id)) {
      const status = request.field(fieldOf('decide', declaration));
      if (declaration.status === 'recorded' && status !== '') {
        const { kind, text } = await decide(declaration, status, request.field(fieldOf('reasons', declaration)));
        scope.addNotice(request, kind, text);
      }
      if (declaration.status === 'accepted') await refund(order, declaration, request);
    }
  }

  async function renderEntry({ billing, lines }: Order): Promise<string> {
    if (!(await on())) return '';
    const labels = channelLabels(scope);
    scope.useAsset('compliance-admin');
    return scope.render('admin/order-withdrawal-entry', {
      channels: CHANNELS.map((value) => ({ value, label: labels[value] })),
      today: await today(),
      name: `${billing.firstName} ${billing.lastName}`.trim(),
      email: billing.email,
      lines: lines.map(({ id, name, quantity }) => ({ id, name, quantity })),
    });
  }

  /** Keeps a declaration that came another way, in the same chain as all others. */
  async function saveEntry(order: Order, request: PageRequest): Promise<void> {
    const channel = CHANNELS.find((one) => one === request.field('channel'));
    const [received, sent] = [request.field('received').trim(), request.field('sent').trim()];
    const name = request.field('declarer').trim().slice(0, NAME_LENGTH);
    const email = request.field('declarer_email').trim().slice(0, EMAIL_LENGTH);
    if (channel === undefined)
      return scope.addNotice(request, 'error', __('Say how the declaration came. Nothing was kept.'));
    if (name === '') return scope.addNotice(request, 'error', __('Say who declared it. Nothing was kept.'));
    if (!isCalendarDay(received) || (sent !== '' && !isCalendarDay(sent)) || received > (await today()))
      return scope.addNotice(
        request,
        'error',
        __('Say on which day it came, as in 2026-11-23, and no later than today. Nothing was kept.'),
      );
    if (email !== '' && scope.isEmail(email) === false)
      return scope.addNotice(request, 'error', __('Please write the e-mail address in full, as in name@example.com.'));
    const { contract, isInTime } = await deadlines(order);
    const quantities = readQuantities(contract.lines, (lineId) => request.field(`entry_quantity_${lineId}`));
    const stored = storedQuantities(quantities);
    if (contract.lines.length > 0 && stored === '')
      return scope.addNotice(request, 'error', __('Please say of at least one thing how many you give back.'));
    const fields = {
      name,
      order: order.number,
      email,
      items: quantityWords(contract.lines, quantities),
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
        doubt: '',
        late: !isInTime(declaredAt({ fields, createdAt: clock.now() })),
      },
      async (declaration) => {
        await receipts.queue(declaration, { receipt: email !== '' && request.field('receipt') === '1', note: false });
        await scope.audit.record({
          action: 'compliance.declaration_entered',
          subject: { kind: 'withdrawal', id: declaration.id },
          details: { channel, order: order.number },
        });
      },
    );
    scope.addNotice(request, 'success', __('Withdrawal %s is kept.', added.id));
  }

  scope.addAction('store/booted', ({ orderBoxes }) => {
    orderBoxes.register({ id: 'withdrawals', title: () => __('Withdrawals'), render: renderList, save: saveList });
    orderBoxes.register({
      id: 'withdrawal-entry',
      title: () => __('Withdrawal by post or telephone'),
      render: renderEntry,
      save: saveEntry,
    });
  });
}
