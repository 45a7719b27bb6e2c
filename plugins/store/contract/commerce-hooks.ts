import { isCalendarDay, type PluginScope } from 'plinth';
import type { DashboardItem, FormError, OfferedRate, MethodEstimate } from './index.js';

function isPathOrEmpty(value: unknown): boolean {
  return typeof value === 'string' && /^(?:$|\/(?![/\\]))/.test(value);
}

function isErrorList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      const { field, message } = (entry ?? {}) as Partial<Record<keyof FormError, unknown>>;
      return typeof field === 'string' && typeof message === 'string';
    })
  );
}

function isRateList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      const { id, label, note, price } = (entry ?? {}) as Partial<Record<keyof OfferedRate, unknown>>;
      return (
        typeof id === 'string' &&
        typeof label === 'string' &&
        typeof note === 'string' &&
        Number.isSafeInteger(price) &&
        (price as number) >= 0
      );
    })
  );
}

function isEstimateList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      const { id, earliest, latest } = (entry ?? {}) as Partial<Record<keyof MethodEstimate, unknown>>;
      return typeof id === 'string' && isCalendarDay(earliest) && isCalendarDay(latest) && earliest <= latest;
    })
  );
}

function isDashboardItemList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      const { label, url, count } = (entry ?? {}) as Partial<Record<keyof DashboardItem, unknown>>;
      return typeof label === 'string' && typeof url === 'string' && Number.isSafeInteger(count);
    })
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry: unknown) => typeof entry === 'string');
}

