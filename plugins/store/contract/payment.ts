import type { Field, MaybePromise, PageRequest } from 'plinth';
import type { FormError } from './forms.js';
import type { MethodValues } from './fields.js';
import type { Order, OrderStatus } from './orders.js';

/** What is to be paid: a cart before it is ordered, or an order. Amounts are minor units, tax included. */
export interface PaymentContext {
  /** Goods and delivery, without the method's own fee. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2 of the billing address; empty before it is known. */
  readonly country: string;
  /** Whether anything of it is sent. */
  readonly physical: boolean;
  /** The order that is paid; absent in the checkout. */
  readonly order?: Order;
  /** What the owner set for this method. */
  readonly settings: MethodValues;
}

/** How far an attempt to pay is. `failed` may still become `paid`: providers let customers try again. */
export type PaymentState = 'started' | 'paid' | 'failed' | 'refunded';

/** One attempt to pay an order, kept before the provider hears of it. */
export interface Payment {
  readonly id: number;
  /** Ours: 40 hexadecimal digits, of no other attempt. Give it to the provider as session, or as idempotency key. */
  readonly key: string;
  readonly orderId: number;
  /** The method's id. */
  readonly method: string;
  /** The provider's name for it, unique for the method; empty until it is known. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly state: PaymentState;
  /** Minor units that are given back, or are about to be. */
  readonly refunded: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
}

/** An attempt that begins. */
export interface PaymentStart {
  readonly payment: Payment;
  readonly order: Order;
  readonly settings: MethodValues;
  /** The form that was sent, for what `fields` asked. */
  readonly request: PageRequest;
  /** Where the provider sends the customer back to: the order's page. */
  readonly returnUrl: string;
  /** Where the provider's notices go to: `POST /wp-json/store/v1/payments/<id>/notice`. */
  readonly noticeUrl: string;
}

/** What the customer meets next. `reference` is kept where the provider has given its own. */
export type PayAnswer =
  /** The provider's page. */
  | { readonly kind: 'redirect'; readonly location: string; readonly reference?: string }
  /** A page of the shop with HTML of the method, such as a form of the provider's script. */
  | { readonly kind: 'page'; readonly html: string; readonly reference?: string }
  /** The order's page; `paid` when the money is there already. */
  | { readonly kind: 'done'; readonly paid?: PaidOutcome }
  /** The order waits on, and may be paid again. */
  | { readonly kind: 'failed'; readonly message: string };

/** What was paid, as the provider says it: compared with the attempt and with the order. */
export interface PaidOutcome {
  readonly state: 'paid';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly reference?: string;
}

/** What a provider says of an attempt. */
export type PaymentOutcome =
  PaidOutcome | { readonly state: 'failed'; readonly message?: string } | { readonly state: 'waiting' };

/** A call of the provider, not yet trusted: check its signature before anything else. */
export interface ProviderNotice {
  /** The body byte for byte, for signatures. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON or as a form; null when it is neither, such as XML. One that says it is JSON and is none is refused (400) before. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly query: Readonly<Record<string, unknown>>;
  /** A header by its name in any case. */
  header(name: string): string | undefined;
  readonly settings: MethodValues;
  /** The attempt that is meant, among those of this method. */
  find(by: { readonly key: string } | { readonly reference: string }): Promise<Payment | null>;
}

/** What a notice came to. What throws is answered 503, so that the provider sends it again. */
export type NoticeAnswer =
  /** Not of the provider, or wrong: 400, and nothing is done. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Of no interest: 200. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'payment'; readonly payment: Payment; readonly word: PaymentOutcome }
  | { readonly kind: 'refund'; readonly key: string; readonly answer: RefundAnswer };

/** Money that is to go back. */
export interface RefundRequest {
  readonly payment: Payment;
  readonly order: Order;
  /** Ours: 32 hexadecimal digits; the same when it is asked again, so that it is given back once. */
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly settings: MethodValues;
  readonly noticeUrl: string;
}

