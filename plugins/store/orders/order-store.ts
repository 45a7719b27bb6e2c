import type { DeliveryDays, OrderAddress, OrderStatus, MetaDisplay, TaxShare } from '../contract/index.js';
import type { StoredAdjustment, StoredMeta, OrderEvent, OrderLineRecord, OrderRecord } from './order-record.js';
import type { OrderTaxes } from './order-taxes.js';

/** All data needed to store an order. */
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
  /** Delivery estimate shown to the customer; absent when none was shown. */
  readonly deliveryEstimate?: DeliveryDays | null;
  readonly note: string;
  readonly locale: string;
  /** Payment deadline in UTC; null for none. */
  readonly paymentDueAt: string | null;
  readonly adjustments: readonly StoredAdjustment[];
  /** Taxes of shipping and payment fee, and of the fees and discounts in `adjustments`, in the same order. */
  readonly taxes: OrderTaxes;
  /** Metadata from extensions. */
  readonly meta: readonly StoredMeta[];
}

/** Filters for a list of orders. */
export interface OrderQuery {
  readonly status?: OrderStatus;
  readonly userId?: number;
  /** Part of an order number, email address, name, telephone number, postcode, city or SKU. */
  readonly search?: string;
  /** A customer's full email address. */
  readonly email?: string;
  readonly paymentMethod?: string;
  /** A shipping method, with all its rates. */
  readonly shippingMethod?: string;
  /** UTC, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
  readonly offset: number;
}

/** Changes to an order made in the admin. Amounts are in minor units, tax included. */
export interface OrderUpdate extends Pick<
  NewOrder,
  'billing' | 'shipping' | 'shippingMethod' | 'itemsTotal' | 'deliveryTotal' | 'taxTotal' | 'total'
> {
  readonly lines: readonly OrderLineRecord[];
  readonly deliveryTax: TaxShare | null;
}

/** Sales of one day, without canceled and refunded orders. */
export interface DaySales {
  /** In the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  readonly orders: number;
  /** Minor units. */
  readonly revenue: number;
}

/** Access to the order tables. */
export interface OrderStore {
  /** Stores an order. Call it inside a transaction. Violates a unique key if the form token was used before. */
  insert(order: NewOrder): Promise<OrderRecord>;
  find(
    by: { id: number } | { number: string } | { order_key: string } | { form_token: string },
  ): Promise<OrderRecord | null>;
  list(query: OrderQuery): Promise<readonly OrderRecord[]>;
  /** Returns the number of orders; for searches, at most `MAX_COUNTED` + 1. */
  count(query: Omit<OrderQuery, 'limit' | 'offset'>): Promise<number>;
  /** Changes the status if it is still `from`; returns false when it has changed meanwhile. */
  moveStatus(
    id: number,
    from: OrderStatus,
    to: OrderStatus,
    change: {
      readonly paymentDueAt: string | null;
      /** UTC time; the status changes only if the payment deadline had passed by then. */ readonly overdueAt?: string;
    },
  ): Promise<boolean>;
  /**
   * Returns the IDs of orders whose payment deadline has passed at the given moment, ordered by ID.
   * @param after last ID processed
   */
  listOverdueIds(time: string, after: number, limit: number): Promise<readonly number[]>;
  /**
   * Changes an order's payment method if its status and payment method are still those in `before`; returns false when
   * they have changed meanwhile.
   */
  setPayment(
    before: Pick<OrderRecord, 'id' | 'status' | 'paymentMethod'>,
    change: {
      paymentMethod: string;
      paymentFee: number;
      paymentFeeTax: TaxShare | null;
      taxTotal: number;
      total: number;
      paymentDueAt: string | null;
    },
  ): Promise<boolean>;
  /**
   * Replaces the contents of an order if its total and status are still those in `order`. Updates lines with an ID,
   * adds lines without one, and deletes lines that are missing. Returns false when the order has changed meanwhile.
   */
  rewrite(order: OrderRecord, change: OrderUpdate): Promise<boolean>;
  setTracking(id: number, tracking: string): Promise<void>;
  /** Assigns a guest order to an account; returns false when it already belongs to an account. */
  claim(id: number, userId: number): Promise<boolean>;
  /** Corrects the email address that emails about an order are sent to. */
  setEmail(order: OrderRecord, email: string): Promise<void>;
  /**
   * Returns the orders of an email address, ordered by ID.
   * @param after last ID processed
   */
  listByEmail(email: string, after: number, limit: number): Promise<readonly OrderRecord[]>;
  /** Returns the tax rates of all orders in percent, highest first. */
  listTaxRates(): Promise<readonly number[]>;
  /** Removes the customer's data from an order; items, amounts and country remain. */
  anonymize(order: OrderRecord): Promise<void>;
  /** @param display label and text to display; without it, the label is unchanged and the value is displayed */
  setMeta(id: number, key: string, value: string, display?: MetaDisplay): Promise<void>;
  addEvent(id: number, event: Omit<OrderEvent, 'id' | 'at'>): Promise<void>;
  events(id: number): Promise<readonly OrderEvent[]>;
  /** @param from start of the period, UTC */
  salesByDay(from: string): Promise<readonly DaySales[]>;
}
