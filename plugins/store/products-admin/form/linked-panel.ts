import type { PluginScope } from 'plinth';
import type { ProductListItem, ProductReader } from '../../catalog/product-reader.js';
import type { StoredProduct } from '../../catalog/stored-product.js';
import type { FormError } from '../../contract/index.js';
import { PRODUCT_LIMITS } from '../../products/product-limits.js';
import type { LinkedForm, ProductForm } from './product-form.js';
import { orderedListTexts } from './reorder-texts.js';

/** Panel of linked products in the product form. */
export interface LinkedPanel {
  html(form: ProductForm, stored: StoredProduct | null, errors: readonly FormError[]): Promise<string>;
  /** Removes products that cannot be linked: deleted products, and newly added products that are not published. */
  removeInvalid(form: ProductForm, stored: StoredProduct | null): Promise<ProductForm>;
}

/** Maximum number of search results. */
const MAX_RESULTS = 20;

export function createLinkedPanel({
  scope,
  products,
}: {
  readonly scope: Pick<PluginScope, 'render' | '__'>;
  readonly products: Pick<ProductReader, 'briefs' | 'list'>;
}): LinkedPanel {
  const readLinkedProducts = (form: ProductForm): ReturnType<ProductReader['briefs']> =>
    products.briefs([...new Set([...form.upsells, ...form.crossSells].map(({ id }) => id))]);

  /** Returns products that match the search, with their selection state. */
  async function search(form: ProductForm, self: number): Promise<object[]> {
    if (form.linkedSearch === '') return [];
    const { rows } = await products.list({
      search: form.linkedSearch,
      status: 'publish',
      limit: MAX_RESULTS + 1,
      offset: 0,
    });
    const has = (list: readonly LinkedForm[], id: number): boolean => list.some((row) => row.id === id && !row.remove);
    return rows
      .filter(({ id }) => id !== self)
      .slice(0, MAX_RESULTS)
      .map((row) => ({
        id: row.id,
        name: row.name,
        sku: row.sku ?? '',
        isUpsell: has(form.upsells, row.id),
        isCrossSell: has(form.crossSells, row.id),
      }));
  }

  return {
    async html(form, stored, errors) {
      const briefs = await readLinkedProducts(form);
      const rowsOf = (list: readonly LinkedForm[]): object[] =>
        list.flatMap((row, index) => {
          const brief = briefs.get(row.id);
          return brief
            ? [
                {
                  ...row,
                  index,
                  position: row.position || String(index + 1),
                  name: brief.name,
                  sku: brief.sku ?? '',
                  isHidden: brief.status !== 'publish',
                },
              ]
            : [];
        });
      const errorOf = (field: string): string => errors.find((error) => error.field === field)?.message ?? '';
      return scope.render('products-admin/linked-panel', {
        lists: [
          {
            name: 'upsells',
            isUpsells: true,
            rows: rowsOf(form.upsells),
            error: errorOf('upsellIds'),
            field: 'upsellIds',
          },
          {
            name: 'crossSells',
            isUpsells: false,
            rows: rowsOf(form.crossSells),
            error: errorOf('crossSellIds'),
            field: 'crossSellIds',
          },
        ],
        reorderLabels: orderedListTexts(scope),
        search: form.linkedSearch,
        found: await search(form, stored?.id ?? 0),
        max: PRODUCT_LIMITS.linked,
      });
    },
    async removeInvalid(form, stored) {
      const briefs = await readLinkedProducts(form);
      const known = new Set([...(stored?.upsellIds ?? []), ...(stored?.crossSellIds ?? [])]);
      const canLink = (brief: ProductListItem | undefined): boolean =>
        brief !== undefined && brief.id !== stored?.id && (brief.status === 'publish' || known.has(brief.id));
      const filterAllowed = (list: readonly LinkedForm[]): LinkedForm[] =>
        list.filter(({ id }) => canLink(briefs.get(id)));
      return { ...form, upsells: filterAllowed(form.upsells), crossSells: filterAllowed(form.crossSells) };
    },
  };
}
