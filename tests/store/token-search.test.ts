import { Readable } from 'node:stream';
import type { ProductRow } from '../../plugins/store/products/tables.js';
import { normalizeLine } from '../../plugins/store/search-tokens/ngrams.js';
import type { ProductInput } from '../../plugins/store/products/product-input.js';
import type { ExactSearchQuery, FoundProducts } from '../../plugins/store/contract/index.js';
import { generateCatalog } from '../../plugins/store/generator/generate-catalog.js';
import { createMoney } from '../../plugins/store/money/money.js';
import { createProductImport } from '../../plugins/store/products-admin/files/product-import.js';
import { createExactSearch } from '../../plugins/store/search/exact-search.js';
import { createAdminSearch, type AdminListQuery } from '../../plugins/store/search/admin-search.js';
import { tokenMigrations } from '../../plugins/store/migrations/search-tokens.js';
import { allEngines } from '../kit/databases.js';
import { searchExhaustively } from '../kit/exhaustive-search.js';
import { seeded } from '../kit/seeded.js';
import { bootShop, PRODUCT, type ShopSite, VARIATION } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

const WORDS = [
  'Lampa',
  'lampka',
  'Łóżko',
  'dębowe',
  'półka',
  'a',
  'x-1',
  '50%',
  '_',
  'Straße',
  'Größe',
  'ðŋŧ',
  'Æther',
  'czerwona,',
  '(biała)',
  '🐢',
  'ﬁrana',
  `${'bardzo'.repeat(9)}`,
  `${'długie-słowo'.repeat(12)}`,
];
const QUERIES = [
  'lampa',
  'LAMP',
  'amp',
  'lozko',
  'łóżko deb',
  'a',
  '%',
  '_',
  '50%',
  'x-1',
  'strasse',
  'dnt',
  'ae',
  'fira',
  '🐢',
  'biała)',
  'polka lampa',
  'nic takiego',
  'bardzobardzobardzobardzobardzo',
  'slowodlugie-slowodlugie',
  'kod-1',
  'kod-17',
  '590',
  'okod',
  'meble',
  'miękk',
  'lampa meble',
  'lampa lampa',
  'x y',
  'lampa dębowe',
];
const TABLES = [
  'store_product_texts',
  'store_product_tokens',
  'store_search_ngrams',
  'store_products',
  'store_variations',
] as const;

/** Low limits, so that a small shop covers all code paths. */
const SMALL = {
  maxFullScan: 6,
  rounds: [
    { from: 0, size: 5 },
    { from: 5, size: 20 },
  ],
};

