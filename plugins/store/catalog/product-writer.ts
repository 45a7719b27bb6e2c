import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import type { ChangeLog } from '../change-log/change-log.js';
import { retryOnce } from '../change-log/retry-once.js';
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
import { laterTimestamp, productColumns } from './product-columns.js';
import { createProductRemoval } from './product-removal.js';
import { recordStockChanges, readStockLevels } from './stock-corrections.js';

/** Options for saving a product. */
interface SaveOptions {
  /** `updatedAt` as read before editing; the save fails when the stored value differs. */
  readonly ifUnmodifiedSince?: string;
  /** Whether to add a number to a slug that is taken instead of failing. */
  readonly numberSlug?: boolean;
  /**
   * Whether to skip the search index, for callers that save many products and call `index` for all of them in the same
   * transaction.
   */
  readonly skipIndex?: boolean;
}

export interface ProductWriter {
  /**
   * Locks products against changes until the transaction ends. Call it first in the transaction, so that what is read
   * afterwards is what will be overwritten.
   */
  lock(ids: readonly number[]): Promise<void>;
  /**
   * Inserts or updates a product in one transaction, with terms, images, variations and prices.
   * @returns its id
   * @throws PlinthError `store_product_invalid` with `errors: FormError[]` in its details; `store_product_not_found`;
   * `store_product_changed`
   */
  save(input: ProductInput, cause: Exclude<PriceCause, 'schedule'>, options?: SaveOptions): Promise<number>;
  /** Updates the search index for products saved with `skipIndex`. */
  index(ids: readonly number[]): Promise<void>;
  /** Deletes products with all their data; orders keep copies of what was sold. */
  remove(ids: readonly number[]): Promise<void>;
  /** Publishes products, unpublishes them or moves them to the trash. */
  setStatus(ids: readonly number[], status: ProductRow['status']): Promise<void>;
}

interface ProductWriterDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'sanitizeTitle' | 'wpKsesPost' | '__' | 'audit' | 'deleteRevisions' | 'doAction'
  >;
  readonly prices: PriceWriter;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly tokens: Pick<ProductTokens, 'update'>;
  readonly types?: Pick<ProductTypes, 'kinds'>;
}

/** Whether a save may change what is available, apart from prices. */
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
  const { check, uniqueSlug } = createProductChecks(scope);

  /** Returns the existing row; undefined for a new product. */
  async function readExisting(id: number, unlessChangedSince: string | undefined): Promise<ProductRow | undefined> {
    if (id <= 0) return undefined;
    const before = await products().where({ id }).first();
    if (!before)
      throw new PlinthError('store_product_not_found', __('This product no longer exists.'), {
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
    { ifUnmodifiedSince, numberSlug = false, skipIndex = false }: SaveOptions = {},
  ): Promise<number> {
    const inputErrors = productErrors(input, scope, types.kinds());
    if (inputErrors.length > 0) throw validationError(inputErrors);
    // When two saves compete for an SKU or slug, the second finds it taken on retry.
    return retryOnce(db, async () => {
      if (input.id > 0) await stock.lock([input.id]);
      const before = await readExisting(input.id, ifUnmodifiedSince);
      const slug = await uniqueSlug(input, numberSlug);
      const { errors, terms } = await check(input, slug);
      if (errors.length > 0) throw validationError(errors);
      const time = laterTimestamp(before?.updated_at);
      const description = scope.wpKsesPost(input.description);
      const columns = productColumns(input, { slug, description, savedAt: time, before });
      const id = before ? before.id : insertedId(await products().insert(columns));
      if (before) await products().where({ id }).update(columns);
      const stockBefore = before && cause === 'edit' ? await readStockLevels(scope, before) : [];
      if (before?.published_at && before.slug !== slug)
        await scope.doAction('plinth/url_changed', `/product/${before.slug}/`, `/product/${slug}/`);
      const images = await saveImages(db, id, input);
      const variationIds = await saveVariations(db, id, input, images);
      await saveTerms(db, id, input, terms);
      await linked.save(id, input);
      if (before && cause === 'edit')
        await recordStockChanges(scope, before, stockBefore, await readStockLevels(scope, { id, ...columns }));
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
      // After the prices, because products without a price are not indexed.
      if (!skipIndex) await tokens.update([id]);
      await changes.append([id]);
      return id;
    });
  }

  const validationError = (errors: readonly FormError[]): PlinthError =>
    new PlinthError('store_product_invalid', errors.map((error) => error.message).join(' '), {
      status: 422,
      hint: __('Correct the fields and save again.'),
      details: { errors },
    });

  return {
    save,
    lock: stock.lock,
    index: tokens.update,
    ...createProductRemoval({ scope, changes, tokens }),
  };
}
