import type { PluginScope } from 'plinth';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { PriceTag } from '../../contract/index.js';
import type { Currency } from '../../money/currency.js';
import { PRODUCT_SLUG } from '../screen-slugs.js';
import type { ChangedProduct } from './bulk-work.js';

interface BulkPreviewDeps {
  readonly scope: Pick<PluginScope, '__' | 'adminUrl'>;
  readonly currency: Pick<Currency, 'format'>;
}

/**
 * Creates the function that returns the preview row of a changed product. Its second parameter contains the names of
 * all categories, by ID.
 */
export function createBulkPreview({
  scope,
  currency,
}: BulkPreviewDeps): (product: ChangedProduct, names: ReadonlyMap<number, string>) => object {
  const { __, adminUrl } = scope;

  function priceText(tag: PriceTag | null): string {
    if (tag === null) return '–';
    const regular = currency.format(tag.regular);
    return tag.sale === null ? regular : `${currency.format(tag.sale)} (${regular})`;
  }
  const stockText = (quantity: number | null): string => (quantity === null ? __('not tracked') : String(quantity));
  return function previewRow({ before, after }: ChangedProduct, names: ReadonlyMap<number, string>): object {
    const categories = (product: StoredProduct): string =>
      product.termIds.flatMap((id) => names.get(id) ?? []).join(', ') || '–';
    const lines = [
      {
        label: __('Price'),
        before: joinUnique(before, ({ price }) => priceText(price)),
        after: joinUnique(after, ({ price }) => priceText(price)),
      },
      {
        label: __('Stock'),
        before: joinUnique(before, ({ stockQuantity }) => stockText(stockQuantity)),
        after: joinUnique(after, ({ stockQuantity }) => stockText(stockQuantity)),
      },
      { label: __('Category'), before: categories(before), after: categories(after) },
    ];
    return {
      name: before.name,
      url: adminUrl(`admin.php?page=${PRODUCT_SLUG}&id=${before.id}`),
      lines: lines.filter((line) => line.before !== line.after),
    };
  };
}

const sellableItems = ({
  variations,
  ...product
}: StoredProduct): readonly { readonly price: PriceTag | null; readonly stockQuantity: number | null }[] =>
  variations.length > 0 ? variations : [product];
const joinUnique = (
  product: StoredProduct,
  formatItem: (item: { price: PriceTag | null; stockQuantity: number | null }) => string,
): string => [...new Set(sellableItems(product).map(formatItem))].join(', ');
