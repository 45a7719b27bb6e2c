import type { MaybePromise, PageRequest, Reply } from 'plinth';
import type { ProductRecord, ProductSummary } from './catalogue.js';
import type { Label } from './order-lines.js';
import type { Order } from './orders.js';

/** A part of a product's page below its description. @since 0.2.0 */
export interface ProductTab {
  readonly id: string;
  readonly title: Label;
  /** Where it stands among the others: the description is 10, the details are 20. After them when absent. */
  readonly order?: number;
  /** HTML; empty: this product has no such part. */
  render(product: ProductRecord, summary: ProductSummary): MaybePromise<string>;
}

/** A page below `/account/`, for whoever is signed in, with an entry in the account's menu. @since 0.2.0 */
export interface AccountPage {
  /** The last part of its address. */
  readonly id: string;
  readonly label: Label;
  /** HTML below the heading, or another answer, such as a redirect after a form; undefined: not found. */
  render(request: PageRequest): MaybePromise<string | Reply | undefined>;
}

/** A column in the owner's list of orders. @since 0.2.0 */
export interface OrderColumn {
  readonly id: string;
  readonly label: Label;
  /** Plain text. */
  cell(order: Order): MaybePromise<string>;
  /** Whether it stands there now; it does when absent. */
  offered?(): MaybePromise<boolean>;
}

/** Something that the owner does with the orders ticked in the list. @since 0.2.0 */
export interface OrderAction {
  readonly id: string;
  readonly label: Label;
  /** Whether it can be chosen now; it can when absent. */
  offered?(): MaybePromise<boolean>;
  /** Does it; at most a page of orders. @returns a file or another page; undefined: back to the list */
  run(orders: readonly Order[], request: PageRequest): MaybePromise<Reply | undefined>;
}

/** A box on the owner's screen of an order. @since 0.2.0 */
export interface OrderBox {
  readonly id: string;
  readonly title: Label;
  /** HTML inside of a form that `save` gets; empty: none for this order. */
  render(order: Order): MaybePromise<string>;
  /** What is done when the box's form was sent; the nonce and the capability were looked at. */
  save?(order: Order, request: PageRequest): MaybePromise<void>;
}
