/**
 * Services and hooks that the store provides for other plugins. As a module augmentation, it is visible to every plugin
 * of a checkout without an import: `scope.services.get('store.catalog')` is typed.
 *
 * Hooks that the store fires:
 * | Hook | Kind | Arguments | Meaning |
 * |---|---|---|---|
 * | `store/shop_html` | filter | html `''`, `{ categoryId, termId, request }` | replaces the product list of the shop, and of categories, brands, tags and attributes |
 * | `store/shop_page` | filter | `ShopPage`, `{ categoryId, termId, request }` | title, heading, text and search engine metadata of such a page |
 * | `store/search_results` | filter | `null`, `ProductQuery` | the products that match a search, in order; for `null` the store searches itself |
 * | `store/before_product_list` | action | product summaries without `priceHtml` | fired before a list is priced, so that data for all its products can be read at once |
 * | `store/price_html` | filter | html, product summary, `'single' \| 'listing' \| 'cart'` | the price as shown |
 * | `store/concealed_reductions` | filter | `PriceReduction[]` (empty), `PriceReduction[]` | the given reductions that must not be announced: no badge, no struck-through price, not in lists of reduced products |
 * | `store/price_display` | filter | `PriceDisplay`, `'single' \| 'listing' \| 'cart'` | whether prices are shown with tax, without, or both; text of the price per unit |
 * | `store/tax_enabled` | filter | whether it does, `true` | whether the shop's prices include tax |
 * | `store/card_html` | filter | html `''`, product summary | added below the price of a product card |
 * | `store/product_html` | filter | html `''`, product record, product summary, delivery texts of the page | added below the price and the button of a product page |
 * | `store/reviews_notice` | filter | text `''`, `ReviewStatistics` | shown above the reviews of a product: where they come from |
 * | `store/product_fields` | filter | `ProductField[]` | product fields beyond the store's own |
 * | `store/form_fields` | filter | html `''`, `FormContext` | fields shown before the button of a form |
 * | `store/form_errors` | filter, fails closed | `FormError[]`, `FormContext` | errors that reject a form |
 * | `store/form_submitted` | action | `FormContext`, `FormSubject` | inside the transaction that stores the result of the form; fails closed: an exception rejects the form |
 * | `store/account_confirmation` | filter, fails closed | path `''`, `NewAccount` | inside the transaction that creates an account: path where its owner confirms it before it can be used; empty when it can be used at once |
 * | `store/registration_existing_email` | filter | path `''`, `ExistingAccount` | path to continue at when the email address already has an account: the same as from `store/account_confirmation`, so that the response does not reveal it |
 * | `store/address_fields` | filter | `AddressField[]`, `'billing' \| 'shipping'` | the fields of an address form |
 * | `store/order_button_text` | filter | text | label of the button that places the order |
 * | `store/order_created` | action | `Order` | inside the transaction |
 * | `store/order_status_changed` | action | `Order`, the previous status | after the commit |
 * | `store/available_payments` | filter | ids, `PaymentContext` | which of the ready payment methods are offered |
 * | `store/order_status_after_payment` | filter | status `'processing'`, `Order` | status of an order once it is paid |
 * | `store/payment_complete` | action | `Order`, `Payment` | after the commit, once per order |
 * | `store/order_refunded` | action | `Order`, `Refund` | money was refunded; after the commit |
 * | `store/refund_recorded` | action | `Order`, `Refund` | money was refunded; inside the transaction |
 * | `store/delivery_url` | filter | url `''` | the page about shipping and its costs, which cart and products link to |
 * | `store/return_days` | filter | days 0, product ids | days within which the products may be returned; no product ids for the shop in general |
 * | `store/empty_cart_html` | filter | html `''` | shown below an empty cart |
 * | `store/cart_html` | filter | html `''`, product ids | shown below a cart that is not empty, where cross-sells are shown too |
 * | `store/upsell_ids` | filter | ids, product id | the up-sells of a product; those that are listed and in stock are shown on its page |
 * | `store/cross_sell_ids` | filter | ids, ids in the cart | the cross-sells of a cart; those that are listed, in stock and not in it are shown below it |
 * | `store/order_meta_label` | filter | label, key, `Order` | label of a metadata entry on the owner's screen; an entry without one is hidden |
 * | `store/order_warnings` | filter | texts `[]`, `Order`, new status | warnings for the owner on the screen of an order (new status `''`) and before its status is changed |
 * | `store/dashboard_items` | filter | `DashboardItem[]` | the pending work listed in the shop's dashboard widget |
 * | `store/order_html` | filter | html `''`, `Order` | added below an order, on its page and in the account |
 * | `store/before_order_details` | filter | html `''`, `Order` | shown above the order lines, on the order page and in the account |
 * | `store/download_denied_reason` | filter, fails closed | text `''`, `DownloadRequest` | why files of a paid order are not available yet |
 * | `store/order_email_changed` | action | `Order`, the previous address | inside the transaction |
 * | `store/price_changed` | action | `PriceChange` | inside the transaction of the write; a callback that fails rolls it back |
 * | `store/offers_changed` | action | `Offer[]`, the time | products or variations were added to the shop or removed from it; otherwise as above |
 * | `store/products_changed` | action | product ids | after the commit, on the node that wrote |
 * | `store/terms_changed` | action | term ids | a term was renamed or moved; after the commit, on the node that wrote |
 * | `store/term_slug_changed` | action | taxonomy, slug before, slug after | the slug of a term was changed; in the transaction of the change |
 * | `store/booted` | action | `StorePlugin` | the store is ready, and again whenever plugins change: where plugins register their parts of the shop |
 * | `store/add_to_cart_validation` | filter, fails closed | messages `[]`, `CartLineView` | why a product is not added to the cart |
 * | `store/add_to_cart` | action | `CartLineView` | a product was added to the cart |
 * | `store/wishlist_item_added` | action | `WishlistItem`, user id | an item was added to a wishlist; user id 0 for an anonymous visitor |
 * | `store/wishlist_item_removed` | action | `WishlistItem`, user id | an item was removed from a wishlist |
 * | `store/cart_line_removed` | action | `CartLineView` | a line was removed from the cart |
 * | `store/cart_quantity_changed` | action | `CartLineView`, the previous quantity | the quantity of a cart line changed |
 * | `store/delivery_rates` | filter | `OfferedRate[]`, `Purchase` | the shipping rates offered: rates of any method can be removed, renamed or repriced |
 * | `store/delivery_estimate` | filter | `MethodEstimate[]`, `Purchase` | the delivery days, by shipping method |
 * | `store/can_review` | filter | whether they may, `ReviewCandidate` | who may review a product; by default, its buyers |
 * | `store/review_approved` | action | `Review` | a review was published; after the commit |
 * | `store/shop_email` | filter | address `''` | the shop's public email address, instead of the store's own setting |
 * | `store/mail_subject` | filter | the subject, kind of email, `Order` | the subject of an order email |
 * | `store/mail_recipients` | filter | addresses, kind of email, `Order` | the recipients of an order email |
 * | `store/mail_attachments` | filter | `MailAttachment[]`, kind of email, `Order` | the attachments of an order email |
 */
