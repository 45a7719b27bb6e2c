import type { PluginScope } from 'plinth';
import type { Order } from '../contract/index.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import type { ProductRow } from '../products/tables.js';
import { ORDER_FIELD } from './review-form.js';
import { buyerIdentifier, isPurchase, type FindReviewer } from './reviewers.js';

interface OrderReviewsDeps {
  readonly scope: Pick<PluginScope, 'addFilter' | 'db' | 'render' | 'homeUrl'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly statuses: Pick<OrderStatuses, 'kind'>;
  readonly findReviewer: FindReviewer;
}

/** A product of an order that can be reviewed. */
export interface ReviewableProduct extends Pick<ProductRow, 'id' | 'name' | 'slug'> {
  /** Whether the buyer has already reviewed it. */
  readonly isReviewed: boolean;
}

/** Returns the distinct published products of an order. */
export async function listReviewable(
  { db }: Pick<PluginScope, 'db'>,
  order: OrderRecord,
): Promise<readonly ReviewableProduct[]> {
  const ids = [...new Set(order.lines.map(({ productId }) => productId))];
  const products = await db()('store_products')
    .whereIn('id', ids)
    .where({ status: 'publish' })
    .select('id', 'name', 'slug');
  const existingReviews = await db()('store_reviews')
    .whereIn('product_id', ids)
    .where({ buyer: buyerIdentifier(order) })
    .select('product_id');
  return ids
    .flatMap((id) => products.filter((product) => product.id === id))
    .map((product) => ({ ...product, isReviewed: existingReviews.some((row) => row.product_id === product.id) }));
}

/** Adds links for reviewing the purchased products to the order page. */
export function showOrderReviews({ scope, store, statuses, findReviewer }: OrderReviewsDeps): void {
  scope.addFilter(
    'store/order_html',
    async (html: string, shownOrder: Order) => {
      const order = await store.find({ id: shownOrder.id });
      if (!order || !isPurchase(order, statuses)) return html;
      const products: (ReviewableProduct & { readonly url: string })[] = [];
      for (const product of await listReviewable(scope, order)) {
        const reviewer = await findReviewer(product.id, { userId: order.userId, orderKey: order.key });
        if (!('reason' in reviewer))
          products.push({
            ...product,
            url: scope.homeUrl(`/product/${product.slug}/review/?${ORDER_FIELD}=${order.key}`),
          });
      }
      return products.length === 0 ? html : html + (await scope.render('reviews/order', { products }));
    },
    10,
    2,
  );
}
