import type { MaybePromise, PageRequest, Reply } from 'plinth';
import type { ProductRecord, ProductSummary } from './catalog.js';
import type { Label } from './order-lines.js';
import type { Order } from './orders.js';

/**
 * A section of the product page below the description.
 * @since 0.1.0
 */
export interface ProductTab {
  readonly id: string;
  readonly title: Label;
  /** Position among the sections: the description is 10, the details are 20; after them when absent. */
  readonly order?: number;
  /** Returns HTML; empty when the product has no such section. */
  render(product: ProductRecord, summary: ProductSummary): MaybePromise<string>;
}

/**
 * A page below `/account/` for logged-in customers, with an entry in the account menu.
 * @since 0.1.0
 */
export interface AccountPage {
  /** Last segment of its path. */
  readonly id: string;
  readonly label: Label;
  /** Returns the HTML below the heading, or another reply, such as a redirect after a form; undefined for not found. */
  render(request: PageRequest): MaybePromise<string | Reply | undefined>;
}

/**
 * A column in the owner's order list.
 * @since 0.1.0
 */
export interface OrderColumn {
  readonly id: string;
  readonly label: Label;
  /** Returns plain text. */
  cell(order: Order): MaybePromise<string>;
  /** Whether it is shown now; true when absent. */
  isAvailable?(): MaybePromise<boolean>;
}

/**
 * A bulk action for selected orders in the owner's list.
 * @since 0.1.0
 */
export interface OrderAction {
  readonly id: string;
  readonly label: Label;
  /** Whether it is available now; true when absent. */
  isAvailable?(): MaybePromise<boolean>;
  /**
   * Runs the action, on at most one page of orders.
   * @returns a file or another page; undefined to return to the list
   */
  run(orders: readonly Order[], request: PageRequest): MaybePromise<Reply | undefined>;
}

/**
 * A meta box on the owner's order screen.
 * @since 0.1.0
 */
export interface OrderBox {
  readonly id: string;
  readonly title: Label;
  /** Returns the HTML inside a form that is submitted to `save`; empty when the order has no such box. */
  render(order: Order): MaybePromise<string>;
  /** Handles the submitted form of the box; nonce and capability have been checked. */
  save?(order: Order, request: PageRequest): MaybePromise<void>;
}

/**
 * Pending work in the dashboard widget of the shop: see the filter `store/dashboard_items`.
 * @since 0.1.0
 */
export interface DashboardItem {
  readonly label: string;
  /** URL of the screen that lists it. */
  readonly url: string;
  readonly count: number;
}
