import { randomBytes } from 'node:crypto';
import { type AdminPage, PlinthError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import type { Sellables } from '../catalogue/sellables.js';
import type { FormError, TaxShare } from '../contract/index.js';
import type { Letters } from '../mails/letters.js';
import type { Money } from '../money/money.js';
import { countryOptions, DEFAULT_COUNTRY } from '../orders/countries.js';
import type { OrderRecord } from '../orders/order-record.js';
import { RESTOCKED } from '../orders/restocked.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { payUntil } from '../orders/pay-until.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { PaymentMethods } from '../selling/payment-methods.js';
import type { SellingOptions } from '../selling/selling-settings.js';
import { shareOf } from '../selling/tax-share.js';
import { ADDRESS_PARTS, NEW_LINES, orderDraft, type OrderDraft, readTyped, type TypedOrder } from './order-draft.js';

interface OrderEditDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'db'
    | 'locale'
    | 'adminUrl'
    | 'addNotice'
    | 'useAsset'
    | 'render'
    | 'audit'
    | 'getCurrentUserId'
    | 'isEmail'
    | 'sanitizeTextField'
    | 'doAction'
    | 'getOption'
  >;
  readonly store: OrderStore;
  readonly sellables: Sellables;
  readonly letters: Pick<Letters, 'toCustomer'>;
  readonly money: Money;
  readonly selling: SellingOptions;
  readonly statuses: OrderStatuses;
  readonly methods: Pick<PaymentMethods, 'all' | 'label'>;
  readonly deliveries: StoreRegistries['deliveries'];
}

const SLUG = 'store-order-edit';
/** What an order may begin as that the owner writes. */
const FIRST = ['processing', 'on-hold', 'completed'] as const;

/** Where an order is written by hand, or changed. */
export function editAddress(id = 0): string {
  return `admin.php?page=${SLUG}${id > 0 ? `&id=${id}` : ''}`;
}

/** Whether an order may still be changed: it is open. What was taken off single lines would not add up any more. */
export function isEditable(order: OrderRecord, statuses: Pick<OrderStatuses, 'kind'>): boolean {
  return (
    statuses.kind(order.status) !== 'closed' &&
    statuses.kind(order.status) !== 'done' &&
    order.adjustments.length === 0 &&
    order.meta[RESTOCKED] === undefined
  );
}

