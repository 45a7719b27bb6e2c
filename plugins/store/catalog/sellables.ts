import { type Database, PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { ProductImage, StockStatus, Supply } from '../contract/index.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImageRow } from '../images/tables.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import type { PriceRules } from '../prices/price-rules.js';
import { effectivePrice, toPriceTag } from '../prices/price-tag.js';
import { type TermStore, variationNames } from '../taxonomies/term-store.js';
import type { ChangeLog } from '../change-log/change-log.js';
import { createProductTypes, type ProductTypes } from '../products/product-types.js';
import { localDay, siteZone } from '../time/local-time.js';
import { getSupply } from '../products/supply-kind.js';
import { fieldsOf } from '../products/stored-fields.js';
import { createStock, type SellableKey, type SellableQuantity } from '../stock/stock.js';

/** A simple product or a variation, as it can be added to the cart. */
export interface Sellable {
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly name: string;
  /** Distinguishes the variation from the others of the product; empty for a simple product. */
  readonly variationName: string;
  readonly url: string;
  readonly image: ProductImage | null;
  readonly sku: string;
  /** Current price, in minor units. */
  readonly price: number;
  readonly regularPrice: number;
  readonly onSale: boolean;
  /** Percent; 0 when the price includes no tax. */
  readonly taxRate: number;
  /** null when stock is not tracked. */
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly kind: 'physical' | 'digital';
  /** In grams. */
  readonly weight: number;
  /** Includes ancestors. */
  readonly categoryIds: readonly number[];
  /** When it can be shipped. */
  readonly supply: Supply;
  /** When pieces beyond the stock can be shipped; absent when backorders are not allowed. */
  readonly backorderSupply?: Supply;
  /** Fields of extensions, by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

export interface Sellables {
  /** Returns only published ones with a price; they may be out of stock. */
  find(keys: readonly SellableKey[]): Promise<readonly Sellable[]>;
  /**
   * Reduces stock inside the caller's transaction.
   * @throws PlinthError `store_out_of_stock`, naming the product, when the stock is insufficient
   */
  reduceStock(lines: readonly SellableQuantity[]): Promise<void>;
  /** Restores stock reduced by `reduceStock`. */
  restoreStock(lines: readonly SellableQuantity[]): Promise<void>;
  /** Counts units as sold, for sorting by popularity. */
  countSale(lines: readonly SellableQuantity[]): Promise<void>;
}

interface SellablesDeps {
  readonly scope: Pick<PluginScope, 'homeUrl' | '__' | 'getOption'> & { readonly db: Database };
  readonly images: ImageStore;
  readonly terms: Pick<TermStore, 'categoriesOf' | 'variationTerms'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly rules: Pick<PriceRules, 'isTaxEnabled'>;
  readonly types?: Pick<ProductTypes, 'baseKind' | 'isSellable'>;
  readonly now?: () => string;
}

/**
 * Returns when pieces beyond the stock are available, if backorders are allowed.
 * @param today in the site's time zone, `YYYY-MM-DD`
 */
function backorderSupplyOf(
  row: Pick<VariationRow, 'backorders' | 'expected_on'>,
  { fields }: Pick<ProductRow, 'fields'>,
  today: string,
): Pick<Sellable, 'backorderSupply'> {
  return row.backorders === 1
    ? { backorderSupply: getSupply({ ...row, stock: 'onbackorder' }, fieldsOf(fields), today) }
    : {};
}

export function createSellables({
  scope,
  images,
  terms,
  changes,
  rules,
  types = createProductTypes(),
  now = toUtcString,
}: SellablesDeps): Sellables {
  const { db, homeUrl } = scope;
  const stock = createStock({ db });

  async function find(keys: readonly SellableKey[]): Promise<Sellable[]> {
    const ids = [...new Set(keys.map((key) => key.productId))];
    if (ids.length === 0) return [];
    const products = (await db()('store_products').whereIn('id', ids)).filter(
      (row) => row.status === 'publish' && types.isSellable(row.kind),
    );
    const variationIds = keys.map((key) => key.variationId).filter((id) => id > 0);
    const variations = variationIds.length === 0 ? [] : await db()('store_variations').whereIn('id', variationIds);
    const imageList = await images.listByProducts(ids);
    const categories = await terms.categoriesOf(ids);
    const names = variationNames(await terms.variationTerms(variations.map((row) => row.id)));
    const byId = new Map(products.map((row) => [row.id, row]));
    const currentTime = now();
    const today = localDay(currentTime, await siteZone(scope.getOption));
    const charges = await rules.isTaxEnabled();

    return keys.flatMap((key): Sellable[] => {
      const product = byId.get(key.productId);
      const variation = variations.find((row) => row.id === key.variationId && row.product_id === key.productId);
      if (
        !product ||
        (product.type === 'variable') !== (variation !== undefined) ||
        (key.variationId > 0 && !variation)
      )
        return [];
      const row = variation ?? product;
      const priceTag = toPriceTag(row);
      if (!priceTag) return [];
      const { price, onSale } = effectivePrice(priceTag, currentTime);
      const gallery: readonly ImageRow[] = imageList.get(product.id) ?? [];
      const image = gallery.find((galleryImage) => galleryImage.id === variation?.image_id) ?? gallery[0];
      return [
        {
          productId: product.id,
          variationId: variation?.id ?? 0,
          name: product.name,
          variationName: variation ? (names.get(variation.id) ?? '') : '',
          url: homeUrl(`/product/${product.slug}/`),
          image: image ? images.show(image) : null,
          sku: row.sku ?? product.sku ?? '',
          price,
          regularPrice: priceTag.regular,
          onSale,
          taxRate: charges ? product.tax_rate / 100 : 0,
          stockQuantity: row.stock_quantity,
          stock: row.stock,
          kind: types.baseKind(product.kind),
          weight: variation?.weight || product.weight,
          categoryIds: categories.get(product.id) ?? [],
          supply: getSupply(row, fieldsOf(product.fields), today),
          ...backorderSupplyOf(row, product, today),
          fields: fieldsOf(product.fields),
        },
      ];
    });
  }

  async function throwOutOfStock(key: SellableKey): Promise<never> {
    const row = await db()('store_products').where({ id: key.productId }).first('name');
    throw new PlinthError('store_out_of_stock', scope.__('Not enough stock of %s.', row?.name ?? `#${key.productId}`), {
      hint: scope.__('Reduce the quantity in your cart or remove the product.'),
      status: 409,
      details: { ...key },
    });
  }

  return {
    find,
    reduceStock: (lines) =>
      db.transaction(async () => {
        const summed = mergeLines(lines);
        await stock.lock(summed.map((line) => line.productId));
        for (const line of summed) if (!(await stock.reduce(line))) await throwOutOfStock(line);
        await stock.refresh(summed.map((line) => line.productId));
        await changes.append(summed.map((line) => line.productId));
      }),
    restoreStock: (lines) =>
      db.transaction(async () => {
        const summed = mergeLines(lines);
        await stock.lock(summed.map((line) => line.productId));
        for (const line of summed) await stock.restore(line);
        await stock.refresh(summed.map((line) => line.productId));
        await changes.append(summed.map((line) => line.productId));
      }),
    countSale: (lines) =>
      db.transaction(async () => {
        const summed = mergeLines(lines);
        for (const line of summed)
          await db()('store_products').where({ id: line.productId }).increment('sales', line.quantity);
        await changes.append(summed.map((line) => line.productId));
      }),
  };
}

/**
 * Merges lines of the same product or variation and sorts them in a fixed order, so that two orders cannot deadlock.
 */
function mergeLines(lines: readonly SellableQuantity[]): SellableQuantity[] {
  const sums = new Map<string, SellableQuantity>();
  for (const line of lines) {
    const key = `${line.productId}:${line.variationId}`;
    sums.set(key, {
      productId: line.productId,
      variationId: line.variationId,
      quantity: line.quantity + (sums.get(key)?.quantity ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => a.productId - b.productId || a.variationId - b.variationId);
}
