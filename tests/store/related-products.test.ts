import { catalogMigrations } from '../../plugins/store/migrations/catalog.js';
import { assertDefined } from '../kit/assert-defined.js';
import { createRelatedProducts } from '../../plugins/store/shop/related-products.js';
import { createTermProducts } from '../../plugins/store/taxonomies/term-products.js';
import { defaultEngines, type ScratchDatabase, scratchDatabase } from '../kit/databases.js';
import { uncached } from '../kit/uncached';

describe.each(defaultEngines)('related product list on %s', (engine) => {
  let scratch: ScratchDatabase;

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    for (const migration of catalogMigrations) await migration.up(scratch.db);
  });
  afterEach(() => scratch.drop());

  const category = (id: number, parentId = 0) => ({
    id,
    taxonomy: 'product_cat',
    slug: `c${id}`,
    name: `C${id}`,
    parentId,
    position: 0,
    swatch: '',
  });
  const ALL = [category(1), category(2, 1), category(3, 1), category(9)];

  /** @param products id, sales and category of each product */
  async function insertProducts(
    products: readonly (readonly [number, number, number])[],
    more: object = {},
  ): Promise<void> {
    await scratch.db().batchInsert(
      'store_products',
      products.map(([id, sales]) => ({
        id,
        slug: `p${id}`,
        name: `P${id}`,
        status: 'publish',
        search: '',
        short_description: '',
        description: '',
        fields: '{}',
        price: 100,
        sales,
        created_at: '2026-01-01 00:00:00',
        updated_at: '2026-01-01 00:00:00',
        ...more,
      })),
      50,
    );
    await scratch.db().batchInsert(
      'store_product_terms',
      products.map(([product_id, , term_id]) => ({ product_id, term_id })),
      100,
    );
  }
  const related = (productId: number, categories: readonly number[], max = 4) => {
    const own = ALL.filter(({ id }) => categories.includes(id));
    const path = own[0] ? [assertDefined(ALL[0]), own[0]] : [];
    return createRelatedProducts({
      scope: { db: scratch.db, cache: uncached },
      termProducts: createTermProducts({ db: scratch.db }),
    })(productId, max, { categories: own, path, all: ALL });
  };

  it('lists best sellers of the same categories without the product itself', async () => {
    await insertProducts([
      [1, 50, 2],
      [2, 10, 2],
      [3, 30, 2],
      [4, 20, 3],
      [5, 99, 9],
    ]);
    expect(await related(1, [2, 3])).toEqual([3, 4, 2]);
    expect(await related(1, [2, 3], 2)).toEqual([3, 4]);
  });

  it('fills up with best sellers of the surrounding categories', async () => {
    await insertProducts([
      [1, 50, 2],
      [2, 10, 2],
      [3, 30, 3],
      [4, 20, 3],
      [5, 99, 9],
    ]);
    expect(await related(1, [2])).toEqual([2, 3, 4]);
  });

  it('returns none without categories and omits unlisted products', async () => {
    await insertProducts([
      [1, 50, 2],
      [2, 10, 2],
    ]);
    await insertProducts([[3, 90, 2]], { status: 'draft' });
    await insertProducts([[4, 90, 2]], { visibility: 'hidden' });
    await insertProducts([[5, 90, 2]], { price: null });
    expect(await related(1, [])).toEqual([]);
    expect(await related(1, [2])).toEqual([2]);
  });

  it('chooses among the newest in a very large category', async () => {
    await insertProducts(
      Array.from({ length: 300 }, (_, index) => [index + 1, index === 0 ? 1000 : index % 50, 2] as const),
    );
    const found = await related(300, [2]);
    expect(found).toHaveLength(4);
    expect(Math.min(...found)).toBeGreaterThan(200);
  });
});