import type { MailAttachment } from 'plinth';
import type { MethodEstimate } from './delivery-estimate.js';
import type { Purchase } from './order-lines.js';
import type { CartLineView } from './cart-data.js';
import type { Catalog, PageDelivery, ProductField, ProductRecord, ProductSummary } from './catalog.js';
import type { OfferedRate } from './delivery.js';
import type {
  AddressField,
  AddressGroup,
  FormContext,
  FormError,
  FormSubject,
  NewAccount,
  ExistingAccount,
} from './forms.js';
import type { StoreEmails } from './emails.js';
import type { DownloadRequest, Order, Orders, OrderStatus } from './orders.js';
import type { DashboardItem } from './pages.js';
import type { Offer, PriceChange, PriceDisplay, PriceLocation, PriceReduction } from './prices.js';
import type { ProductEditor } from './products.js';
import type { Payment, PaymentContext, Payments, Refund, Refunds } from './payment.js';
import type { Review, ReviewStatistics, ReviewCandidate } from './reviews.js';
import type { FoundProducts, ProductFinder, ProductQuery } from './search.js';
import type { ShopPage, ShopPlace } from './shop-page.js';
import type { Terms } from './commerce-terms.js';
import type { StorePlugin } from './store-plugin.js';
import type { WishlistItem } from './wishlist.js';

export type * from './adjustments.js';
export type * from './delivery-estimate.js';
export type * from './order-lines.js';
export type * from './cart-data.js';
export type * from './catalog.js';
export type * from './delivery.js';
export type * from './fields.js';
export type * from './forms.js';
export type * from './emails.js';
export type * from './orders.js';
export type * from './pages.js';
export type * from './payment.js';
export type * from './prices.js';
export type * from './products.js';
export type * from './reviews.js';
export type * from './search.js';
export type * from './commerce-terms.js';
export type * from './shop-page.js';
export type * from './store-plugin.js';
export type * from './wishlist.js';

