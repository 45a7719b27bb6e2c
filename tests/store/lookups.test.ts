import type { Knex } from '../../core/api/index.js';
import { createCatalogParts } from '../../plugins/store/catalog/boot';
import { allEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

interface LoggedQuery {
  readonly sql: string;
  readonly bindings: readonly Knex.RawBinding[];
}

describe.each(allEngines)('product lookup by id on %s', (engine) => {
  let shop: ShopSite;
  let ids: number[];
  let furniture: number;

  beforeAll(async () => {
    shop = await bootShop(engine);
    furniture = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Furniture' }),
    );
    ids = [];
    for (let i = 0; i < 40; i++) ids.push(await shop.save({ name: `Chair ${i}`, sku: `C-${i}`, termIds: [furniture] }));
  });
  afterAll(() => shop.close());

  /** Query plans for the rows of `store_products` that `work` reads. */
  async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
    return shop.inContext(async () => {
      const knex = shop.scope.db();
      const queries: LoggedQuery[] = [];
      const note = (query: LoggedQuery): void => void queries.push({ sql: query.sql, bindings: [...query.bindings] });
      knex.on('query', note);
      await work();
      knex.removeListener('query', note);
      const plans: string[] = [];
      for (const { sql, bindings } of queries.filter((query) =>
        query.sql.startsWith('select * from `store_products`'),
      )) {
        const plan: unknown = await knex.raw(
          `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`,
          bindings,
        );
        plans.push(
          assertDefined(
            engine === 'sqlite'
              ? (plan as { detail: string }[])[0]?.detail
              : ((plan as [{ key: string | null }[]])[0][0]?.key ?? 'none'),
          ),
        );
      }
      return plans;
    });
  }
  const byKey = engine === 'sqlite' ? /USING INTEGER PRIMARY KEY/ : /^PRIMARY$/;

  it.each<[string, () => Promise<unknown>]>([
    ['summaries', () => shop.parts.catalog.summaries(ids.slice(0, 3))],
    ['records', () => shop.parts.catalog.recordsOf(ids.slice(3, 6))],
    ['the cart', () => shop.parts.sellables.find([{ productId: assertDefined(ids[0]), variationId: 0 }])],
  ])('loads %s by primary key instead of scanning the catalog', async (_name, work) => {
    const plans = await plansOf(work);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatch(byKey);
  });

  it('returns the first category and the brand of each product', async () => {
    const brand = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Kornik' }),
    );
    const tables = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Tables' }),
    );
    const id = await shop.save({ name: 'Desk', termIds: [brand, tables, furniture] });
    const [desk, chair] = await shop.inContext(() => shop.parts.catalog.summaries([id, assertDefined(ids[0])]));
    expect(desk).toMatchObject({ category: 'Tables', brand: 'Kornik' });
    expect(chair).toMatchObject({ category: 'Furniture', brand: '' });
  });

  it('sees category changes of other nodes but none of a failed transaction', async () => {
    const other = createCatalogParts(shop.scope);
    const named = async (parts: Pick<typeof other, 'terms'>): Promise<string | undefined> =>
      (await parts.terms.byId()).get(furniture)?.name;
    await shop.inContext(async () => {
      const before = await named(other);
      await shop.scope.db
        .transaction(async () => {
          await shop.parts.taxonomies.updateTerm(furniture, { name: 'Never' });
          expect(await named(shop.parts)).toBe('Never');
          throw new Error('undone');
        })
        .catch(() => undefined);
      expect(await named(shop.parts)).toBe(before);
      await other.taxonomies.updateTerm(furniture, { name: 'Wooden things' });
      expect(await named(shop.parts)).toBe('Wooden things');
      const added = await other.taxonomies.createTerm({ taxonomy: 'product_cat', name: 'Added', parentId: furniture });
      expect((await shop.parts.terms.all('product_cat')).map(({ id }) => id)).toContain(added);
      await other.taxonomies.removeTerm(added);
      expect((await shop.parts.terms.all('product_cat')).map(({ id }) => id)).not.toContain(added);
    });
  });
});

describe.each(allEngines)('category tile list on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  it('shows a category from its first visible product until its last', async () => {
    const lamps = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Lamps' }),
    );
    const page = (): Promise<string> =>
      shop
        .shopper()
        .get('/shop/')
        .then(({ text }) => text);
    expect(await page()).not.toContain('/product-category/lamps/');
    const id = await shop.save({
      name: 'Lamp',
      termIds: [lamps],
      images: [{ source: '/wp-content/uploads/lamp.jpg', alt: '', width: 10, height: 10 }],
    });
    expect(await page()).toContain('/product-category/lamps/');
    const stored = await shop.inContext(() => shop.parts.products.get(id));
    if (!stored) throw new Error('The lamp is gone.');
    await shop.inContext(() =>
      shop.parts.products.save(
        { ...stored, images: [{ source: '/wp-content/uploads/other.jpg', alt: '', width: 10, height: 10 }] },
        'edit',
      ),
    );
    expect(await page()).toContain('/wp-content/uploads/other.jpg');
    expect(await page()).not.toContain('/wp-content/uploads/lamp.jpg');
    await shop.inContext(() => shop.parts.products.save({ ...stored, status: 'draft' }, 'edit'));
    expect(await page()).not.toContain('/product-category/lamps/');
  });

  it('shows the first visible product image of all categories with few queries', async () => {
    const image = (name: string) => ({
      images: [{ source: `/wp-content/uploads/${name}.jpg`, alt: '', width: 10, height: 10 }],
    });
    const tops: string[] = [];
    for (let n = 0; n < 12; n++) {
      const [top, low] = await shop.inContext(async () => {
        const id = await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: `Top ${n}` });
        return [
          id,
          await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: `Low ${n}`, parentId: id }),
        ];
      });
      // Some have more drafts than the first query reads: the fifth has only drafts, the eighth has its published product after them.
      for (let i = 0; i < (n % 3) * 2; i++)
        await shop.save({ name: `Draft ${n} ${i}`, status: 'draft', termIds: [low], ...image(`draft-${n}`) });
      if (n === 5) continue;
      await shop.save({
        name: `Shown ${n}`,
        termIds: [n === 8 || (n % 2 && n < 11) ? low : top],
        ...image(`shown-${n}`),
      });
      if (n !== 8) await shop.save({ name: `Later ${n}`, termIds: [top], ...image(`later-${n}`) });
      tops.push(`shown-${n}`);
    }
    const queries: string[] = [];
    shop.site
      .db()
      .on('query', ({ sql }: LoggedQuery) => void (/store_(?:product_terms|images)/.test(sql) && queries.push(sql)));
    const { text } = await shop.shopper().get('/shop/');
    const tiles = /<nav class="chips"[^]*?<\/ul>/.exec(text)?.[0] ?? '';
    expect([...tiles.matchAll(/uploads\/((?:shown|later|draft)-\d+)\.jpg/g)].map(([, name]) => name).sort()).toEqual(
      tops.sort(),
    );
    // Fewer than one query per category.
    expect(queries.length).toBeLessThan(12);
  });
});