describe.each(allEngines)('product search index on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  const exactly = (
    searchQuery: Partial<ExactSearchQuery> & { text: string },
    how: object = {},
  ): Promise<FoundProducts> =>
    shop.inContext(() =>
      createExactSearch({ scope: shop.scope, terms: shop.parts.terms, ...how }).find({
        limit: 50,
        buyable: false,
        codes: true,
        terms: true,
        ...searchQuery,
      }),
    );

  /** Searches all visible products by comparison. */
  const exhaustively = (searchQuery: Partial<ExactSearchQuery> & { text: string }): Promise<FoundProducts> =>
    shop.inContext(async () => {
      const { catalog } = shop.parts;
      return searchExhaustively(await catalog.records(0, 10_000), await catalog.terms(), {
        limit: 50,
        buyable: false,
        codes: true,
        terms: true,
        ...searchQuery,
      });
    });

  /** Ids of all products whose name or SKU contains the words, newest first, as in the admin list. */
  const ownersExhaustively = (words: readonly string[], status?: string): Promise<number[]> =>
    shop.inContext(async () => {
      const rows = await shop.scope.db()<ProductRow>('store_products');
      const versions = (await shop.scope.db()('store_variations')) as {
        product_id: number;
        sku: string | null;
        gtin: string;
      }[];
      const textOf = (row: ProductRow): string =>
        normalizeLine(
          [
            row.name,
            row.sku ?? '',
            row.gtin,
            ...versions.filter(({ product_id }) => product_id === row.id).flatMap(({ sku, gtin }) => [sku ?? '', gtin]),
          ].join(' '),
        );
      return rows
        .filter(
          (row) => (status === undefined || row.status === status) && words.every((word) => textOf(row).includes(word)),
        )
        .map(({ id }) => id)
        .sort((a, b) => b - a);
    });

  const dump = async (): Promise<string> =>
    JSON.stringify(await Promise.all(TABLES.map((table) => shop.scope.db()(table).select('*'))));

  /** The stored index, without words that no product uses any more. */
  async function index(): Promise<unknown> {
    const db = shop.scope.db();
    const key = (row: object): string => JSON.stringify(row);
    const rows = async (table: string): Promise<string[]> =>
      ((await db(table).select('*')) as object[]).map(key).sort();
    const used = new Set(await db('store_product_tokens').distinct('word').pluck<string[]>('word'));
    const parts = ((await db('store_search_ngrams').select('*')) as { part: string; word: string }[])
      .filter(({ word }) => used.has(word))
      .map(key)
      .sort();
    return { texts: await rows('store_product_texts'), words: await rows('store_product_tokens'), parts };
  }

  it('finds the same products in the same order as a full comparison', async () => {
    const by = seeded(`words ${engine}`);
    const { parts, scope } = shop;
    const [furniture, softTag] = await shop.inContext(async () => [
      await parts.taxonomies.createTerm({ taxonomy: 'product_cat', name: 'Meble' }),
      await parts.taxonomies.createTerm({ taxonomy: 'product_tag', name: 'Miękkie, lampa' }),
    ]);
    const color = await shop.inContext(async () => {
      await parts.taxonomies.ensureTaxonomy({
        name: 'pa_kolor',
        label: 'Kolor',
        kind: 'attribute',
        hierarchical: false,
      });
      return Promise.all([
        parts.taxonomies.createTerm({ taxonomy: 'pa_kolor', name: 'Złoty' }),
        parts.taxonomies.createTerm({ taxonomy: 'pa_kolor', name: 'Dębowe' }),
      ]);
    });
    const below = await shop.inContext(() =>
      parts.taxonomies.createTerm({ taxonomy: 'product_cat', name: 'Stoły x', parentId: furniture }),
    );
    let codeCount = 0;
    const phrase = (max: number): string =>
      Array.from({ length: by.whole(1, max) }, () => by.pick(WORDS))
        .join(by.pick([' ', '  ', ' ']))
        .slice(0, 290);
    const code = (): string => (by.chance(60) ? `KoD-${++codeCount}` : '');
    const price = () => (by.chance(80) ? PRODUCT.price : null);
    const createRandomProduct = (): Partial<ProductInput> => ({
      name: phrase(4),
      sku: by.chance(5) ? `lampa ${++codeCount}` : code(),
      gtin: by.chance(20) ? '5901234123457' : '',
      shortDescription: by.chance(50) ? `<p>${phrase(6)}</p><b>${phrase(1)}</b>` : '',
      price: price(),
      status: by.chance(85) ? 'publish' : 'draft',
      visibility: by.chance(90) ? 'visible' : 'hidden',
      stock: by.pick(['instock', 'instock', 'onbackorder', 'outofstock'] as const),
      termIds: [furniture, softTag, below].filter(() => by.chance(30)),
      variations: by.chance(25)
        ? color.filter(() => by.chance(70)).map((id) => ({ ...VARIATION, termIds: [id], sku: code(), price: price() }))
        : [],
    });
    const ids: number[] = [];
    const steps: (() => Promise<unknown>)[] = [
      async () => ids.push(await shop.save(createRandomProduct())),
      () => shop.save({ ...createRandomProduct(), id: by.pick(ids) }),
      () =>
        shop.inContext(() =>
          parts.products.setStatus([by.pick(ids), by.pick(ids)], by.pick(['publish', 'draft'] as const)),
        ),
      () => shop.inContext(() => parts.products.remove([assertDefined(ids.splice(by.whole(0, ids.length - 1), 1)[0])])),
      () =>
        shop.inContext(async () =>
          scope
            .db()('store_products')
            .where({ id: by.pick(ids) })
            .update({ review_rating: by.whole(0, 5) * 100 }),
        ),
      () =>
        shop.inContext(() => parts.taxonomies.updateTerm(by.pick([furniture, softTag, below]), { name: phrase(2) })),
    ];
    for (let i = 0; i < 60; i++) ids.push(await shop.save(createRandomProduct()));
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 15; i++) await by.pick(steps)();
      for (const text of QUERIES) {
        const searchQuery = {
          text,
          limit: by.pick([1, 3, 50]),
          buyable: by.chance(30),
          codes: by.chance(70),
          terms: by.chance(70),
          ...(by.chance(30) ? { categoryId: by.pick([furniture, below, softTag, 999]) } : {}),
        };
        const expected = await exhaustively(searchQuery);
        expect([searchQuery, await exactly(searchQuery)]).toEqual([searchQuery, expected]);
        expect([searchQuery, await exactly(searchQuery, SMALL)]).toEqual([searchQuery, expected]);
        expect([searchQuery, await exactly(searchQuery, { ...SMALL, rounds: [] })]).toEqual([searchQuery, expected]);
      }
      for (const words of QUERIES.map((text) => [...new Set(normalizeLine(text).split(' '))])) {
        const status = by.pick([undefined, 'draft'] as const);
        const owned = await ownersExhaustively(words, status);
        const list = (more: Partial<AdminListQuery>): AdminListQuery => ({
          matching: () =>
            scope
              .db()('store_products')
              .modify((query) => void (status && query.where({ status }))),
          key: [status],
          order: [{ column: 'id', order: 'desc' }],
          indexed: true,
          limit: 4,
          offset: by.pick([0, 3]),
          ...more,
        });
        for (const how of [{}, { maxFullScan: 6, rounds: [5, 30] }, { maxFullScan: 6, rounds: [3] }]) {
          const listQuery = list({});
          const { rows, total } = await shop.inContext(() =>
            createAdminSearch({ scope, ...how }).list(words, listQuery),
          );
          expect([words, how, rows.map(({ id }) => id), total]).toEqual([
            words,
            how,
            owned.slice(listQuery.offset, listQuery.offset + 4),
            owned.length,
          ]);
        }
      }
    }
    // The incrementally updated index equals a rebuilt one.
    const followed = await index();
    expect(await shop.inContext(() => parts.tokens.rebuild())).toBe(ids.length);
    expect(await index()).toEqual(followed);
  }, 120_000);

  it('rolls back with a failed product transaction', async () => {
    const id = await shop.save({ name: 'Zegar' });
    const before = await dump();
    const rolledBack = shop.inContext(() =>
      shop.scope.db.transaction(async () => {
        await shop.parts.products.save({ ...PRODUCT, id, name: 'Zegarek szafirowy' }, 'edit');
        await shop.parts.products.save({ ...PRODUCT, name: 'Klepsydra' }, 'edit');
        await shop.parts.products.remove([id]);
        throw new Error('taken back');
      }),
    );
    await expect(rolledBack).rejects.toThrow('taken back');
    expect(await dump()).toBe(before);
    expect([
      await exactly({ text: 'zegarek' }),
      await exactly({ text: 'klepsydra' }),
      (await exactly({ text: 'zegar' })).ids,
    ]).toEqual([{ ids: [], total: 0 }, { ids: [], total: 0 }, [id]]);
  });

  it('stays unwritten when a product is saved with unchanged texts', async () => {
    const id = await shop.save({ name: 'Wiklina', sku: 'W-77' });
    const written: string[] = [];
    const note = ({ sql }: { sql: string }): void =>
      void (
        /^(?:insert|delete|update)[^(]*?store_(?:product_(?:tokens|texts)|search_ngrams)/.test(sql) && written.push(sql)
      );
    shop.scope.db().on('query', note);
    await shop.save({ id, name: 'Wiklina', sku: 'W-77', stockQuantity: 3, description: '<p>Other</p>' });
    expect(written).toEqual([]);
    await shop.save({ id, name: 'Wiklinowy', sku: 'W-77' });
    shop.scope.db().removeListener('query', note);
    for (const table of ['product_tokens', 'product_texts', 'search_ngrams'])
      expect([table, written.some((sql) => sql.includes(`store_${table}`))]).toEqual([table, true]);
  });

  it('includes imported and generated products but not those of a dry run', async () => {
    const read = (text: string, dryRun: boolean) =>
      shop.inContext(() =>
        createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(
          Readable.from([text]),
          { dryRun },
        ),
      );
    const file =
      'type;sku;name;status;regular_price\nproduct;CS-1;Parasol plażowy;publish;10\nproduct;CS-2;Parasolka;publish;12';
    await read(file, true);
    expect((await exactly({ text: 'parasol' })).total).toBe(0);
    await read(file, false);
    expect((await exactly({ text: 'arasol' })).total).toBe(2);
    await read('type;sku;name\nproduct;CS-2;Leżak', false);
    expect([(await exactly({ text: 'parasol' })).total, (await exactly({ text: 'lezak' })).total]).toEqual([1, 1]);
    await shop.inContext(() =>
      generateCatalog(
        { scope: shop.scope, ...shop.parts },
        { count: 30, seed: 3, now: new Date(Date.UTC(2028, 1, 1)) },
      ),
    );
    const followed = await index();
    await shop.inContext(() => shop.parts.tokens.rebuild());
    expect(await index()).toEqual(followed);
  });

  it('rebuilds for existing products and terms in the migration', async () => {
    const id = await shop.save({
      name: 'Hamak bujany',
      termIds: [
        await shop.inContext(() => shop.parts.taxonomies.createTerm({ taxonomy: 'product_brand', name: 'Słońce' })),
      ],
    });
    const indexBefore = await index();
    await shop.scope.db()('store_product_texts').where({ product_id: id }).delete();
    await shop.scope.db()('store_search_ngrams').delete();
    await shop.scope.db()('store_terms').update({ search_name: '' });
    for (const { up } of tokenMigrations) await up(shop.site.db);
    expect(await index()).toEqual(indexBefore);
    expect((await exactly({ text: 'slonce huśt' })).total).toBe(0);
    expect((await exactly({ text: 'slonce amak' })).ids).toEqual([id]);
  });

  it('matches signs such as № and ™ by their letters, also after the migration', async () => {
    const id = await shop.save({
      name: 'Chanel №5 Marka™',
      sku: 'CH-5',
      termIds: [
        await shop.inContext(() => shop.parts.taxonomies.createTerm({ taxonomy: 'product_brand', name: 'Dom™' })),
      ],
    });
    const found = async (): Promise<number[][]> =>
      Promise.all(['no5', '№5', 'chanel markatm', 'domtm'].map(async (text) => [...(await exactly({ text })).ids]));
    expect(await found()).toEqual([[id], [id], [id], [id]]);
    const indexBefore = await index();
    const db = shop.scope.db();
    const before = (column: string) => db.raw<string>(`replace(replace(${column}, 'no5', 'No5'), 'tm', 'TM')`);
    await db('store_products')
      .where({ id })
      .update({ search: before('search') });
    await db('store_terms')
      .where('name', 'Dom™')
      .update({ search_name: before('search_name') });
    await db('store_product_texts')
      .where({ product_id: id })
      .update({ name: before('name'), name_start: before('name_start') });
    await db('store_product_tokens')
      .where({ product_id: id })
      .update({ word: before('word') });
    await tokenMigrations.find((migration) => migration.id === '013_fold_signs')?.up(shop.site.db);
    expect(await index()).toEqual(indexBefore);
    expect(await found()).toEqual([[id], [id], [id], [id]]);
    expect(await db('store_products').where({ id }).first('search')).toEqual({
      search: expect.stringContaining('no5 markatm'),
    });
  });
});