declare module 'plinth' {
  interface Services {
    'store.catalog': Catalog;
    /** @since 0.1.0 */
    'store.emails': StoreEmails;
    'store.orders': Orders;
    /** @since 0.1.0 */
    'store.payments': Payments;
    'store.products': ProductEditor;
    /** @since 0.1.0 */
    'store.refunds': Refunds;
    'store.search': ProductFinder;
    'store.terms': Terms;
  }
  interface Filters {
    'store/shop_html': (html: string, context: ShopPlace) => string;
    'store/shop_page': (page: ShopPage, context: ShopPlace) => ShopPage;
    'store/search_results': (found: FoundProducts | null, query: ProductQuery) => FoundProducts | null;
    'store/price_html': (html: string, product: ProductSummary, context: PriceLocation) => string;
    'store/concealed_reductions': (
      concealed: readonly PriceReduction[],
      reductions: readonly PriceReduction[],
    ) => readonly PriceReduction[];
    'store/price_display': (display: PriceDisplay, context: PriceLocation) => PriceDisplay;
    'store/tax_enabled': (charges: boolean) => boolean;
    'store/card_html': (html: string, product: ProductSummary) => string;
    'store/product_html': (
      html: string,
      product: ProductRecord,
      summary: ProductSummary,
      delivery?: PageDelivery,
    ) => string;
    'store/reviews_notice': (text: string, statistics: ReviewStatistics) => string;
    'store/product_fields': (fields: readonly ProductField[]) => readonly ProductField[];
    'store/form_fields': (html: string, context: FormContext) => string;
    'store/form_errors': (errors: readonly FormError[], context: FormContext) => readonly FormError[];
    'store/account_confirmation': (path: string, account: NewAccount) => string;
    'store/registration_existing_email': (path: string, account: ExistingAccount) => string;
    'store/address_fields': (fields: readonly AddressField[], group: AddressGroup) => readonly AddressField[];
    'store/order_button_text': (text: string) => string;
    /** @since 0.1.0 */
    'store/shop_email': (email: string) => string;
    'store/available_payments': (ids: readonly string[], context: PaymentContext) => readonly string[];
    'store/order_status_after_payment': (status: Order['status'], order: Order) => Order['status'];
    'store/delivery_url': (url: string) => string;
    'store/return_days': (days: number, productIds: readonly number[]) => number;
    'store/empty_cart_html': (html: string) => string;
    'store/cart_html': (html: string, productIds: readonly number[]) => string;
    'store/upsell_ids': (ids: readonly number[], productId: number) => readonly number[];
    'store/cross_sell_ids': (ids: readonly number[], productIds: readonly number[]) => readonly number[];
    'store/before_order_details': (html: string, order: Order) => string;
    'store/download_denied_reason': (refusal: string, request: DownloadRequest) => string;
    'store/order_meta_label': (label: string, key: string, order: Order) => string;
    /** @since 0.1.0 */
    'store/order_warnings': (warnings: readonly string[], order: Order, to: OrderStatus | '') => readonly string[];
    /** @since 0.1.0 */
    'store/dashboard_items': (items: readonly DashboardItem[]) => readonly DashboardItem[];
    'store/order_html': (html: string, order: Order) => string;
    'store/add_to_cart_validation': (problems: readonly string[], line: CartLineView) => readonly string[];
    'store/delivery_rates': (rates: readonly OfferedRate[], purchase: Purchase) => readonly OfferedRate[];
    'store/delivery_estimate': (estimates: readonly MethodEstimate[], purchase: Purchase) => readonly MethodEstimate[];
    'store/can_review': (allowed: boolean, reviewer: ReviewCandidate) => boolean;
    'store/mail_subject': (subject: string, kind: string, order: Order) => string;
    'store/mail_recipients': (recipients: readonly string[], kind: string, order: Order) => readonly string[];
    'store/mail_attachments': (
      attachments: readonly MailAttachment[],
      kind: string,
      order: Order,
    ) => readonly MailAttachment[];
  }
  interface Actions {
    'store/booted': (store: StorePlugin) => void;
    'store/add_to_cart': (line: CartLineView) => void;
    'store/wishlist_item_added': (item: WishlistItem, userId: number) => void;
    'store/wishlist_item_removed': (item: WishlistItem, userId: number) => void;
    'store/cart_line_removed': (line: CartLineView) => void;
    'store/cart_quantity_changed': (line: CartLineView, before: number) => void;
    /**
     * Fails closed: an exception rejects the form, and after three plugin errors everyone's for some minutes. Catch
     * errors that are no reason to reject the form, or move the work to a job.
     */
    'store/form_submitted': (context: FormContext, subject: FormSubject) => void;
    'store/order_created': (order: Order) => void;
    'store/order_status_changed': (order: Order, before: Order['status']) => void;
    'store/payment_complete': (order: Order, payment: Payment) => void;
    'store/order_refunded': (order: Order, refund: Refund) => void;
    /** @since 0.1.0 */
    'store/refund_recorded': (order: Order, refund: Refund) => void;
    'store/order_email_changed': (order: Order, before: string) => void;
    'store/price_changed': (change: PriceChange) => void;
    /** @since 0.1.0 */
    'store/offers_changed': (offers: readonly Offer[], time: string) => void;
    /** @since 0.1.0 */
    'store/before_product_list': (products: readonly ProductSummary[]) => void;
    'store/products_changed': (productIds: readonly number[]) => void;
    'store/review_approved': (review: Review) => void;
    'store/terms_changed': (termIds: readonly number[]) => void;
    /** @since 0.1.0 */
    'store/term_slug_changed': (taxonomy: string, before: string, after: string) => void;
  }
}
