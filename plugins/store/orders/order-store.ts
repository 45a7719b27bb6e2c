import type { DeliveryDays, OrderAddress, OrderStatus, ShownAs, TaxShare } from '../contract/index.js';
import type { StoredAdjustment, StoredMeta, OrderEvent, OrderLineRecord, OrderRecord } from './order-record.js';
import type { OrderTaxes } from './order-taxes.js';

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
  readonly arrives?: DeliveryDays | null;
  readonly note: string;
  readonly locale: string;
  /** UTC; null for ever. */
  readonly payUntil: string | null;
  readonly adjustments: readonly StoredAdjustment[];
  /** Of delivery and payment, and of the fees and discounts among `adjustments`, in their order. */
  readonly taxes: OrderTaxes;
  /** What extensions keep with it. */
  readonly meta: readonly StoredMeta[];
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
  /** Of the site's zone, `YYYY-MM-DD`. */
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
  /** Gives an order of a guest to an account; false when it has one. */
  claim(id: number, userId: number): Promise<boolean>;
  setEmail(order: OrderRecord, email: string): Promise<void>;
  /** Orders of an address, by id. @param after the last id that was looked at */
  ofAddress(email: string, after: number, limit: number): Promise<readonly OrderRecord[]>;
  /** Takes the customer out of an order: what was sold, for how much and to which country stays. */
  forgetCustomer(order: OrderRecord): Promise<void>;
  /** @param shown what people call it; without that, it is called as before and shown as it is */
  setMeta(id: number, key: string, value: string, shown?: ShownAs): Promise<void>;
  addEvent(id: number, event: Omit<OrderEvent, 'id' | 'at'>): Promise<void>;
  events(id: number): Promise<readonly OrderEvent[]>;
  /** @param from UTC */
  salesByDay(from: string): Promise<readonly DaySales[]>;
}