/** Declares the hooks that forms and orders fire. */
export function declareCommerceHooks({ declareHook }: Pick<PluginScope, 'declareHook'>): void {
  const since = '0.1.0';
  const isText = (value: unknown): boolean => typeof value === 'string';
  declareHook({
    name: 'store/form_fields',
    kind: 'filter',
    since,
    summary: "Filters the HTML of the fields shown before a form's button.",
    args: ['html: HTML', 'context: FormContext'],
    check: isText,
  });
  declareHook({
    name: 'store/form_errors',
    kind: 'filter',
    since,
    summary: 'Filters the validation errors because of which a form is rejected.',
    args: ['errors: FormError[]', 'context: FormContext'],
    check: isErrorList,
    failClosed: true,
  });
  declareHook({
    name: 'store/form_submitted',
    kind: 'action',
    since,
    summary:
      'Fires when a form has been accepted; inside the transaction that stores its data. An error thrown by a callback rejects the form, and after three errors all forms are rejected for some minutes. Catch errors that are no reason to reject the form, or use a job.',
    args: ['context: FormContext', 'subject: FormSubject'],
    failClosed: true,
  });
  declareHook({
    name: 'store/account_confirmation',
    kind: 'filter',
    since,
    summary:
      'Filters the path of the page where the owner of a new account confirms it before it becomes active. An empty string activates the account at once. Runs inside the transaction that creates the account.',
    args: ['path: path on this site', 'account: NewAccount'],
    check: isPathOrEmpty,
    failClosed: true,
  });
  declareHook({
    name: 'store/registration_existing_email',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the path to which a visitor is sent after registering with an email address that already has an account. Return the same path as `store/account_confirmation`, so that the response does not reveal the existing account.',
    args: ['path: path on this site', 'account: ExistingAccount'],
    check: isPathOrEmpty,
  });
  declareHook({
    name: 'store/order_button_text',
    kind: 'filter',
    since,
    summary: 'Filters the text of the button that places the order.',
    args: ['text: button text'],
    check: isText,
  });
  declareHook({
    name: 'store/order_created',
    kind: 'action',
    since,
    summary: 'Fires when an order has been stored; inside the transaction.',
    args: ['order: Order'],
  });
  declareHook({
    name: 'store/order_status_changed',
    kind: 'action',
    since,
    summary: 'Fires after the commit when the status of an order has changed.',
    args: ['order: Order', 'before: previous status'],
  });
  declareHook({
    name: 'store/order_warnings',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the warnings about an order for the owner, as plain text: at the top of its screen, and before its status is changed.',
    args: ['warnings: string[]', 'order: Order', 'to: new status; empty on the screen of the order'],
    check: isTextList,
  });
  declareHook({
    name: 'store/dashboard_items',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the pending work that the dashboard widget of the shop lists.',
    args: ['items: DashboardItem[]'],
    check: isDashboardItemList,
  });
  declareHook({
    name: 'store/order_email_changed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires when the email address of an order has been corrected; inside the transaction.',
    args: ['order: Order', 'before: previous address'],
  });
  declareHook({
    name: 'store/mail_attachments',
    kind: 'filter',
    since,
    summary: 'Filters the attachments of an order email.',
    args: ['attachments: MailAttachment[]', 'kind: the kind of email', 'order: Order'],
    check: Array.isArray,
  });
  declareHook({
    name: 'store/booted',
    kind: 'action',
    since: '0.1.0',
    summary:
      'Fires when the store is ready, and again when plugins change, so that plugins can add shipping methods, fees, discounts, emails, tabs and more.',
    args: ['store: StorePlugin'],
  });
  declareHook({
    name: 'store/add_to_cart_validation',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the reasons why an item cannot be added to the cart, as messages for the visitor.',
    args: ['problems: string[]', 'line: CartLineView'],
    check: isTextList,
    failClosed: true,
  });
  declareHook({
    name: 'store/add_to_cart',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after an item has been added to the cart.',
    args: ['line: CartLineView'],
  });
  declareHook({
    name: 'store/cart_line_removed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after a line has been removed from the cart.',
    args: ['line: CartLineView'],
  });
  declareHook({
    name: 'store/cart_quantity_changed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after the quantity of a cart line has changed.',
    args: ['line: CartLineView', 'before: previous quantity'],
  });
  declareHook({
    name: 'store/wishlist_item_added',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after an item has been added to a wishlist.',
    args: ['item: WishlistItem', 'userId: 0 for a visitor'],
  });
  declareHook({
    name: 'store/wishlist_item_removed',
    kind: 'action',
    since: '0.1.0',
    summary: 'Fires after an item has been removed from a wishlist, including an item that is no longer sold.',
    args: ['item: WishlistItem', 'userId: 0 for a visitor'],
  });
  declareHook({
    name: 'store/delivery_rates',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the shipping rates offered. A rate can be removed, renamed or given another price.',
    args: ['rates: OfferedRate[]', 'purchase: Purchase'],
    check: isRateList,
  });
  declareHook({
    name: 'store/delivery_estimate',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the delivery estimates, by shipping method. Dates can be changed; a method that is removed shows no estimate. Runs for products, carts and orders.',
    args: ['estimates: MethodEstimate[]', 'purchase: Purchase'],
    check: isEstimateList,
  });
  declareHook({
    name: 'store/delivery_url',
    kind: 'filter',
    since: '0.1.0',
    summary:
      "Filters the URL of the page about delivery and its costs, to which the cart and product pages link; '' for none.",
    args: ['url: URL'],
    check: isText,
  });
  declareHook({
    name: 'store/return_days',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the number of days within which products can be returned; 0 if unspecified. Shown at the checkout, and included in the structured data for search engines.',
    args: ['days: non-negative integer', 'productIds: number[], the products concerned'],
    check: (value) => Number.isInteger(value) && (value as number) >= 0,
  });
  declareHook({
    name: 'store/empty_cart_html',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the HTML below an empty cart that suggests where to go next.',
    args: ['html: HTML'],
    check: isText,
  });
  declareHook({
    name: 'store/cart_html',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the HTML below a cart that is not empty, such as cross-sells.',
    args: ['html: HTML', 'productIds: number[], the products in the cart, each once'],
    check: isText,
  });
  declareHook({
    name: 'store/order_meta_label',
    kind: 'filter',
    since: '0.1.0',
    summary:
      "Filters the label of an entry of an order's metadata on the owner's screen, if the entry does not specify one. An empty string hides the entry.",
    args: ['label: meta key', 'key: meta key', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/order_html',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the HTML below an order, on its page and in the account.',
    args: ['html: HTML', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/before_order_details',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the HTML above the ordered items, on the page of an order and in the account.',
    args: ['html: HTML', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/download_denied_reason',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the reason, in plain text for the customer, why the files of a paid order are not available yet. An empty string allows the download.',
    args: ['refusal: plain text', 'request: DownloadRequest'],
    check: isText,
    failClosed: true,
  });
  declareHook({
    name: 'store/shop_email',
    kind: 'filter',
    since: '0.1.0',
    summary:
      "Filters the shop's public email address, where customers reply and the shop is notified. An empty string keeps the store's own setting.",
    args: ['email: address'],
    check: isText,
  });
  declareHook({
    name: 'store/mail_subject',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the subject of an order email.',
    args: ['subject', 'kind: the kind of email', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/mail_recipients',
    kind: 'filter',
    since: '0.1.0',
    summary: 'Filters the recipients of an order email.',
    args: ['recipients: addresses', 'kind: the kind of email', 'order: Order'],
    check: isTextList,
  });
  declareHook({
    name: 'store/address_fields',
    kind: 'filter',
    since,
    summary: 'Filters the fields of an address. Fields beyond the standard ones are stored as order meta.',
    args: ['fields: AddressField[]', "group: 'billing' or 'shipping'"],
    check: Array.isArray,
  });
}
