import { randomBytes } from 'node:crypto';
import { type Database, type Knex, utcText } from 'plinth';
import type { ArrivalDays, OrderAddress, OrderStatus, ShownAs, TaxShare } from '../contract/index.js';
import { createOrderCounts } from './order-counts.js';
import { createOrderSearch } from './order-search.js';
import { customerOf, orderSearchText } from './order-search-text.js';
import { createOrderWords } from './order-words.js';
import { takeOrderNumber } from './order-number.js';
import type { KeptAdjustment, KeptMeta, OrderEvent, OrderLineRecord, OrderRecord } from './order-record.js';
import { type AdjustmentRow, type LineRow, lineOfRow, type MetaRow, type OrderRow, orderOfRow } from './order-rows.js';
import { type OrderTaxes, type TaxRow, taxRows } from './order-taxes.js';
import { WAITING } from './pay-until.js';

/** All that is needed to store an order. */
export interface NewOrder {
  readonly formToken: string;
  readonly status: OrderStatus;
  readonly userId: number;
  readonly currency: string;
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  readonly lines: readonly Omit<OrderLineRecord, 'id'>[];
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  readonly itemsTotal: number;
  readonly deliveryTotal: number;
  readonly paymentFee: number;
  readonly taxTotal: number;
  readonly total: number;
  /** As promised; absent where nothing was. */
  readonly arrives?: ArrivalDays | null;
  readonly note: string;
  readonly locale: string;
  /** UTC; null for ever. */
  readonly payUntil: string | null;
  readonly adjustments: readonly KeptAdjustment[];
  /** Of delivery and payment, and of the fees and discounts among `adjustments`, in their order. */
  readonly taxes: OrderTaxes;
  /** What extensions keep with it. */
  readonly meta: readonly KeptMeta[];
}

