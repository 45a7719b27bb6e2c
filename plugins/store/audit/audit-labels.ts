import type { TranslationApi } from 'plinth';

/** Labels of the store's actions in the audit log. */
export function storeLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    orders: __('Orders'),
    products: __('Products'),
    reviews: __('Reviews'),
    'reviews.approved': __('Reviews approved'),
    'reviews.pending': __('Reviews unapproved'),
    'reviews.spam': __('Reviews marked as spam'),
    'reviews.trash': __('Reviews moved to trash'),
    'reviews.deleted': __('Reviews deleted'),
    'reviews.replied': __('Review reply saved'),
    'orders.placed': __('Order placed'),
    'orders.status_changed': __('Order status changed'),
    'orders.refunded': __('Order refunded'),
    'orders.edited': __('Order edited'),
    'orders.payment_changed': __('Order payment changed'),
    'orders.paid': __('Order paid'),
    'orders.payment_recorded': __('Payment recorded'),
    'orders.payment_unusual': __('Unusual payment for an order'),
    'orders.payment_refunded': __('Order payment refunded'),
    'orders.updated_by_file': __('Orders updated from a file'),
    'orders.unpaid': __('Unpaid order canceled'),
    'orders.reopened': __('Canceled order reopened'),
    'products.imported': __('Products imported'),
    'products.price_changed': __('Price changed'),
    'products.stock_corrected': __('Stock adjusted manually'),
    'products.deleted': __('Products deleted'),
    'products.published': __('Products published'),
    'products.fields_set': __('Product fields changed'),
    'products.withdrawn': __('Products unpublished'),
    'products.trashed': __('Products moved to trash'),
    ...formerLabels(__),
  };
}

/** Labels of actions that entries were recorded with before the actions were renamed. */
const formerLabels = (__: TranslationApi['__']): Readonly<Record<string, string>> => ({
  'reviews.waiting': __('Reviews unapproved'),
  'reviews.answered': __('Review reply saved'),
  'orders.payment_noted': __('Payment recorded'),
  'orders.payment_odd': __('Unusual payment for an order'),
  'orders.money_returned': __('Order payment refunded'),
  'orders.revived': __('Canceled order reopened'),
});
