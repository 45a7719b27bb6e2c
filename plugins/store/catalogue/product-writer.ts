import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import type { ChangeLog } from '../change-feed/change-log.js';
import { onceMore } from '../change-feed/retry-once.js';
import type { FormError } from '../contract/index.js';
import type { PriceWriter } from '../prices/price-writer.js';
import { createOffers, isOffered } from '../prices/offers.js';
import type { PriceCause } from '../prices/due-prices.js';
import { productErrors } from '../products/product-check.js';
import type { ProductInput } from '../products/product-input.js';
import { createProductTypes, type ProductTypes } from '../products/product-types.js';
import type { ProductRow } from '../products/tables.js';
import type { ProductTokens } from '../search/product-tokens.js';
import { createStock } from '../stock/stock.js';
import { createLinkedProducts } from './linked-products.js';
import { saveImages, saveTerms, saveVariations } from './product-relations.js';
import { createProductChecks } from './product-checks.js';
import { later, productColumns } from './product-columns.js';
import { createProductRemoval } from './product-removal.js';
import { recordStock, shelvesOf } from './stock-corrections.js';

/** How a product is saved. */
interface SaveOptions {
  /** `updatedAt` as it was when the writer read the product; another one now refuses the write. */
  readonly unlessChangedSince?: string;
  /** Adds a number to an address that is taken instead of refusing it. */
  readonly numberSlug?: boolean;
  /** Leaves the index of words to the caller, who saves many and calls `index` for all of them in the same transaction. */
  readonly indexLater?: boolean;
}

export interface ProductWriter {
  /** Keeps others from changing products until the transaction ends. Comes first in it, so that what is read then is what will be written over. */
  hold(ids: readonly number[]): Promise<void>;
  /**
   * Inserts or updates a product in one transaction, with terms, pictures, variations and prices.
   * @returns its id
   * @throws PlinthError `store_product_invalid` whose details hold `errors: FormError[]`; `store_product_missing`; `store_product_changed`
   */
  save(input: ProductInput, cause: Exclude<PriceCause, 'schedule'>, options?: SaveOptions): Promise<number>;
  /** Brings the index of words up to products that were saved without it. */
  index(ids: readonly number[]): Promise<void>;
  /** Deletes products with all that belongs to them; orders keep what they sold. */
  remove(ids: readonly number[]): Promise<void>;
  /** Publishes products, takes them out of the shop, or into the trash. */
  setStatus(ids: readonly number[], status: ProductRow['status']): Promise<void>;
}

interface ProductWriterDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'sanitizeTitle' | 'wpKsesPost' | '__' | 'audit' | 'deleteRevisions' | 'doAction'
  >;
  readonly prices: PriceWriter;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly tokens: Pick<ProductTokens, 'follow'>;
  readonly types?: Pick<ProductTypes, 'kinds'>;
}

/** Whether a save may begin or end what can be bought, besides the prices that it changes. */
const mayChangeOffers = (before: ProductRow, input: ProductInput): boolean =>
  isOffered(before) !== isOffered(input) ||
  (isOffered(input) && (before.type === 'variable' || input.variations.length > 0 || input.price === null));

export function createProductWriter({
  scope,
  prices,
  changes,
  tokens,
  types = createProductTypes(),
}: ProductWriterDeps): ProductWriter {
  const { db, __ } = scope;
  const products = () => db()('store_products');
  const stock = createStock({ db });
  const linked = createLinkedProducts({ db });
  const offers = createOffers(scope);
  const { check, freeSlug } = createProductChecks(scope);

  /** The row as it is; undefined for a new product. */
  async function rowBefore(id: number, unlessChangedSince: string | undefined): Promise<ProductRow | undefined> {
    if (id <= 0) return undefined;
    const before = await products().where({ id }).first();
    if (!before)
      throw new PlinthError('store_product_missing', __('This product no longer exists.'), {
        status: 404,
        hint: __('Go back to the product list.'),
      });
    if (unlessChangedSince !== undefined && before.updated_at !== unlessChangedSince) {
      throw new PlinthError('store_product_changed', __('Someone else saved this product while you were editing it.'), {
        status: 409,
        hint: __('Check the saved changes, or overwrite them with yours.'),
        details: { updatedAt: before.updated_at },
      });
    }
    return before;
  }

  async function save(
    input: ProductInput,
    cause: Exclude<PriceCause, 'schedule'>,
    { unlessChangedSince, numberSlug = false, indexLater = false }: SaveOptions = {},
  ): Promise<number> {
    const own = productErrors(input, scope, types.kinds());
    if (own.length > 0) throw invalid(own);
    // Of two who want an SKU or an address at once, the second finds it taken when it looks again.
    return onceMore(db, async () => {
      if (input.id > 0) await stock.lock([input.id]);
      const before = await rowBefore(input.id, unlessChangedSince);
      const slug = await freeSlug(input, numberSlug);
      const { errors, terms } = await check(input, slug);
      if (errors.length > 0) throw invalid(errors);
      const at = later(before?.updated_at);
      const description = scope.wpKsesPost(input.description);
      const columns = productColumns(input, { slug, description, at, before });
      const id = before ? before.id : insertedId(await products().insert(columns));
      if (before) await products().where({ id }).update(columns);
      const shelves = before && cause === 'edit' ? await shelvesOf(scope, before) : [];
      if (before?.published_at && before.slug !== slug)
        await scope.doAction('plinth/address_changed', `/product/${before.slug}/`, `/product/${slug}/`);
      const images = await saveImages(db, id, input);
      const variationIds = await saveVariations(db, id, input, images);
      await saveTerms(db, id, input, terms);
      await linked.save(id, input);
      if (before && cause === 'edit')
        await recordStock(scope, before, shelves, await shelvesOf(scope, { id, ...columns }));
      await prices.write(
        [
          { productId: id, variationId: 0, tag: input.variations.length > 0 ? null : input.price },
          ...input.variations.map((variation, index) => ({
            productId: id,
            variationId: variationIds[index] ?? 0,
            tag: variation.price,
          })),
        ],
        cause,
      );
      if (before && mayChangeOffers(before, input)) await offers.announce([id], toUtcString());
      // After the prices, since what has none is not found.
      if (!indexLater) await tokens.follow([id]);
      await changes.append([id]);
      return id;
    });
  }

  const invalid = (errors: readonly FormError[]): PlinthError =>
    new PlinthError('store_product_invalid', errors.map((error) => error.message).join(' '), {
      status: 422,
      hint: __('Correct the fields and save again.'),
      details: { errors },
    });

  return {
    save,
    hold: stock.lock,
    index: tokens.follow,
    ...createProductRemoval({ scope, changes, tokens }),
  };
}