/** Which orders to list. */
export interface OrderQuery {
  readonly status?: OrderStatus;
  readonly userId?: number;
  /** Part of a number, an e-mail address, a name, a telephone number, a postcode, a town or an SKU. */
  readonly search?: string;
  /** A customer by their whole address. */
  readonly email?: string;
  readonly paymentMethod?: string;
  /** A way to deliver, with all its rates. */
  readonly shippingMethod?: string;
  /** UTC, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly offset: number;
}

/** What the owner changes of an order. Amounts are minor units, tax included. */
export interface OrderRewrite extends Pick<
  NewOrder,
  'billing' | 'shipping' | 'shippingMethod' | 'itemsTotal' | 'deliveryTotal' | 'taxTotal' | 'total'
> {
  readonly lines: readonly OrderLineRecord[];
  readonly deliveryTax: TaxShare | null;
}

/** What one day sold; cancelled and refunded orders are left out. */
export interface DaySales {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly orders: number;
  /** Minor units. */
  readonly turnover: number;
}

/** The tables of orders. */
export interface OrderStore {
  /** Stores an order in the caller's transaction. A form's token that was used before breaks its unique key. */
  insert(order: NewOrder): Promise<OrderRecord>;
  find(
    by: { id: number } | { number: string } | { order_key: string } | { form_token: string },
  ): Promise<OrderRecord | null>;
  list(query: OrderQuery): Promise<readonly OrderRecord[]>;
  /** Searches are counted up to one above `MOST_COUNTED`. */
  count(query: Omit<OrderQuery, 'limit' | 'offset'>): Promise<number>;
  /** Changes the status if it is still `from`; false when somebody else was quicker. */
  moveStatus(
    id: number,
    from: OrderStatus,
    to: OrderStatus,
    change: {
      readonly payUntil: string | null;
      /** Only when its time to be paid was over then. */ readonly unpaidAt?: string;
    },
  ): Promise<boolean>;
  /** Orders whose time to be paid is over at a moment, by id. @param after the last id that was looked at */
  unpaid(at: string, after: number, limit: number): Promise<readonly number[]>;
  /** Changes how an order is paid if its status and payment are still those given; false when somebody else was quicker. */
  setPayment(
    before: Pick<OrderRecord, 'id' | 'status' | 'paymentMethod'>,
    change: {
      paymentMethod: string;
      paymentFee: number;
      paymentFeeTax: TaxShare | null;
      taxTotal: number;
      total: number;
      payUntil: string | null;
    },
  ): Promise<boolean>;
  /** Writes an order anew whose total and status are still those given; lines with an id stay, others are added, the rest go. False when somebody else was quicker. */
  rewrite(order: OrderRecord, change: OrderRewrite): Promise<boolean>;
  setTracking(id: number, tracking: string): Promise<void>;
  /** Mends the address that letters about an order go to. */
  setEmail(order: OrderRecord, email: string): Promise<void>;
  /** Orders of an address, by id. @param after the last id that was looked at */
  ofAddress(email: string, after: number, limit: number): Promise<readonly OrderRecord[]>;
  /** Takes the customer out of an order: what was sold, for how much and to which country stays. */
  forgetCustomer(order: OrderRecord): Promise<void>;
  /** @param shown what people call it; without that, it is called as before and shown as it is */
  setMeta(id: number, key: string, value: string, shown?: ShownAs): Promise<void>;
  addEvent(id: number, event: Omit<OrderEvent, 'id' | 'at'>): Promise<void>;
  events(id: number): Promise<readonly OrderEvent[]>;
  salesByDay(from: string): Promise<readonly DaySales[]>;
}

/** What was promised when it was ordered holds no longer for an order that is paid another way later. */
const NOT_PROMISED = { arrives_from: '', arrives_to: '' } as const;
/** Characters of a label that are kept. */
const LABEL = 200;

export function createOrderStore({ db }: { db: Database }): OrderStore {
  const counts = createOrderCounts({ db });
  const words = createOrderWords({ db });
  const found = createOrderSearch({ db, words });

  async function complete(rows: readonly OrderRow[]): Promise<OrderRecord[]> {
    const ids = rows.map((row) => row.id);
    const lines = await db()('store_order_lines').whereIn('order_id', ids).orderBy('id').select<LineRow[]>('*');
    const meta = await db()('store_order_meta').whereIn('order_id', ids).orderBy('id').select<MetaRow[]>('*');
    const adjustments = await db()('store_order_adjustments')
      .whereIn('order_id', ids)
      .orderBy('position')
      .select<AdjustmentRow[]>('*');
    const taxes = await db()('store_order_taxes').whereIn('order_id', ids).orderBy('id').select<TaxRow[]>('*');
    const ofOrder = <T extends { readonly order_id: number }>(all: readonly T[], { id }: OrderRow): T[] =>
      all.filter((entry) => entry.order_id === id);
    return rows.map((row) =>
      orderOfRow(
        row,
        ofOrder(lines, row).map(lineOfRow),
        ofOrder(meta, row),
        ofOrder(adjustments, row),
        ofOrder(taxes, row),
      ),
    );
  }

  function narrow(
    builder: Knex.QueryBuilder,
    { status, userId, from, to, email, paymentMethod, shippingMethod }: Omit<OrderQuery, 'limit' | 'offset' | 'search'>,
  ): void {
    if (status !== undefined) void builder.where({ status });
    if (email) void builder.where({ email });
    if (paymentMethod) void builder.where({ payment_method: paymentMethod });
    if (shippingMethod)
      void builder.where(
        (rows) =>
          void rows
            .where({ shipping_method: shippingMethod })
            .orWhere('shipping_method', 'like', `${shippingMethod}:%`),
      );
    if (userId !== undefined) void builder.where({ user_id: userId });
    if (from) void builder.where('created_at', '>=', from);
    if (to) void builder.where('created_at', '<=', to);
  }

  async function find(by: Parameters<OrderStore['find']>[0]): Promise<OrderRecord | null> {
    const row = await db()('store_orders').where(by).first<OrderRow | undefined>('*');
    return row ? (await complete([row]))[0] : null;
  }

  async function setMeta(id: number, key: string, value: string, shown?: ShownAs): Promise<void> {
    const named = { shown: shown?.text ?? null, ...(shown ? { label: shown.label.slice(0, LABEL) } : {}) };
    await db()('store_order_meta')
      .insert({ order_id: id, meta_key: key, meta_value: value, ...named })
      .onConflict(['order_id', 'meta_key'])
      .merge({ meta_value: value, ...named });
  }

  const rowOf = (orderId: number, line: Omit<OrderLineRecord, 'id'>): Omit<LineRow, 'id'> => ({
    order_id: orderId,
    product_id: line.productId,
    variation_id: line.variationId,
    name: line.name,
    sku: line.sku,
    kind: line.kind,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    total: line.total,
    tax_rate: Math.round(line.taxRate * 100),
    tax: line.tax,
    details: Object.keys(line.data).length > 0 ? JSON.stringify({ details: line.details, data: line.data }) : null,
  });

  return {
    async insert(order) {
      const at = utcText();
      const number = await takeOrderNumber(db, Number(at.slice(0, 4)));
      const customer = customerOf(order.billing);
      const search = orderSearchText({ ...order, number });
      const [id] = (await db()('store_orders').insert({
        number,
        order_key: randomBytes(24).toString('hex'),
        form_token: order.formToken,
        status: order.status,
        user_id: order.userId,
        currency: order.currency,
        email: order.billing.email,
        customer,
        search,
        billing: JSON.stringify(order.billing),
        shipping: JSON.stringify(order.shipping),
        shipping_method: order.shippingMethod,
        payment_method: order.paymentMethod,
        items_total: order.itemsTotal,
        delivery_total: order.deliveryTotal,
        payment_fee: order.paymentFee,
        tax_total: order.taxTotal,
        total: order.total,
        arrives_from: order.arrives?.earliest ?? '',
        arrives_to: order.arrives?.latest ?? '',
        note: order.note,
        locale: order.locale,
        pay_until: order.payUntil,
        created_at: at,
        updated_at: at,
      })) as [number];
      await db()('store_order_lines').insert(order.lines.map((line) => rowOf(id, line)));
      await words.add(id, search);
      if (order.adjustments.length > 0)
        await db()('store_order_adjustments').insert(
          order.adjustments.map(({ label, ...kept }) => ({ order_id: id, ...kept, label: label.slice(0, LABEL) })),
        );
      const taxes = taxRows(id, order.taxes);
      if (taxes.length > 0) await db()('store_order_taxes').insert(taxes);
      for (const { key, value, shown } of order.meta) await setMeta(id, key, value, shown);
      await counts.note(undefined, order.status);
      const [stored] = await complete(await db()('store_orders').where({ id }).select<OrderRow[]>('*'));
      return stored;
    },
    find,
    async list({ limit, offset, search, ...query }) {
      if (search) return complete(await found.list(search, (builder) => narrow(builder, query), limit, offset));
      const rows = await db()('store_orders')
        .modify((builder) => narrow(builder, query))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .select<OrderRow[]>('*');
      return complete(rows);
    },
    async count(query) {
      const { search, ...rest } = query;
      if (search) return found.count(search, (builder) => narrow(builder, rest));
      const { status, ...others } = rest;
      if (Object.values(others).every((wish) => wish === undefined || wish === '')) return counts.of(status);
      const row = await db()('store_orders')
        .modify((builder) => narrow(builder, rest))
        .count({ total: '*' })
        .first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
    async moveStatus(id, from, to, { payUntil, unpaidAt }) {
      return db.transaction(async () => {
        const row = db()('store_orders').where({ id, status: from });
        if (unpaidAt !== undefined) void row.where('pay_until', '<=', unpaidAt);
        const moved = (await row.update({ status: to, pay_until: payUntil, updated_at: utcText() })) > 0;
        if (moved) await counts.note(from, to);
        return moved;
      });
    },
    unpaid: async (at, after, limit) =>
      (await db()('store_orders')
        .where('pay_until', '<=', at)
        .whereIn('status', [...WAITING])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .pluck('id')) as number[],
    async setPayment(
      { id, status, paymentMethod: before },
      { paymentMethod, paymentFee, paymentFeeTax, taxTotal, total, payUntil },
    ) {
      return db.transaction(async () => {
        const changed =
          (await db()('store_orders')
            .where({ id, status, payment_method: before })
            .update({
              payment_method: paymentMethod,
              ...NOT_PROMISED,
              payment_fee: paymentFee,
              tax_total: taxTotal,
              total,
              pay_until: payUntil,
              updated_at: utcText(),
            })) > 0;
        if (!changed) return false;
        await db()('store_order_taxes').where({ order_id: id, part: 'payment' }).delete();
        const taxes = taxRows(id, { delivery: null, paymentFee: paymentFeeTax, adjustments: [] });
        if (taxes.length > 0) await db()('store_order_taxes').insert(taxes);
        return true;
      });
    },
    async rewrite(
      order,
      { billing, shipping, shippingMethod, lines, deliveryTax, itemsTotal, deliveryTotal, taxTotal, total },
    ) {
      const { id, number } = order;
      const search = orderSearchText({ number, billing, shipping, lines });
      return db.transaction(async () => {
        const before = await db()('store_orders').where({ id }).first<Pick<OrderRow, 'search'> | undefined>('search');
        const changed = await db()('store_orders')
          .where({ id, status: order.status, total: order.total })
          .update({
            billing: JSON.stringify(billing),
            shipping: JSON.stringify(shipping),
            email: billing.email,
            customer: customerOf(billing),
            search,
            shipping_method: shippingMethod,
            items_total: itemsTotal,
            delivery_total: deliveryTotal,
            tax_total: taxTotal,
            total,
            updated_at: utcText(),
          });
        if (changed === 0) return false;
        await words.replace(id, before?.search ?? '', search);
        const kept = lines.filter((line) => line.id > 0);
        await db()('store_order_lines')
          .where({ order_id: id })
          .whereNotIn(
            'id',
            kept.map((line) => line.id),
          )
          .delete();
        for (const line of kept)
          await db()('store_order_lines').where({ id: line.id, order_id: id }).update(rowOf(id, line));
        const added = lines.filter((line) => line.id === 0);
        if (added.length > 0) await db()('store_order_lines').insert(added.map((line) => rowOf(id, line)));
        await db()('store_order_taxes').where({ order_id: id, part: 'delivery' }).delete();
        const taxes = taxRows(id, { delivery: deliveryTax, paymentFee: null, adjustments: [] });
        if (taxes.length > 0) await db()('store_order_taxes').insert(taxes);
        return true;
      });
    },
    async setTracking(id, tracking) {
      await db()('store_orders').where({ id }).update({ tracking, updated_at: utcText() });
    },
    async setEmail(order, email) {
      const { id } = order;
      const billing = { ...order.billing, email };
      const search = orderSearchText({ ...order, billing });
      await db.transaction(async () => {
        const row = await db()('store_orders').where({ id }).first<Pick<OrderRow, 'search'> | undefined>('search');
        await db()('store_orders')
          .where({ id })
          .update({ email, billing: JSON.stringify(billing), search, updated_at: utcText() });
        await words.replace(id, row?.search ?? '', search);
      });
    },
    ofAddress: async (email, after, limit) =>
      complete(
        await db()('store_orders')
          .where({ email })
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select<OrderRow[]>('*'),
      ),
    async forgetCustomer(order) {
      const { id, billing, shipping } = order;
      const nobody = (address: OrderAddress): OrderAddress => ({
        firstName: '',
        lastName: '',
        company: '',
        address1: '',
        address2: '',
        postcode: '',
        city: '',
        phone: '',
        email: '',
        country: address.country,
      });
      const forgotten = { ...order, billing: nobody(billing), shipping: nobody(shipping) };
      const search = orderSearchText(forgotten);
      await db.transaction(async () => {
        const row = await db()('store_orders').where({ id }).first<Pick<OrderRow, 'search'> | undefined>('search');
        await db()('store_orders')
          .where({ id })
          .update({
            email: '',
            customer: '',
            search,
            billing: JSON.stringify(forgotten.billing),
            shipping: JSON.stringify(forgotten.shipping),
            note: '',
            tracking: '',
            user_id: 0,
            updated_at: utcText(),
          });
        await words.replace(id, row?.search ?? '', search);
        await db()('store_order_lines').where({ order_id: id }).update({ details: null });
        await db()('store_order_meta').where({ order_id: id }).delete();
        await db()('store_order_events').where({ order_id: id }).update({ note: '' });
        await db()('store_letters').where({ order_id: id }).delete();
      });
    },
    setMeta,
    async addEvent(id, { userId, from, to, note }) {
      await db()('store_order_events').insert({
        order_id: id,
        at: utcText(),
        user_id: userId,
        from_status: from,
        to_status: to,
        note,
      });
    },
    async events(id) {
      const rows = await db()('store_order_events')
        .where({ order_id: id })
        .orderBy('id')
        .select<{ id: number; at: string; user_id: number; from_status: string; to_status: string; note: string }[]>(
          '*',
        );
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        userId: row.user_id,
        from: row.from_status,
        to: row.to_status,
        note: row.note,
      }));
    },
    async salesByDay(from) {
      const rows = await db()('store_orders')
        .where('created_at', '>=', from)
        .whereNotIn('status', ['cancelled', 'refunded'])
        .select<{ day: string; orders: number | string; turnover: number | string }[]>(
          db().raw('substr(created_at, 1, 10) as day'),
          db().raw('count(*) as orders'),
          db().raw('sum(total) as turnover'),
        )
        .groupByRaw('substr(created_at, 1, 10)')
        .orderBy('day');
      return rows.map((row) => ({ day: row.day, orders: Number(row.orders), turnover: Number(row.turnover) }));
    },
  };
}
