import type { Knex, PluginScope } from 'plinth';
import type { ImageStore } from '../images/image-store.js';
import { createAdminSearch } from '../search/admin-search.js';
import { normalizeLine } from '../search-tokens/ngrams.js';
import type { ProductRow } from '../products/tables.js';
import { createLinkedProducts, NO_LINKED_PRODUCTS } from './linked-products.js';
import { type StoredProduct, toStoredProduct } from './stored-product.js';

export interface ProductQuery {
  readonly search?: string;
  /** When absent, all but products in the trash. */
  readonly status?: ProductRow['status'];
  /** Maximum stock of the product or one of its variations; those with no stock are excluded. */
  readonly maxStock?: number;
  readonly stock?: ProductRow['stock'];
  /** Categories, tags, brands or attribute values; a product must have at least one of them. */
  readonly termIds?: readonly number[];
  readonly sort?: 'name' | 'price' | 'date' | 'stock' | 'id';
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Columns of a product that the owner's lists show. */
export type ProductListItem = Pick<ProductRow, 'id' | 'name' | 'sku' | 'slug' | 'status'>;

export interface ProductReader {
  /** Returns the complete product; null when it does not exist. */
  get(id: number): Promise<StoredProduct | null>;
  /** Returns the product or variation with this SKU. */
  findBySku(sku: string): Promise<{ readonly productId: number; readonly variationId: number } | null>;
  list(query: ProductQuery): Promise<{ readonly rows: readonly ProductRow[]; readonly total: number }>;
  /** Returns those of the products that are in the trash. */
  listTrashed(ids: readonly number[]): Promise<readonly number[]>;
  /** Returns the columns by which the owner identifies products; deleted products are absent. */
  briefs(ids: readonly number[]): Promise<ReadonlyMap<number, ProductListItem>>;
  countBy(): Promise<Readonly<Record<ProductRow['status'], number>>>;
}

const SORTS = {
  name: ['name'],
  price: ['price', 'name'],
  date: ['updated_at'],
  stock: ['stock', 'name'],
  id: ['id'],
} as const;
/** Sort orders that have an index. */
const INDEXED_SORTS: ReadonlySet<string> = new Set(['name', 'date', 'id']);
/** Maximum number of values per statement. */
const MAX_IDS = 500;
/** Maximum number of search words considered. */
const MAX_WORDS = 8;

interface ProductReaderDeps {
  readonly scope: Pick<PluginScope, 'db' | 'cache'>;
  readonly images: Pick<ImageStore, 'listByProducts'>;
}

export function createProductReader({ scope, images }: ProductReaderDeps): ProductReader {
  const { db, cache } = scope;
  const products = () => db()('store_products');
  const ownerSearch = createAdminSearch({ scope });
  const linked = createLinkedProducts({ db });

  async function get(id: number): Promise<StoredProduct | null> {
    const row = await products().where({ id }).first();
    if (!row) return null;
    const variations = await db()('store_variations').where({ product_id: id }).orderBy(['position', 'id']);
    const gallery = (await images.listByProducts([id])).get(id) ?? [];
    const own =
      variations.length === 0
        ? []
        : await db()('store_variation_terms')
            .whereIn(
              'variation_id',
              variations.map((variation) => variation.id),
            )
            .orderBy('term_id');
    const terms = await db()('store_product_terms').where({ product_id: id }).orderBy(['position', 'term_id']);
    return toStoredProduct(row, {
      variations,
      gallery,
      terms,
      variationTerms: own,
      linkedProducts: (await linked.listByProducts([id])).get(id) ?? NO_LINKED_PRODUCTS,
    });
  }

  /** @param excludesTrash whether to exclude products in the trash */
  function filterProducts(
    { status, stock, termIds, maxStock }: Partial<ProductQuery>,
    excludesTrash = false,
  ): Knex.QueryBuilder<ProductRow, ProductRow[]> {
    const query = products();
    if (excludesTrash) void query.whereNot({ status: 'trash' });
    if (status !== undefined) void query.where({ status });
    if (maxStock !== undefined)
      void query.where(
        (rows) =>
          void rows
            .whereBetween('stock_quantity', [1, maxStock])
            .orWhereIn(
              'id',
              db()('store_variations').whereBetween('stock_quantity', [1, maxStock]).select('product_id'),
            ),
      );
    if (stock !== undefined) void query.where({ stock });
    if (termIds !== undefined)
      void query.whereIn('id', db()('store_product_terms').whereIn('term_id', termIds).select('product_id'));
    return query;
  }

  /** Cached until a product changes. */
  async function countProducts(
    { status, stock, termIds, maxStock }: Partial<ProductQuery>,
    excludesTrash = false,
  ): Promise<number> {
    return cache.get(
      `store:owner-count:${JSON.stringify([status, stock, termIds, maxStock, excludesTrash])}`,
      async () => {
        const row = (await filterProducts({ status, stock, termIds, maxStock }, excludesTrash)
          .count({ total: '*' })
          .first()) as { total: number | string } | undefined;
        return Number(row?.total ?? 0);
      },
    );
  }

  return {
    get,
    async findBySku(sku) {
      const product = await products().where({ sku }).first('id');
      if (product) return { productId: product.id, variationId: 0 };
      const variation = await db()('store_variations').where({ sku }).first('id', 'product_id');
      return variation ? { productId: variation.product_id, variationId: variation.id } : null;
    },
    async list(query) {
      const direction = query.descending === true ? 'desc' : 'asc';
      const order = [...SORTS[query.sort ?? 'name'], 'id'].map((column) => ({ column, order: direction }) as const);
      const excludesTrash = query.status === undefined && (await countProducts({ status: 'trash' })) > 0;
      const words = splitSearchWords(query.search ?? '');
      if (words.length > 0)
        return ownerSearch.list(words, {
          matching: () => filterProducts(query, excludesTrash),
          key: [excludesTrash || undefined, query.status, query.stock, query.termIds, query.maxStock],
          order,
          indexed: INDEXED_SORTS.has(query.sort ?? 'name'),
          limit: query.limit,
          offset: query.offset,
        });
      const rows = await filterProducts(query, excludesTrash).orderBy(order).limit(query.limit).offset(query.offset);
      return { rows, total: await countProducts(query, excludesTrash) };
    },
    async listTrashed(ids) {
      const found: number[] = [];
      for (let offset = 0; offset < ids.length; offset += MAX_IDS)
        found.push(
          ...(await products()
            .whereIn('id', ids.slice(offset, offset + MAX_IDS))
            .where({ status: 'trash' })
            .pluck('id')),
        );
      return found;
    },
    async briefs(ids) {
      const found: ProductListItem[] = [];
      for (let offset = 0; offset < ids.length; offset += MAX_IDS)
        found.push(
          ...(await products()
            .whereIn('id', ids.slice(offset, offset + MAX_IDS))
            .select('id', 'name', 'sku', 'slug', 'status')),
        );
      return new Map(found.map((row) => [row.id, row]));
    },
    async countBy() {
      return {
        publish: await countProducts({ status: 'publish' }),
        draft: await countProducts({ status: 'draft' }),
        trash: await countProducts({ status: 'trash' }),
      };
    },
  };
}

/** Returns the distinct words of a search, up to the maximum number considered. */
function splitSearchWords(search: string): string[] {
  const words = normalizeLine(search).split(' ').filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS);
}
