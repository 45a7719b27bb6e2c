import type { PluginScope } from 'plinth';
import type { ProductRow } from '../products/tables.js';
import { type TermStore, variationNames } from '../taxonomies/term-store.js';

/** A product or variation that is sold out and can be subscribed to. */
export interface SoldOutItem {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  readonly name: string;
  readonly slug: string;
}

interface SoldOutDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly terms: Pick<TermStore, 'variationTerms'>;
}

/** Returns what is sold out of one product: the product itself, or some of its variations. */
export type ListSoldOut = (productId: number) => Promise<readonly SoldOutItem[]>;
/**
 * Returns the name of a product or variation, whether sold out or not; undefined when the shop does not have it.
 * @param hidden whether to include products that the shop does not show, for the shop owner
 */
export type FindProduct = (
  productId: number,
  variationId: number,
  hidden?: boolean,
) => Promise<(SoldOutItem & { readonly isVisible: boolean }) | undefined>;

/** Creates the functions that find sold-out products and variations and their names. */
export function createSoldOut({ scope: { db }, terms }: SoldOutDeps): {
  readonly listSoldOut: ListSoldOut;
  readonly findProduct: FindProduct;
} {
  type Product = Pick<ProductRow, 'id' | 'name' | 'slug' | 'type' | 'stock' | 'status'>;
  const productOf = async (id: number, hidden = false): Promise<Product | undefined> =>
    db()('store_products')
      .where(hidden ? { id } : { id, status: 'publish' })
      .first('id', 'name', 'slug', 'type', 'stock', 'status');

  async function variationsOf({ id, name, slug }: Product): Promise<(SoldOutItem & { readonly stock: string })[]> {
    const variations = await db()('store_variations')
      .where({ product_id: id })
      .whereNotNull('regular_price')
      .orderBy(['position', 'id'])
      .select('id', 'stock');
    const names = variationNames(await terms.variationTerms(variations.map((variation) => variation.id)));
    return variations.map((variation) => ({
      productId: id,
      variationId: variation.id,
      slug,
      name: [name, names.get(variation.id) ?? ''].filter((part) => part !== '').join(', '),
      stock: variation.stock,
    }));
  }

  return {
    async listSoldOut(productId) {
      const product = await productOf(productId);
      if (!product) return [];
      if (product.type === 'variable')
        return (await variationsOf(product))
          .filter(({ stock }) => stock === 'outofstock')
          .map(({ stock: _stock, ...entity }) => entity);
      return product.stock === 'outofstock'
        ? [{ productId, variationId: 0, name: product.name, slug: product.slug }]
        : [];
    },
    async findProduct(productId, variationId, hidden) {
      const product = await productOf(productId, hidden);
      if (!product) return undefined;
      const entity =
        variationId === 0
          ? { productId, variationId, name: product.name, slug: product.slug }
          : (await variationsOf(product)).find((item) => item.variationId === variationId);
      return entity && { ...entity, isVisible: product.status === 'publish' };
    },
  };
}