/** An order written by the owner, as for somebody on the telephone; or one whose addresses, products and delivery are changed. */
export function orderEditScreen({
  scope,
  store,
  sellables,
  letters,
  money,
  selling,
  statuses,
  methods,
  deliveries,
}: OrderEditDeps): AdminPage {
  const { __, adminUrl } = scope;

  async function show(
    order: OrderRecord | null,
    typed: TypedOrder,
    errors: readonly FormError[] = [],
    problem = '',
  ): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const labels: Record<(typeof ADDRESS_PARTS)[number], string> = {
      firstName: __('First name'),
      lastName: __('Last name'),
      company: __('Company'),
      address1: __('Street and number'),
      address2: __('Flat, entrance'),
      postcode: __('Postcode'),
      city: __('Town'),
      country: __('Country'),
      phone: __('Telephone'),
    };
    const errorOf = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    const address = (kind: string): object[] =>
      ADDRESS_PARTS.map((part) => ({
        name: `${kind}_${part}`,
        label: labels[part],
        value: typed[`${kind}_${part}`] ?? '',
        error: errorOf[`${kind}_${part}`] ?? '',
        countries:
          part === 'country'
            ? countryOptions(scope.locale()).map((one) => ({
                ...one,
                selected: one.value === typed[`${kind}_${part}`],
              }))
            : null,
      }));
    const data = {
      title: order ? __('Change order %s', order.number) : __('New order'),
      isNew: !order,
      problem,
      errorSummary: errors.length > 0 ? await scope.render('checkout/errors', { errors }) : '',
      typed,
      errorOf,
      currency: money.currency(),
      billing: address('billing'),
      shipping: address('shipping'),
      elsewhere: typed.elsewhere === '1',
      lines: (order?.lines ?? []).map((line) => ({
        name: line.name,
        sku: line.sku,
        price: money.format(line.unitPrice),
        field: `quantity_${line.id}`,
        value: typed[`quantity_${line.id}`] ?? '',
        error: errorOf[`quantity_${line.id}`] ?? '',
      })),
      rows: Array.from({ length: NEW_LINES }, (_, row) => ({
        row,
        number: row + 1,
        sku: typed[`sku_${row}`] ?? '',
        pieces: typed[`pieces_${row}`] ?? '',
        price: typed[`price_${row}`] ?? '',
        error: [errorOf[`sku_${row}`], errorOf[`pieces_${row}`], errorOf[`price_${row}`]].filter(Boolean).join(' '),
      })),
      deliveries: await Promise.all(
        deliveries
          .entries()
          .map(async (entry) => ({
            value: entry.id,
            label: await labelOf(deliveries, entry, ({ label }) => label),
            selected: entry.id === typed.delivery,
          })),
      ),
      payments: methods
        .all()
        .map((value) => ({ value, label: methods.label(value), selected: value === typed.payment })),
      statuses: FIRST.map((value) => ({ value, label: statuses.label(value), selected: value === typed.status })),
      backUrl: adminUrl(order ? `admin.php?page=store-order&id=${order.id}` : 'admin.php?page=store-orders'),
      letter: typed.letter === '1',
    };
    return {
      kind: 'page',
      status: errors.length > 0 || problem !== '' ? 422 : 200,
      title: data.title,
      view: 'orders-admin/edit',
      data,
    };
  }

  function typedOf(order: OrderRecord): TypedOrder {
    const address = (kind: 'billing' | 'shipping'): [string, string][] =>
      ADDRESS_PARTS.map((part) => [`${kind}_${part}`, order[kind][part]]);
    const isSame = ADDRESS_PARTS.every((part) => order.billing[part] === order.shipping[part]);
    return Object.fromEntries<string>([
      ['email', order.billing.email],
      ['elsewhere', isSame ? '' : '1'],
      ...address('billing'),
      ...address('shipping'),
      ...order.lines.map((line): [string, string] => [`quantity_${line.id}`, String(line.quantity)]),
      ['delivery', order.shippingMethod.split(':')[0] ?? ''],
      ['delivery_price', money.typed(order.deliveryTotal)],
    ]);
  }

  const sums = (
    { lines, deliveryTotal }: OrderDraft,
    rate: number,
    fee: { readonly amount: number; readonly tax: number },
  ): { items: number; delivery: TaxShare | null; tax: number; total: number } => {
    const items = lines.reduce((sum, { total }) => sum + total, 0);
    const delivery = deliveryTotal > 0 ? shareOf(deliveryTotal, rate) : null;
    return {
      items,
      delivery,
      tax: lines.reduce((sum, { tax }) => sum + tax, 0) + (delivery?.tax ?? 0) + fee.tax,
      total: items + deliveryTotal + fee.amount,
    };
  };

  async function create(typed: TypedOrder, draft: OrderDraft, rate: number): Promise<number> {
    const { items, delivery, tax, total } = sums(draft, rate, { amount: 0, tax: 0 });
    const status = FIRST.find((one) => one === typed.status) ?? 'processing';
    const paymentMethod = methods.all().find((id) => id === typed.payment) ?? 'transfer';
    return scope.db.transaction(async () => {
      const locale = (await scope.getOption<string>('WPLANG', '')) || 'en_US';
      const order = await store.insert({
        formToken: randomBytes(24).toString('hex'),
        status,
        userId: 0,
        currency: money.currency(),
        billing: draft.billing,
        shipping: draft.shipping,
        lines: draft.lines,
        shippingMethod: draft.deliveryMethod,
        paymentMethod,
        itemsTotal: items,
        deliveryTotal: draft.deliveryTotal,
        paymentFee: 0,
        taxTotal: tax,
        total,
        note: typed.note ?? '',
        locale,
        payUntil: payUntil({ status, paymentMethod }, await selling.read()),
        adjustments: [],
        taxes: { delivery, paymentFee: null, adjustments: [] },
        meta: [],
      });
      await store.addEvent(order.id, {
        userId: scope.getCurrentUserId(),
        from: '',
        to: status,
        note: __('Written by the shop.'),
      });
      await scope.audit.record({
        action: 'orders.placed',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { total, currency: order.currency, payment: paymentMethod, status },
      });
      await sellables.take(draft.lines);
      await sellables.countSale(draft.lines);
      await scope.doAction('store/order_created', order);
      if (typed.letter === '1') await letters.toCustomer('received', order);
      return order.id;
    });
  }

  async function change(order: OrderRecord, draft: OrderDraft, rate: number): Promise<void> {
    const { items, delivery, tax, total } = sums(draft, rate, {
      amount: order.paymentFee,
      tax: order.paymentFeeTax?.tax ?? 0,
    });
    await scope.db.transaction(async () => {
      const more = draft.lines.map((line) => ({
        ...line,
        quantity: line.quantity - (order.lines.find(({ id }) => id === line.id)?.quantity ?? 0),
      }));
      const gone = order.lines.filter((line) => !draft.lines.some(({ id }) => id === line.id));
      const back = [
        ...gone,
        ...more.filter(({ quantity }) => quantity < 0).map((line) => ({ ...line, quantity: -line.quantity })),
      ].filter(({ productId }) => productId > 0);
      if (back.length > 0) await sellables.giveBack(back);
      const taken = more.filter(({ quantity, productId }) => quantity > 0 && productId > 0);
      if (taken.length > 0) await sellables.take(taken);
      const isWritten = await store.rewrite(order, {
        billing: draft.billing,
        shipping: draft.shipping,
        lines: draft.lines,
        shippingMethod: draft.deliveryMethod,
        deliveryTotal: draft.deliveryTotal,
        deliveryTax: delivery,
        itemsTotal: items,
        taxTotal: tax,
        total,
      });
      if (!isWritten)
        throw new PlinthError('order_status_refused', __('Somebody else has changed this order since you opened it.'), {
          status: 409,
          cure: __('Look at it, and change it again.'),
        });
      const note =
        order.total === total
          ? __('Changed by the shop.')
          : __('Changed by the shop: %1$s instead of %2$s.', money.format(total), money.format(order.total));
      await store.addEvent(order.id, { userId: scope.getCurrentUserId(), from: order.status, to: order.status, note });
      await scope.audit.record({
        action: 'orders.edited',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { total: { from: order.total, to: total } },
      });
    });
  }

  async function save(request: PageRequest, order: OrderRecord | null): Promise<Reply> {
    const typed = readTyped(request, order);
    const { draft, errors, deliveryTax } = await orderDraft(typed, order, {
      scope,
      sellables,
      money,
      shippingTaxRate: (await selling.read()).shippingTaxRate,
    });
    if (errors.length > 0) return show(order, typed, errors);
    try {
      const id = order ? order.id : await create(typed, draft, deliveryTax);
      if (order) await change(order, draft, deliveryTax);
      scope.addNotice(request, 'success', order ? __('The order is saved.') : __('The order is written.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=store-order&id=${id}` };
    } catch (error) {
      if (!(error instanceof PlinthError) || !['store_out_of_stock', 'order_status_refused'].includes(error.code))
        throw error;
      return show(order, typed, [], `${error.message} ${error.cure}`);
    }
  }

  return {
    slug: SLUG,
    title: () => __('New order'),
    capability: 'manage_shop',
    hidden: true,
    keepsTyped: true,
    async handler(request) {
      const id = /^\d{1,10}$/.test(request.field('id')) ? Number(request.field('id')) : 0;
      const order = id > 0 ? await store.find({ id }) : null;
      if (id > 0 && (!order || !isEditable(order, statuses))) {
        scope.addNotice(
          request,
          'error',
          order ? __('This order cannot be changed any more.') : __('There is no such order.'),
        );
        return {
          kind: 'redirect',
          status: 303,
          location: `/wp-admin/admin.php?page=store-order${order ? `&id=${id}` : 's'}`,
        };
      }
      if (request.method === 'POST') return save(request, order);
      return show(
        order,
        order
          ? typedOf(order)
          : { billing_country: DEFAULT_COUNTRY, shipping_country: DEFAULT_COUNTRY, status: 'processing', letter: '1' },
      );
    },
  };
}