/** Money that went back, or was asked for. */
export interface Refund {
  readonly id: number;
  readonly orderId: number;
  readonly paymentId: number;
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  /** `asked`: the provider has not answered yet, or the shop has still to send it; `waiting`: it has taken the wish, and tells later. */
  readonly state: 'asked' | 'waiting' | 'done' | 'refused';
  /** Why it was refused. */
  readonly message: string;
  /** Whether the goods go back into stock with it. */
  readonly restock: boolean;
  /** The account that the shop sends it to itself, empty for cash; null when the provider gives it back. @since 0.2.0 */
  readonly account: string | null;
  /** What of the order it is for, as the order called it; empty for no part in particular. @since 0.2.0 */
  readonly part: string;
  /** UTC. */
  readonly createdAt: string;
}

/** Money that the owner wants to give back. @since 0.2.0 */
export interface RefundWish {
  /** 0 for money that came past all providers. */
  readonly paymentId: number;
  readonly orderId: number;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  /** Puts the goods back into stock, when the whole order is given back. */
  readonly restock: boolean;
  /** The account that the shop sends it to itself, empty for cash; null through the provider. */
  readonly account: string | null;
  /** What of the order it is for; empty for no part in particular. */
  readonly part: string;
  /** 32 hexadecimal digits, one for each form: sent twice, it is one refund. */
  readonly key: string;
}

/** A payment of which something can go back. @since 0.2.0 */
export interface RefundablePayment {
  /** 0 for money that came past all providers, and of which nobody has written down that it came. */
  readonly paymentId: number;
  /** What the way to pay is called. */
  readonly method: string;
  /** Minor units that have not gone back. */
  readonly left: number;
  readonly currency: string;
  /** Whether the shop sends it itself, to an account or in cash. */
  readonly byHand: boolean;
}

/** The store's refunds as other plugins see them: `scope.services.get('store.refunds')`. @since 0.2.0 */
export interface Refunds {
  /** The payments of an order of which something is left to give back. */
  refundable(orderId: number): Promise<readonly RefundablePayment[]>;
  /**
   * Gives money back: through the provider it came from, or written down as what the shop sends itself.
   * @throws PlinthError `store_refund_refused` when less is left, or the method cannot give back, or the account is none
   */
  refund(wish: RefundWish): Promise<Refund>;
}

/** What the provider makes of it; `waiting` when it tells later. */
export type RefundAnswer =
  { readonly kind: 'done' } | { readonly kind: 'waiting' } | { readonly kind: 'refused'; readonly message: string };

/**
 * A way to pay. Add one in the action `store/booted`: `scope.addAction('store/booted', ({ payments }) => payments.register({ id: 'acme', … }))`.
 * It goes when your plugin stops, and each of its functions runs in your plugin's name. One that throws is not offered, or fails.
 * @since 0.2.0
 */
export interface PaymentMethod {
  /** Kept with every order: small letters, digits and hyphens. */
  readonly id: string;
  readonly label: string | (() => string);
  /** What the customer should know before choosing it. */
  readonly note?: string | (() => string);
  /** An address of a picture on this site, shown beside the label. */
  readonly icon?: string;
  /** What an order paid this way starts as: `pending` where the money comes at once, `on-hold` where it takes days. */
  readonly firstStatus: OrderStatus;
  /** Whether it is offered, once the owner has switched it on. */
  isAvailable?(context: PaymentContext): MaybePromise<boolean>;
  /** Minor units, tax included. */
  fee?(context: PaymentContext): MaybePromise<number>;
  /** What the owner sets for it, on a screen of its own under *Delivery and payment*: fields as on settings pages. While the method is not offered, none is required. */
  readonly settings?: readonly Field[];
  /** HTML below the choice, in the form of the checkout and of the pay page. */
  fields?(context: PaymentContext): MaybePromise<string>;
  /** Why what was typed into `fields` is refused. */
  validate?(request: PageRequest, context: PaymentContext): MaybePromise<readonly FormError[]>;
  /** Begins to pay; outside of any transaction, after the order stands. Without it the order just waits in `firstStatus`. */
  pay?(start: PaymentStart): Promise<PayAnswer>;
  notice?(notice: ProviderNotice): Promise<NoticeAnswer>;
  /** Asks the provider how an attempt stands whose notice did not come; every few minutes while its order waits. */
  lookup?(payment: Payment, settings: MethodValues): Promise<PaymentOutcome>;
  /** Asks how a refund stands that is not settled; without it, `refund` is asked again. */
  lookupRefund?(refund: RefundRequest): Promise<RefundAnswer>;
  /** Gives money back. What throws is unknown, and asked again with the same key. */
  refund?(refund: RefundRequest): Promise<RefundAnswer>;
}
