import type { Adjustment, TaxShare } from './adjustments.js';
import type { DeliveryDays } from './delivery-estimate.js';
import type { Detail } from './order-lines.js';
import type { FieldValues } from './fields.js';

/** A status the store has itself, or one that a plugin registered (`OrderStatusType`). */
export type OrderStatus = 'pending' | 'on-hold' | 'processing' | 'completed' | 'cancelled' | 'refunded' | (string & {});

export interface OrderAddress {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly address1: string;
  readonly address2: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
}

/** A line of an order as it was sold: later changes of the product do not reach it. */
export interface OrderLine {
  readonly id: number;
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  /** Minor units, tax included. */
  readonly unitPrice: number;
  readonly total: number;
  /** Percent; a product free of tax has 0. */
  readonly taxRate: number;
  /** Minor units of tax inside `total`. */
  readonly tax: number;
  /** What was chosen for it when it was put into the cart. @since 0.2.0 */
  readonly details: readonly Detail[];
  /** The same as it was typed, by `id.field`. @since 0.2.0 */
  readonly data: FieldValues;
}

/** How something kept with an order is shown. @since 0.2.0 */
export interface ShownAs {
  readonly label: string;
  /** In words; the value itself when absent. */
  readonly text?: string;
}

/** What is kept with an order under a label: said at the checkout, and shown to customer and owner. @since 0.2.0 */
export interface OrderDetail extends Detail {
  /** The key in `meta`. */
  readonly key: string;
}

export interface Order {
  readonly id: number;
  /** What people quote; unique. */
  readonly number: string;
  readonly status: OrderStatus;
  readonly userId: number;
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  readonly lines: readonly OrderLine[];
  readonly shippingMethod: string;
  readonly paymentMethod: string;
  /** Minor units. */
  readonly itemsTotal: number;
  readonly shippingTotal: number;
  /** Minor units, tax included; with `paymentFee` it makes up `shippingTotal`. @since 0.2.0 */
  readonly deliveryTotal: number;
  /** @since 0.2.0 */
  readonly paymentFee: number;
  readonly taxTotal: number;
  /** The tax inside `deliveryTotal`; null when it costs nothing, and for an old order whose rates nobody can tell. @since 0.3.0 */
  readonly deliveryTax: TaxShare | null;
  /** The tax inside `paymentFee`, likewise. @since 0.3.0 */
  readonly paymentFeeTax: TaxShare | null;
  readonly total: number;
  readonly currency: string;
  readonly note: string;
  /** When it arrives, as it was promised when it was ordered; null when nothing was. @since 0.3.0 */
  readonly arrives: DeliveryDays | null;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
  /** What extensions keep with the order, as strings. */
  readonly meta: Readonly<Record<string, string>>;
  /** Those of `meta` that have a label. @since 0.2.0 */
  readonly details: readonly OrderDetail[];
  /** Fees and discounts; they are part of `total`. @since 0.2.0 */
  readonly adjustments: readonly Adjustment[];
}

/** Orders as other plugins see them: `scope.services.get('store.orders')`. */
export interface Orders {
  get(id: number): Promise<Order | null>;
  /**
   * The order that a visitor may see: by the key of its link, or their own by its number. Null for everybody else's.
   * @since 0.3.0
   */
  seenBy(visitor: { readonly userId: number; readonly key?: string; readonly number?: string }): Promise<Order | null>;
  /**
   * The path of an order's page, which opens without an account and so is as good as a password: for its customer alone. Empty for no order.
   * @since 0.3.0
   */
  linkOf(id: number): Promise<string>;
  /** The newest first. */
  list(query: {
    readonly status?: OrderStatus;
    readonly userId?: number;
    readonly limit: number;
    readonly offset: number;
  }): Promise<readonly Order[]>;
  count(status?: OrderStatus): Promise<number>;
  /**
   * Moves an order to another status, writes the history, mails the customer.
   * @throws PlinthError `order_status_refused` for a step that is not allowed
   */
  setStatus(id: number, status: OrderStatus, note?: string): Promise<void>;
  /** @param shown what people call it; with that it is shown on the order's page and in letters, without it to the owner only */
  setMeta(id: number, key: string, value: string, shown?: ShownAs): Promise<void>;
}

/** Where a customer reads of a file: on a page, or in a letter, which goes out before it can be opened. @since 0.3.0 */
export type DownloadPlace = 'page' | 'letter';

/** What the filter `store/download_refusal` is told of. @since 0.3.0 */
export interface DownloadRequest {
  readonly order: Order;
  readonly place: DownloadPlace;
}

/**
 * A status of orders beyond the store's own. Add one in the action `store/booted`:
 * `scope.addAction('store/booted', ({ statuses }) => statuses.register({ id: 'packed', … }))`. Orders that are in it when its plugin is gone are shown
 * with its id, and can be taken on by hand.
 * @since 0.2.0
 */
export interface OrderStatusType {
  /** At most 20 small letters, digits and hyphens. */
  readonly id: OrderStatus;
  readonly label: string | (() => string);
  /** How it is coloured, and what it counts as. */
  readonly kind: 'waiting' | 'working' | 'done' | 'closed';
  /** The statuses it is reached from; none of those that gave the goods back. */
  readonly from: readonly OrderStatus[];
  /** The statuses it leads to. */
  readonly to: readonly OrderStatus[];
  /** Whether the order waits for its money in it, and may be paid. */
  readonly awaitsPayment?: boolean;
}
