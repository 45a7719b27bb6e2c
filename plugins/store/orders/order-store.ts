import type { DeliveryDays, OrderAddress, OrderStatus, ShownAs, TaxShare } from '../contract/index.js';
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
  /** Delivery estimate as promised; absent when none was given. */
  readonly deliveryEstimate?: DeliveryDays | null;
  readonly note: string;
  readonly locale: string;
  /** UTC; null for no limit. */
  readonly paymentDueAt: string | null;
  readonly adjustments: readonly StoredAdjustment[];
  /** Taxes of delivery and payment, and of the fees and discounts in `adjustments`, in their order. */
  readonly taxes: OrderTaxes;
  /** Metadata from extensions. */
  readonly meta: readonly StoredMeta[];
}

/** Filters for a list of orders. */
export interface OrderQuery {
  readonly status?: OrderStatus;
  readonly userId?: number;
  /** Part of a number, an email address, a name, a telephone number, a postcode, a town or an SKU. */
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

/** Changes to an order made by the shop owner. Amounts are minor units, tax included. */
export interface OrderRewrite extends Pick<
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
  /** Stores an order in the caller's transaction. Violates a unique key if the form token was used before. */
  insert(order: NewOrder): Promise<OrderRecord>;
  find(
    by: { id: number } | { number: string } | { order_key: string } | { form_token: string },
  ): Promise<OrderRecord | null>;
  list(query: OrderQuery): Promise<readonly OrderRecord[]>;
  /** For searches, the count is capped at one above `MAX_COUNTED`. */
  count(query: Omit<OrderQuery, 'limit' | 'offset'>): Promise<number>;
  /** Changes the status if it is still `from`; returns false when another change came first. */
  moveStatus(
    id: number,
    from: OrderStatus,
    to: OrderStatus,
    change: {
      readonly paymentDueAt: string | null;
      /** Changes the status only if the payment deadline had passed by then. */ readonly overdueAt?: string;
    },
  ): Promise<boolean>;
  /**
   * Returns the IDs of orders whose payment deadline has passed at the given moment, ordered by ID.
   * @param after last ID processed
   */
  listOverdueIds(at: string, after: number, limit: number): Promise<readonly number[]>;
  /**
   * Changes an order's payment method if its status and payment method are still the ones given; returns false when
   * another change came first.
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
   * Rewrites an order whose total and status are still the ones given: updates lines with an ID, adds the others and
   * deletes the rest. Returns false when another change came first.
   */
  rewrite(order: OrderRecord, change: OrderRewrite): Promise<boolean>;
  setTracking(id: number, tracking: string): Promise<void>;
  /** Corrects the email address that emails about an order are sent to. */
  /** Assigns a guest order to an account; returns false when it already has one. */
  claim(id: number, userId: number): Promise<boolean>;
  setEmail(order: OrderRecord, email: string): Promise<void>;
  /**
   * Returns the orders of an email address, ordered by ID.
   * @param after last ID processed
   */
  listByEmail(email: string, after: number, limit: number): Promise<readonly OrderRecord[]>;
  /** Removes the customer from an order; the goods sold, the amounts and the country remain. */
  anonymize(order: OrderRecord): Promise<void>;
  /** @param display display label and text; without it, the label stays and the value is shown as is */
  setMeta(id: number, key: string, value: string, display?: ShownAs): Promise<void>;
  addEvent(id: number, event: Omit<OrderEvent, 'id' | 'at'>): Promise<void>;
  events(id: number): Promise<readonly OrderEvent[]>;
  /** @param from UTC */
  salesByDay(from: string): Promise<readonly DaySales[]>;
}
