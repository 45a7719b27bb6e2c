import { PlinthError } from 'plinth';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { Order, PaymentMethods } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import type { Invoice, InvoiceLine, InvoicePayment } from './invoice.js';
import { listDeductible, type OrderMoney, type OrderRefunds } from './order-refunds.js';
import { DELIVERY_NAME, orderLines, PAYMENT_FEE_NAME } from './order-lines.js';
import { createBuyerParty, NIP_META, createSellerParty } from './parties.js';
import { getTotal, sumByRate } from './rate-sums.js';
import { reduceLines } from './reduce-lines.js';
import type { ZeroRate } from './tax-rates.js';

/** Order metadata about the invoice, besides the NIP. */
export const INVOICE_META = {
  wanted: 'want_invoice',
  state: 'ksef_status',
  number: 'invoice_number',
  paidOn: 'invoice_paid_on',
  handedOver: 'invoice_handed_over',
} as const;

/** Whether invoices are sent to KSeF: it is turned on, and a plugin that sends them is selected. */
export const usesKsef = (values: SettingValues): boolean =>
  values.flag('ksef_enabled') && values.text('invoice_sender') !== '';

const VOID_STATUSES = ['cancelled', 'refunded'];
const PAYMENT_FORMS: Readonly<Record<string, InvoicePayment['form'] | undefined>> = {
  transfer: 'transfer',
  cod: 'cash',
};

/** Content of an order's invoice before it has a number. */
export interface InvoiceDrafts {
  /** Whether an order gets an invoice. */
  isDue(order: Pick<Order, 'meta' | 'status'>): Promise<boolean>;
  /** @throws PlinthError `invoice_not_due`, `invoice_currency_invalid`, or an error for seller, rates or sums */
  draft(order: Order, soldOn?: string): Promise<Invoice>;
}

/** @param methodLabel label of the payment method */
function toPayment(
  { paymentMethod }: Order,
  values: SettingValues,
  { paidOn, methodLabel }: { readonly paidOn: string; readonly methodLabel: string },
): InvoicePayment {
  const account = values.text('company_bank_account').replace(/[\s-]/g, '');
  const form = PAYMENT_FORMS[paymentMethod] ?? 'other';
  return {
    form,
    label: form === 'other' ? methodLabel || paymentMethod || 'inna' : '',
    paidOn,
    account: form === 'transfer' ? account : '',
  };
}

interface DraftDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly refunds: OrderRefunds;
  readonly payments: PaymentMethods;
}

/** Returns the data known only at the time of issue. */
export async function getIssueDates(clock: Clock): Promise<Pick<Invoice, 'issuedOn' | 'madeAt'>> {
  const madeAt = clock.now();
  return { issuedOn: (await clock.local(madeAt)).slice(0, 10), madeAt };
}

const createNotDueError = (orderNumber: string): PlinthError =>
  new PlinthError(
    'invoice_not_due',
    `The order ${orderNumber} cannot be invoiced: no invoice is due without a NIP, or for a canceled or refunded order.`,
    { status: 409, hint: 'To invoice consumers who ask for it, turn on the setting “Invoices for consumers”.' },
  );

export function createInvoiceDrafts({ settings, clock, refunds, payments }: DraftDeps): InvoiceDrafts {
  const localDay = async (utc: string): Promise<string> => (await clock.local(utc)).slice(0, 10);

  async function isDue({ meta, status }: Pick<Order, 'meta' | 'status'>): Promise<boolean> {
    if (VOID_STATUSES.includes(status)) return false;
    return (
      (meta[NIP_META] ?? '') !== '' ||
      (meta[INVOICE_META.wanted] === '1' && (await settings.values()).flag('invoice_consumers'))
    );
  }

  /** Returns the lines of an order without what was refunded before the invoice. */
  async function readLines(
    order: Order,
    money: OrderMoney,
    zeroRate: ZeroRate,
  ): Promise<Pick<Invoice, 'lines' | 'deductedRefunds'>> {
    const open = listDeductible(money, order.total);
    let lines: readonly InvoiceLine[] = orderLines(order, {
      zeroRate,
      delivery: DELIVERY_NAME,
      paymentFee: PAYMENT_FEE_NAME,
    });
    if (open.length === 0) return { lines };
    for (const { refund, amount } of open)
      lines = reduceLines(lines, amount, await refunds.findTargets(refund, order, lines));
    lines = lines.filter(({ quantity }) => quantity > 0);
    if (getTotal(sumByRate(lines)) === 0) throw createNotDueError(order.number);
    return { lines, deductedRefunds: open.map(({ refund, amount }) => ({ id: refund.id, amount })) };
  }

  /** Returns the day on which an order was paid; empty while it is not paid in full. */
  async function readPaidDay({ meta, total }: Order, { received, lastReceivedAt }: OrderMoney): Promise<string> {
    const recorded = meta[INVOICE_META.paidOn] ?? '';
    if (recorded !== '' || lastReceivedAt === '' || received < total) return recorded;
    return localDay(lastReceivedAt);
  }

  async function draft(order: Order, soldOn = ''): Promise<Invoice> {
    const values = await settings.values();
    if (!(await isDue(order))) throw createNotDueError(order.number);
    if (order.currency !== 'PLN') {
      throw new PlinthError(
        'invoice_currency_invalid',
        `The order ${order.number} is in ${order.currency}, but the tax of an invoice must be stated in PLN at a daily exchange rate, which the shop does not have.`,
        { status: 409, hint: 'Issue this invoice manually in your accounting software.' },
      );
    }
    const [issueDates, money] = [await getIssueDates(clock), await refunds.read(order.id)];
    const zero: ZeroRate = values.flag('small_business') || values.text('invoice_zero_rate') === 'zw' ? 'zw' : '0 KR';
    return {
      ...issueDates,
      number: '',
      soldOn: soldOn || order.meta[INVOICE_META.handedOver] || issueDates.issuedOn,
      seller: createSellerParty(values),
      buyer: createBuyerParty(order),
      ...(await readLines(order, money, zero)),
      orderNumber: order.number,
      orderedOn: await localDay(order.createdAt),
      payment: toPayment(order, values, {
        paidOn: await readPaidDay(order, money),
        methodLabel: payments().find(({ id }) => id === order.paymentMethod)?.label ?? '',
      }),
      exemptBasis: values.text('invoice_exempt_basis'),
    };
  }

  return { isDue, draft };
}
