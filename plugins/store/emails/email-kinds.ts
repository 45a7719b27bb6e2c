import type { TranslationApi } from 'plinth';
import type { CustomerEmail } from '../orders/customer-email.js';
import { BUILT_IN_EMAILS } from '../registries/store-registries.js';

/** Emails that are built into the store. */
export type EmailKind =
  | CustomerEmail
  | 'new_order'
  | 'new_account'
  | 'existing_account'
  | 'contact'
  | 'payment_failed'
  | 'refund'
  | 'new_review'
  | 'review_request'
  | 'confirm_back_in_stock'
  | 'back_in_stock';

/** Built-in emails that do not belong to an order. */
export const EMAILS_WITHOUT_ORDER: readonly string[] = [
  'new_account',
  'existing_account',
  'contact',
  'new_review',
  'confirm_back_in_stock',
  'back_in_stock',
];

/** Whether an email is built into the store, not registered by a plugin. */
export function isBuiltInEmail(kind: string): kind is EmailKind {
  return BUILT_IN_EMAILS.includes(kind);
}

/** Returns the label of an email in the admin. */
export function emailLabel(kind: string, { __ }: Pick<TranslationApi, '__'>): string {
  const labels: Record<EmailKind, string> = {
    received: __('Order received'),
    pending: __('Pending payment'),
    'on-hold': __('Awaiting bank transfer'),
    processing: __('Processing'),
    completed: __('Completed'),
    cancelled: __('Canceled'),
    unpaid: __('Canceled: not paid in time'),
    refunded: __('Refunded'),
    new_order: __('New order (to the shop)'),
    new_account: __('New account'),
    existing_account: __('Account already exists'),
    contact: __('Message from the contact form'),
    payment_failed: __('Unusual payment (to the shop)'),
    refund: __('Refund'),
    new_review: __('New review (to the shop)'),
    review_request: __('Review request'),
    confirm_back_in_stock: __('Confirm the back-in-stock notification'),
    back_in_stock: __('Back in stock'),
  };
  return Object.hasOwn(labels, kind) ? labels[kind as EmailKind] : kind;
}

/** Returns the subject in the language of the current request. */
export function emailSubject(
  kind: EmailKind,
  values: { number: string; name: string; site: string; product: string },
  { __ }: Pick<TranslationApi, '__'>,
): string {
  switch (kind) {
    case 'received':
      return __('Confirmation of your order %s', values.number);
    case 'pending':
      return __('Your order %s is awaiting payment', values.number);
    case 'on-hold':
      return __('Your order %s is awaiting your bank transfer', values.number);
    case 'processing':
      return __('We are preparing your order %s', values.number);
    case 'completed':
      return __('Your order %s is complete', values.number);
    case 'cancelled':
      return __('Your order %s was canceled', values.number);
    case 'unpaid':
      return __('Your order %s was canceled because it was not paid', values.number);
    case 'refunded':
      return __('Your order %s was refunded', values.number);
    case 'new_order':
      return __('New order %s', values.number);
    case 'new_account':
      return __('Your account at %s', values.site);
    case 'existing_account':
      return __('You already have an account at %s', values.site);
    case 'payment_failed':
      return __('Check the payment for order %s', values.number);
    case 'refund':
      return __('Refund for your order %s', values.number);
    case 'new_review':
      return __('New review of %s', values.product);
    case 'review_request':
      return __('How do you like your purchase?');
    case 'confirm_back_in_stock':
      return __('Confirm your back-in-stock notification: %s', values.product);
    case 'back_in_stock':
      return __('%s is back in stock', values.product);
    case 'contact':
      return __('Message from %s', values.name);
  }
}
