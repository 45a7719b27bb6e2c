import { isCalendarDay, type PluginScope } from 'plinth';
import type { FormError, OfferedRate, MethodEstimate } from './index.js';

function isPathOrNothing(value: unknown): boolean {
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

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry: unknown) => typeof entry === 'string');
}

/** Declares the hooks that forms and orders fire. */
export function declareSellingHooks({ declareHook }: Pick<PluginScope, 'declareHook'>): void {
  const since = '0.1.0';
  const isText = (value: unknown): boolean => typeof value === 'string';
  declareHook({
    name: 'store/form_fields',
    kind: 'filter',
    since,
    summary: "Fields shown before a form's button.",
    args: ['html: HTML', 'context: FormContext'],
    check: isText,
  });
  declareHook({
    name: 'store/form_errors',
    kind: 'filter',
    since,
    summary: 'Why a form is refused.',
    args: ['errors: FormError[]', 'context: FormContext'],
    check: isErrorList,
    failClosed: true,
  });
  declareHook({
    name: 'store/form_submitted',
    kind: 'action',
    since,
    summary:
      'A form was accepted; inside the transaction that stores what it asks for. What throws here refuses the form, and after three faults everybody’s for some minutes: catch what may fail and is no reason to refuse, or hand it to a job.',
    args: ['context: FormContext', 'subject: FormSubject'],
    failClosed: true,
  });
  declareHook({
    name: 'store/account_confirmation',
    kind: 'filter',
    since,
    summary:
      "The path of the page where a new account's owner confirms it before it works; empty: it works at once. Inside the transaction that makes it.",
    args: ['path: a path of this site', 'account: NewAccount'],
    check: isPathOrNothing,
    failClosed: true,
  });
  declareHook({
    name: 'store/registration_existing_email',
    kind: 'filter',
    since: '0.2.0',
    summary:
      'Where a visitor goes on who asked for an account at an address that has one: where `store/account_confirmation` would send them, so that the answer does not tell.',
    args: ['path: a path of this site', 'account: TakenAccount'],
    check: isPathOrNothing,
  });
  declareHook({
    name: 'store/order_button_text',
    kind: 'filter',
    since,
    summary: 'The words on the button that buys.',
    args: ['text: the words'],
    check: isText,
  });
  declareHook({
    name: 'store/order_created',
    kind: 'action',
    since,
    summary: 'An order was stored; inside the transaction.',
    args: ['order: Order'],
  });
  declareHook({
    name: 'store/order_status_changed',
    kind: 'action',
    since,
    summary: 'An order took a step; after the commit.',
    args: ['order: Order', 'before: the status before'],
  });
  declareHook({
    name: 'store/order_email_changed',
    kind: 'action',
    since: '0.2.0',
    summary: 'The address that emails about an order go to was fixed; inside the transaction.',
    args: ['order: Order', 'before: the address before'],
  });
  declareHook({
    name: 'store/mail_attachments',
    kind: 'filter',
    since,
    summary: "What goes with an order's letter.",
    args: ['attachments: MailAttachment[]', 'kind: the kind of letter', 'order: Order'],
    check: Array.isArray,
  });
  declareHook({
    name: 'store/booted',
    kind: 'action',
    since: '0.2.0',
    summary:
      'The store is ready, and again when plugins change: plugins add delivery methods, fees, discounts, emails, tabs and more.',
    args: ['store: StorePlugin'],
  });
  declareHook({
    name: 'store/add_to_cart_validation',
    kind: 'filter',
    since: '0.2.0',
    summary: 'Why something is not put into the cart, in words for the visitor.',
    args: ['problems: string[]', 'line: CartLineView'],
    check: isTextList,
    failClosed: true,
  });
  declareHook({
    name: 'store/add_to_cart',
    kind: 'action',
    since: '0.2.0',
    summary: 'Something was put into the cart.',
    args: ['line: CartLineView'],
  });
  declareHook({
    name: 'store/cart_line_removed',
    kind: 'action',
    since: '0.2.0',
    summary: 'A line left the cart.',
    args: ['line: CartLineView'],
  });
  declareHook({
    name: 'store/cart_quantity_changed',
    kind: 'action',
    since: '0.2.0',
    summary: 'A line of the cart has more or less of it.',
    args: ['line: CartLineView', 'before: the quantity before'],
  });
  declareHook({
    name: 'store/wishlist_item_added',
    kind: 'action',
    since: '0.3.0',
    summary: 'Something was put on a wish list.',
    args: ['wish: Wish', 'userId: 0 for a visitor'],
  });
  declareHook({
    name: 'store/wishlist_item_removed',
    kind: 'action',
    since: '0.3.0',
    summary: 'Something left a wish list; also when it is no longer sold.',
    args: ['wish: Wish', 'userId: 0 for a visitor'],
  });
  declareHook({
    name: 'store/delivery_rates',
    kind: 'filter',
    since: '0.2.0',
    summary: 'The deliveries that are offered: they can be left out, renamed, or cost something else.',
    args: ['rates: OfferedRate[]', 'purchase: Purchase'],
    check: isRateList,
  });
  declareHook({
    name: 'store/delivery_estimate',
    kind: 'filter',
    since: '0.3.0',
    summary:
      'The days on which goods arrive, by the way they come: others can be said, and a way that is left out tells none. Asked for products, carts and orders.',
    args: ['ways: WayArrival[]', 'purchase: Purchase'],
    check: isEstimateList,
  });
  declareHook({
    name: 'store/delivery_url',
    kind: 'filter',
    since: '0.3.0',
    summary: "The address of the page about delivery and its costs; '' for none. Cart and products lead there.",
    args: ['url: an address'],
    check: isText,
  });
  declareHook({
    name: 'store/return_days',
    kind: 'filter',
    since: '0.3.0',
    summary: 'Days within which goods may be sent back; 0: nobody has said. Search engines are told.',
    args: ['days: a whole number'],
    check: (value) => Number.isInteger(value) && (value as number) >= 0,
  });
  declareHook({
    name: 'store/empty_cart_html',
    kind: 'filter',
    since: '0.3.0',
    summary: 'HTML below an empty cart, which leads on.',
    args: ['html: HTML'],
    check: isText,
  });
  declareHook({
    name: 'store/cart_html',
    kind: 'filter',
    since: '0.3.0',
    summary: 'HTML below a cart that holds something; cross-sells stand there.',
    args: ['html: HTML', 'productIds: number[], what lies in it, each once'],
    check: isText,
  });
  declareHook({
    name: 'store/order_meta_label',
    kind: 'filter',
    since: '0.3.0',
    summary:
      "What an entry of an order's metadata is called on the owner's screen, where nobody has said it with the entry; empty: it is not shown.",
    args: ['label: the key', 'key: of the entry', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/order_html',
    kind: 'filter',
    since: '0.2.0',
    summary: 'HTML below an order on its page and in the account.',
    args: ['html: HTML', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/before_order_details',
    kind: 'filter',
    since: '0.3.0',
    summary: 'HTML above what was ordered, on the page of an order and in the account.',
    args: ['html: HTML', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/download_denied_reason',
    kind: 'filter',
    since: '0.3.0',
    summary:
      'Why files of an order that is paid are not handed out yet, in words for the customer; empty: nothing stands in the way.',
    args: ['refusal: plain text', 'question: DownloadQuestion'],
    check: isText,
    failClosed: true,
  });
  declareHook({
    name: 'store/mail_subject',
    kind: 'filter',
    since: '0.2.0',
    summary: "The subject of an order's letter.",
    args: ['subject', 'kind: the kind of letter', 'order: Order'],
    check: isText,
  });
  declareHook({
    name: 'store/mail_recipients',
    kind: 'filter',
    since: '0.2.0',
    summary: "Who gets an order's letter.",
    args: ['recipients: addresses', 'kind: the kind of letter', 'order: Order'],
    check: isTextList,
  });
  declareHook({
    name: 'store/address_fields',
    kind: 'filter',
    since,
    summary: 'The fields of an address; those beyond the standard ones are kept as meta of the order.',
    args: ['fields: AddressField[]', "group: 'billing' or 'shipping'"],
    check: Array.isArray,
  });
}
