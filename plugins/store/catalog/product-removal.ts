import { type PluginScope, toUtcString } from 'plinth';
import type { ChangeLog } from '../change-log/change-log.js';
import { createOffers } from '../prices/offers.js';
import { PRODUCT_KIND } from '../products/product-input.js';
import type { ProductRow } from '../products/tables.js';
import type { ProductTokens } from '../search/product-tokens.js';
import { createStock } from '../stock/stock.js';
import { laterTimestamp } from './product-columns.js';
import { createLinkedProducts } from './linked-products.js';
import { removeVariations } from './product-relations.js';

/** Changes the status of products and deletes them, several at once. */
interface ProductRemoval {
  /** Deletes products with all their data; orders keep copies of what was sold. */
  remove(ids: readonly number[]): Promise<void>;
  /** Publishes products, unpublishes them or moves them to the trash. */
  setStatus(ids: readonly number[], status: ProductRow['status']): Promise<void>;
}

interface ProductRemovalDeps {
  readonly scope: Pick<PluginScope, 'db' | 'audit' | 'deleteRevisions' | 'doAction'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly tokens: Pick<ProductTokens, 'update'>;
}

/** Maximum number of products named in an audit log entry. */
const MAX_AUDIT_IDS = 200;
/** Maximum number of ids per statement. */
const MAX_IDS = 500;

export function createProductRemoval({ scope, changes, tokens }: ProductRemovalDeps): ProductRemoval {
  const { db } = scope;
  const products = () => db()('store_products');
  const stock = createStock({ db });
  const linked = createLinkedProducts({ db });
  const offers = createOffers(scope);

  /** Records several products in one audit log entry. */
  const recordMany = (action: string, ids: readonly number[], details = {}): Promise<void> =>
    scope.audit.record({
      action: `products.${action}`,
      subject: { kind: 'product', ...(ids.length === 1 ? { id: ids[0] ?? 0 } : {}) },
      details: { products: ids.length, ids: ids.slice(0, MAX_AUDIT_IDS), ...details },
    });

  return {
    remove: (ids) =>
      db.transaction(async () => {
        await stock.lock(ids);
        for (let offset = 0; offset < ids.length; offset += 200) {
          const batch = ids.slice(offset, offset + 200);
          await removeVariations(
            db,
            (await db()('store_variations').whereIn('product_id', batch).select('id')).map((row) => row.id),
          );
          await db()('store_product_terms').whereIn('product_id', batch).delete();
          await db()('store_images').whereIn('product_id', batch).delete();
          await db()('store_reviews').whereIn('product_id', batch).delete();
          await db()('store_back_in_stock').whereIn('product_id', batch).delete();
          await db()('store_wishlist_items').whereIn('product_id', batch).delete();
          await linked.deleteByProducts(batch);
          await products().whereIn('id', batch).delete();
          await tokens.update(batch);
        }
        await scope.deleteRevisions(PRODUCT_KIND, ids);
        await changes.append(ids);
        await offers.announce(ids, toUtcString());
        await recordMany('deleted', ids);
      }),
    setStatus: (ids, status) =>
      db.transaction(async () => {
        await stock.lock(ids);
        const changed: number[] = [];
        for (let from = 0; from < ids.length; from += MAX_IDS) {
          const rows = await products()
            .whereIn('id', ids.slice(from, from + MAX_IDS))
            .whereNot({ status })
            .select('id', 'published_at', 'updated_at');
          for (const row of rows) {
            const time = laterTimestamp(row.updated_at);
            await products()
              .where({ id: row.id })
              .update({
                status,
                updated_at: time,
                published_at: row.published_at ?? (status === 'publish' ? time : null),
              });
          }
          changed.push(...rows.map((row) => row.id));
        }
        await tokens.update(changed);
        await changes.append(changed);
        await offers.announce(changed, toUtcString());
        if (changed.length > 0)
          await recordMany({ publish: 'published', draft: 'withdrawn', trash: 'trashed' }[status], changed);
      }),
  };
}
