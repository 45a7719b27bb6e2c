import { type Filters, type PluginScope } from 'plinth';
import type { Catalog, CatalogRecord, Order, ProductCard } from '../store/shop.js';
import type { Settings } from '../settings/settings.js';
import type { SoldProduct } from './contracts.js';
import { EXCEPTION_POINTS, getExceptionNames, getExceptionTexts, parsePoint } from './exceptions.js';

/** Product field: number of a point of art. 38(1), as text; empty for most products. */
export const EXCEPTION_FIELD = 'withdrawal_exception';

type PriceContext = Parameters<Filters['store/price_html']>[2];

/**
 * Adds the field for a product's exception from the right of withdrawal, and informs customers before they order
 * (Consumer Rights Act, art. 12(1)(11), 38).
 */
export function registerProductException(
  scope: PluginScope,
  { settings, catalog }: { readonly settings: Settings; catalog(): Catalog | undefined },
): void {
  const { __ } = scope;

  function renderLine(fields: ProductCard['fields']): string {
    const point = parsePoint(fields[EXCEPTION_FIELD]);
    if (point === 0) return '';
    scope.useAsset('compliance-product');
    return `<span class="withdrawal-exception">${scope.escHtml(getExceptionTexts(scope)[point])}</span>`;
  }
  const withException = async (html: string, fields: ProductCard['fields']) => {
    const values = await settings.values();
    return values.flag('withdrawal_enabled') ? html + renderLine(fields) : html;
  };

  scope.addFields({
    objectType: 'product',
    title: () => __('Right of withdrawal'),
    fields: [
      {
        key: EXCEPTION_FIELD,
        type: 'select',
        label: () => __('Exception'),
        help: () =>
          __(
            'Consumer Rights Act, art. 38: shown with the product, in the cart, and at checkout. If in doubt, select no exception.',
          ),
        choices: () => [
          { value: '', label: __('None: right of withdrawal applies') },
          ...EXCEPTION_POINTS.map((point) => ({
            value: String(point),
            label: `${point}. ${getExceptionNames(scope)[point]}`,
          })),
        ],
      },
    ],
  });
  scope.addFilter(
    'store/product_html',
    (html: string, record: CatalogRecord) => withException(html, record.fields),
    9,
    2,
  );
  scope.addFilter(
    'store/price_html',
    (html: string, product: ProductCard, context: PriceContext) =>
      context === 'cart' ? withException(html, product.fields) : html,
    30,
    3,
  );
  // Products with an exception are not announced as returnable.
  scope.addFilter(
    'store/return_days',
    async (days: number, productIds: readonly number[]): Promise<number> => {
      const values = await settings.values();
      if (!values.flag('withdrawal_enabled')) return days;
      const exceptions = await getExceptions(catalog(), productIds);
      return [...exceptions.values()].some((point) => point > 0) ? 0 : values.number('withdrawal_days');
    },
    10,
    2,
  );
}

/** Returns the exceptions of products, by product ID; 0 for none. */
export async function getExceptions(
  catalog: Catalog | undefined,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, SoldProduct['exception']>> {
  const cards = productIds.length > 0 ? ((await catalog?.summaries([...productIds])) ?? []) : [];
  return new Map(cards.map(({ id, fields }) => [id, parsePoint(fields[EXCEPTION_FIELD])]));
}

/** Returns the properties of an order's products at the time of ordering. */
export async function getSoldProperties(
  catalog: Catalog | undefined,
  { lines }: Pick<Order, 'lines'>,
): Promise<ReadonlyMap<number, SoldProduct>> {
  const ids = [...new Set(lines.map(({ productId }) => productId).filter((id) => id > 0))];
  const cards = ids.length > 0 ? ((await catalog?.summaries(ids)) ?? []) : [];
  return new Map(cards.map(({ id, kind, fields }) => [id, { kind, exception: parsePoint(fields[EXCEPTION_FIELD]) }]));
}
