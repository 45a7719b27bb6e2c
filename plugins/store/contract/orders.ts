import type { Adjustment, TaxShare } from './adjustments.js';
import type { DeliveryDays } from './delivery-estimate.js';
import type { Detail } from './order-lines.js';
import type { FieldValues } from './fields.js';

/** An order status: one of the store's own, or one registered by a plugin (`OrderStatusType`). */
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

/** A line of an order as sold; later changes of the product do not affect it. */
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
  /** Percent; 0 for a tax-free product. */
  readonly taxRate: number;
  /** Tax included in `total`, in minor units. */
  readonly tax: number;
  /**
   * Values entered when it was added to the cart, formatted for display.
   * @since 0.1.0
   */
  readonly details: readonly Detail[];
  /**
   * The same values as entered, keyed by `id.field`.
   * @since 0.1.0
   */
  readonly data: FieldValues;
}

/**
 * How a metadata entry of an order is displayed.
 * @since 0.1.0
 */
export interface MetaDisplay {
  readonly label: string;
  /** Value as text; the value itself when absent. */
  readonly text?: string;
}

/**
 * A labeled metadata entry of an order, entered at the checkout and shown to customer and owner.
 * @since 0.1.0
 */
export interface OrderDetail extends Detail {
  /** Key in `meta`. */
  readonly key: string;
}

export interface Order {
  readonly id: number;
  /** Unique order number shown to customers. */
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
  /**
   * Minor units, tax included; `shippingTotal` is the sum of this and `paymentFee`.
   * @since 0.1.0
   */
  readonly deliveryTotal: number;
  /** @since 0.1.0 */
  readonly paymentFee: number;
  readonly taxTotal: number;
  /**
   * Tax included in `deliveryTotal`; null when shipping is free, and for an old order whose rates are unknown.
   * @since 0.1.0
   */
  readonly deliveryTax: TaxShare | null;
  /**
   * Tax included in `paymentFee`; null in the same cases.
   * @since 0.1.0
   */
  readonly paymentFeeTax: TaxShare | null;
  readonly total: number;
  readonly currency: string;
  readonly note: string;
  /**
   * Locale in which the order was placed, such as `pl_PL`: the language of what its customer receives.
   * @since 0.1.0
   */
  readonly locale: string;
  /**
   * Delivery days promised when the order was placed; null when none were.
   * @since 0.1.0
   */
  readonly deliveryEstimate: DeliveryDays | null;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
  /** Metadata stored by extensions, as strings. */
  readonly meta: Readonly<Record<string, string>>;
  /**
   * Entries of `meta` that have a label.
   * @since 0.1.0
   */
  readonly details: readonly OrderDetail[];
  /**
   * Fees and discounts, which are included in `total`.
   * @since 0.1.0
   */
  readonly adjustments: readonly Adjustment[];
}

/** The orders service for other plugins: `scope.services.get('store.orders')`. */
export interface Orders {
  get(id: number): Promise<Order | null>;
  /**
   * Returns an order that the visitor may see: any order by the key of its link, or their own by its number. Returns
   * null otherwise.
   * @since 0.1.0
   */
  findForVisitor(visitor: {
    readonly userId: number;
    readonly key?: string;
    readonly number?: string;
  }): Promise<Order | null>;
  /**
   * Returns the path of an order's page. It opens without login, so treat it like a password and give it only to the
   * order's customer. Empty when there is no such order.
   * @since 0.1.0
   */
  linkOf(id: number): Promise<string>;
  /** Returns orders, the newest first. */
  list(query: {
    readonly status?: OrderStatus;
    readonly userId?: number;
    readonly limit: number;
    readonly offset: number;
  }): Promise<readonly Order[]>;
  count(status?: OrderStatus): Promise<number>;
  /**
   * Changes the status of an order, records it in the history and emails the customer.
   * @throws PlinthError `order_status_refused` if the transition is not allowed
   */
  setStatus(id: number, status: OrderStatus, note?: string): Promise<void>;
  /**
   * @param display label and text; with it, the entry is shown on the order page and in emails, without it only to the
   * owner
   */
  setMeta(id: number, key: string, value: string, display?: MetaDisplay): Promise<void>;
}

/**
 * Where a customer is told about a file: on a page, or in an email, which is sent before the file can be opened.
 * @since 0.1.0
 */
export type DownloadContext = 'page' | 'email';

/**
 * Argument of the filter `store/download_denied_reason`.
 * @since 0.1.0
 */
export interface DownloadRequest {
  readonly order: Order;
  readonly context: DownloadContext;
}

/**
 * An order status beyond the store's own. Add one in the action `store/booted`:
 * `scope.addAction('store/booted', ({ statuses }) => statuses.register({ id: 'packed', … }))`. When its plugin is
 * deactivated, orders in this status show its id and can be moved on manually.
 * @since 0.1.0
 */
export interface OrderStatusType {
  /** At most 20 lowercase letters, digits and hyphens. */
  readonly id: OrderStatus;
  readonly label: string | (() => string);
  /** Determines its color, and how orders in it are counted. */
  readonly kind: 'waiting' | 'working' | 'done' | 'closed';
  /** Statuses from which it can be reached; not those that returned the goods to stock. */
  readonly from: readonly OrderStatus[];
  /** Statuses to which it can change. */
  readonly to: readonly OrderStatus[];
  /** Whether an order in it awaits payment and can be paid. */
  readonly awaitsPayment?: boolean;
}
