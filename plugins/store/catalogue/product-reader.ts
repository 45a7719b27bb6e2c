import type { Knex, PluginScope } from 'plinth';
import type { ImageStore } from '../images/image-store.js';
import { fold } from './fold.js';
import type { KeptCounts } from './kept-counts.js';
import type { ProductRow, VariationRow } from './product-row.js';
import { type StoredProduct, storedProduct } from './stored-product.js';

export interface ProductQuery {
  readonly search?: string;
  readonly status?: ProductRow['status'];
  readonly stock?: ProductRow['stock'];
  /** Categories, tags, brands or attribute values; any of them. */
  readonly termIds?: readonly number[];
  readonly sort?: 'name' | 'price' | 'date' | 'stock' | 'id';
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface ProductReader {
  /** Everything that was said of a product; null when there is none. */
  get(id: number): Promise<StoredProduct | null>;
  /** Whose SKU it is: a product's own, or a variation's. */
  findBySku(sku: string): Promise<{ readonly productId: number; readonly variationId: number } | null>;
  list(query: ProductQuery): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }>;
  countBy(): Promise<Readonly<Record<ProductRow['status'], number>>>;
}

const SORTS = { name: ['name'], price: ['price', 'name'], date: ['updated_at'], stock: ['stock', 'name'], id: ['id'] } as const;

export interface ProductReaderDeps {
  readonly scope: Pick<PluginScope, 'db'>;
  readonly images: Pick<ImageStore, 'of'>;
  readonly counts: KeptCounts;
}

export function createProductReader({ scope, images, counts }: ProductReaderDeps): ProductReader {
  const { db } = scope;
  const products = () => db()<ProductRow>('store_products');

  async function get(id: number): Promise<StoredProduct | null> {
    const row = await products().where({ id }).first();
    if (!row) return null;
    const variations = await db()<VariationRow>('store_variations').where({ product_id: id }).orderBy(['position', 'id']);
    const gallery = (await images.of([id])).get(id) ?? [];
    const own = variations.length === 0 ? [] : await db()<{ variation_id: number; term_id: number }>('store_variation_terms').whereIn('variation_id', variations.map((one) => one.id)).orderBy('term_id');
    const terms = await db()<{ product_id: number; term_id: number; position: number }>('store_product_terms').where({ product_id: id }).orderBy(['position', 'term_id']);
    return storedProduct(row, { variations, gallery, terms, own });
  }

  function filtered({ search = '', status, stock, termIds }: Partial<ProductQuery>): Knex.QueryBuilder<ProductRow, ProductRow[]> {
    const query = products();
    if (status !== undefined) void query.where({ status });
    if (stock !== undefined) void query.where({ stock });
    for (const word of fold(search).split(' ').filter(Boolean).slice(0, 8)) void query.whereRaw("search like ? escape '!'", [`%${word.replace(/[!%_]/g, '!$&')}%`]);
    if (termIds !== undefined) void query.whereIn('id', db()('store_product_terms').whereIn('term_id', termIds).select('product_id'));
    return query;
  }

  async function counted(query: Partial<ProductQuery>): Promise<number> {
    const row = (await filtered(query).count({ total: '*' }).first()) as { total: number | string } | undefined;
    return Number(row?.total ?? 0);
  }

  return {
    get,
    async findBySku(sku) {
      const product = await products().where({ sku }).first('id');
      if (product) return { productId: product.id, variationId: 0 };
      const variation = await db()<VariationRow>('store_variations').where({ sku }).first('id', 'product_id');
      return variation ? { productId: variation.product_id, variationId: variation.id } : null;
    },
    async list(query) {
      const total = await counts.count(`owner ${JSON.stringify([fold(query.search ?? ''), query.status, query.stock, query.termIds])}`, () => counted(query));
      const direction = query.descending === true ? 'desc' : 'asc';
      const order = [...SORTS[query.sort ?? 'name'], 'id'].map((column) => ({ column, order: direction }));
      const rows = await filtered(query).orderBy(order).limit(query.limit).offset(query.offset);
      return { rows: rows as ProductRow[], total };
    },
    async countBy() {
      const of = (status: ProductRow['status']): Promise<number> => counts.count(`status ${status}`, () => counted({ status }));
      return { publish: await of('publish'), draft: await of('draft') };
    },
  };
}
