import type { TranslationApi } from 'plinth';

/** What the audit log calls the store's actions. */
export function storeLabels({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    orders: __('Orders'),
    products: __('Products'),
    reviews: __('Reviews'),
    'reviews.approved': __('Reviews approved'),
    'reviews.waiting': __('Reviews put back'),
    'reviews.spam': __('Reviews marked as spam'),
    'reviews.trash': __('Reviews put into the trash'),
    'reviews.deleted': __('Reviews deleted'),
    'reviews.answered': __('Review answered'),
    'orders.placed': __('Order placed'),
    'orders.status_changed': __('Order’s status changed'),
    'orders.refunded': __('Order refunded'),
    'orders.edited': __('Order edited'),
    'orders.payment_changed': __('Order’s payment changed'),
    'orders.paid': __('Order paid'),
    'orders.payment_noted': __('Payment noted'),
    'orders.payment_odd': __('Odd payment of an order'),
    'orders.money_returned': __('Money of an order given back'),
    'orders.updated_by_file': __('Orders updated from a file'),
    'orders.unpaid': __('Unpaid order cancelled'),
    'orders.revived': __('Cancelled order revived'),
    'products.imported': __('Products imported'),
    'products.price_changed': __('Price changed'),
    'products.stock_corrected': __('Stock corrected by hand'),
    'products.deleted': __('Products deleted'),
    'products.published': __('Products published'),
    'products.fields_set': __('Fields of products changed'),
    'products.withdrawn': __('Products taken out of the shop'),
    'products.trashed': __('Products put into the trash'),
  };
}
