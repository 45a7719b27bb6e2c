import { createProductReader } from '../../plugins/store/catalog/product-reader.js';
import { createOrderSearch } from '../../plugins/store/orders/order-search.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import { createOrderTokens } from '../../plugins/store/orders/order-tokens.js';
import { createProductList, SORTS } from '../../plugins/store/shop/product-list.js';
import { createTermProducts } from '../../plugins/store/taxonomies/term-products.js';
import { createExactSearch } from '../../plugins/store/search/exact-search.js';
import { createAdminSearch } from '../../plugins/store/search/admin-search.js';
import { createProductTokens } from '../../plugins/store/search/product-tokens.js';
import { SEARCH_ORDER_INDEX } from '../../plugins/store/products/tables.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { uncached } from '../kit/uncached';

/** Greater ids are copies. */
const COPIES = 500;
/** A text short enough for all columns that receive it. */
const cut = (column: string): string => `substr(${column}, 1, 50)`;

interface LoggedQuery {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

describe.each(allEngines)('query plan with many rows on %s', (engine) => {
  let shop: TestSite;

  beforeAll(async () => {
    shop = await bootSite({ engine, demo: true });
    const db = shop.site.db();
    const columns = Object.keys(await db('store_products').columnInfo()).filter(
      (name) => !['id', 'slug', 'sku', 'sales', 'updated_at', 'published_at', 'review_rating'].includes(name),
    );
    // Doubles the number of products each time, with different values in the columns used for sorting.
    for (const round of [1, 2, 3, 4, 5, 6, 7]) {
      const [step, joined] = [1000 * round, engine === 'mysql' ? "concat(slug, '-', ?)" : "slug || '-' || ?"];
      const day =
        engine === 'mysql' ? 'date_sub(updated_at, interval ? minute)' : "datetime(updated_at, '-' || ? || ' minutes')";
      await db.raw(
        `insert into store_products (slug, sales, updated_at, published_at, review_rating, ${columns.join(', ')}) select ${joined}, sales + id % 97, ${day}, ${day}, id % 500, ${columns.join(', ')} from store_products`,
        [round, step, step],
      );
    }
    await db.raw(
      'insert into store_product_terms (product_id, term_id, position) select id, 1 + id % 20, 0 from store_products where id > ?',
      [COPIES],
    );
    // Half of them have the same role.
    await db.raw(
      `insert into users (user_login, user_pass, user_nicename, user_email, user_registered, display_name) select slug, '', ${cut('slug')}, ${cut('slug')}, updated_at, name from store_products where id > ?`,
      [COPIES],
    );
    await db.raw(
      "insert into usermeta (user_id, meta_key, meta_value) select id, 'wp_capabilities', 'a:1:{s:8:\"customer\";b:1;}' from users where user_login <> 'admin' and id % 2 = 0",
    );
    await db.raw(
      `insert into store_orders (number, order_key, form_token, status, user_id, currency, email, customer, search, billing, shipping, shipping_method, payment_method, items_total, delivery_total, payment_fee, tax_total, total, note, locale, created_at, updated_at)
      select id, id, id, case id % 3 when 0 then 'pending' when 1 then 'completed' else 'cancelled' end, id, 'PLN', ${cut('slug')}, '', slug, '{}', '{}', '', '', 1, 0, 0, 0, 1, '', '', published_at, published_at from store_products where id > ?`,
      [COPIES],
    );
    await createProductTokens({ db: shop.site.db }).rebuild();
    await createOrderTokens({ db: shop.site.db }).rebuild();
    for (const table of [
      'store_products',
      'store_product_terms',
      'users',
      'usermeta',
      'store_orders',
      'store_product_texts',
      'store_product_tokens',
      'store_search_ngrams',
      'store_order_tokens',
    ])
      await db.raw(engine === 'mysql' ? `analyze table ${table}` : `analyze ${table}`);
  });
  afterAll(() => shop?.close());

  /** Records the queries on a table that sort or select by id while `work` runs. */
  async function recordQueries(
    work: () => Promise<unknown>,
    pattern = /from [`"]store_products[`"].*order by/,
  ): Promise<LoggedQuery[]> {
    const found: LoggedQuery[] = [];
    const note = ({ sql, bindings }: LoggedQuery): void => {
      if (pattern.test(sql)) found.push({ sql, bindings });
    };
    shop.site.db().on('query', note);
    await work();
    shop.site.db().removeListener('query', note);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }

  /** Steps of a query plan whose cost grows with the catalog. */
  async function costly({ sql, bindings }: LoggedQuery): Promise<string[]> {
    if (engine === 'sqlite') {
      const plan = await shop.site.db().raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings as never);
      return plan
        .map(({ detail }) => detail)
        .filter(
          (detail) =>
            /TEMP B-TREE FOR ORDER/.test(detail) ||
            (/^SCAN (?!part_|\()\w+$/.test(detail) && !/order by `id` (?:asc|desc)/.test(sql)),
        );
    }
    const [plan] = (await shop.site.db().raw(`explain ${sql}`, bindings as never)) as [
      { table: string | null; type: string; Extra: string }[],
    ];
    // Full scans of derived tables are acceptable: they are limited.
    return plan
      .filter(
        ({ table, type, Extra }) =>
          (type === 'ALL' && !/^<(?:derived|union)/.test(table ?? '')) || /filesort|temporary/i.test(Extra),
      )
      .map(({ type, Extra }) => `${type} ${Extra}`);
  }

  /** Full scans of tables that grow with the shop. Term tables are small, and derived tables are limited. */
  async function wholly({ sql, bindings }: LoggedQuery): Promise<string[]> {
    const grows = /^(?:store_(?:products|variations|product_\w+|search_ngrams|orders|order_tokens)|text|product|link)$/;
    if (engine === 'sqlite') {
      const plan = await shop.site.db().raw<{ detail: string }[]>(`explain query plan ${sql}`, bindings as never);
      return plan
        .map(({ detail }) => detail)
        .filter((detail) => {
          const [, table = '', by] = /^SCAN (\w+)( USING .*)?$/.exec(detail) ?? [];
          // A scan in index or id order with a limit is acceptable.
          return (
            grows.test(table) &&
            !((by !== undefined || /order by `id` desc limit/.test(sql)) && sql.includes(' limit ?'))
          );
        });
    }
    const [plan] = (await shop.site.db().raw(`explain ${sql}`, bindings as never)) as [
      { table: string | null; type: string; Extra: string }[],
    ];
    // If many rows match and all are sorted, MariaDB may prefer a full table scan.
    const many = /distinct `(?:product|order)_id`.*order by/.test(sql);
    return plan
      .filter(
        ({ table, type, Extra }) =>
          grows.test(table ?? '') &&
          ((type === 'ALL' && !many) ||
            (type === 'index' && (/filesort|temporary/i.test(Extra) || !sql.includes(' limit ?')))),
      )
      .map(({ table, type, Extra }) => `${table} ${type} ${Extra}`);
  }

  it('reads the home page lists from an index', async () => {
    for (const query of await recordQueries(() => fetch(`${shop.url}/`)))
      expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
  });

  it('finds featured products of the home page by the featured index', async () => {
    const list = createProductList({ db: shop.site.db, cache: uncached });
    const [{ sql, bindings } = { sql: '', bindings: [] }] = await recordQueries(async () =>
      list.ids({ featured: true, limit: 12 }),
    );
    const plan = await shop.site
      .db()
      .raw(engine === 'sqlite' ? `explain query plan ${sql}` : `explain ${sql}`, bindings as never);
    expect(JSON.stringify(plan)).toContain('store_products_featured');
  });

  it.each([
    ...SORTS.map((sort) => ({ sort })),
    { sort: 'popularity' as const, onSale: true },
    { sort: '' as const, onSale: true },
  ])('reads the first products of a shop list from an index: %j', async (query) => {
    const list = createProductList({ db: shop.site.db, cache: uncached });
    for (const recordedQuery of await recordQueries(async () => list.ids({ ...query, limit: 12 })))
      expect([recordedQuery.sql, await costly(recordedQuery)]).toEqual([recordedQuery.sql, []]);
  });

  it.each(['date', 'name', 'id'] as const)('reads the owner’s product list by %s from an index', async (sort) => {
    const { list } = createProductReader({
      scope: { db: shop.site.db, cache: uncached },
      images: { listByProducts: () => Promise.resolve(new Map()) },
    });
    for (const query of await recordQueries(() => list({ sort, descending: true, limit: 20, offset: 0 })))
      expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
  });

  it('finds related products and category images by the index of product terms', async () => {
    const inTerms = createTermProducts({ db: shop.site.db });
    const queries = await recordQueries(async () => {
      expect(await inTerms.newest([3, 4], 60)).toHaveLength(120);
      expect((await inTerms.oldest([3, 4, 5], 3)).size).toBe(3);
      expect(await inTerms.next(3, 100, 500)).not.toHaveLength(0);
    }, /store_product_terms/);
    for (const query of queries) expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
  });

  it('shows a product page without sorting its whole category', async () => {
    const slug = await shop.site.db()('store_products').where({ id: 1 }).first<{ slug: string }>('slug');
    for (const query of await recordQueries(
      () => fetch(`${shop.url}/product/${slug.slug}/`),
      /store_product_terms[`"].*(?:order by|where)|from [`"]store_products[`"]/,
    )) {
      // Queries for a single product return few rows.
      if (!/where `(?:product_id|slug)`/.test(query.sql))
        expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
    }
  });

  it('lists orders by status and by customer from an index', async () => {
    const store = createOrderStore({ db: shop.site.db });
    const queries = await recordQueries(async () => {
      for (const query of [{}, { status: 'pending' as const }, { userId: 2000 }])
        await store.list({ ...query, limit: 25, offset: 0 });
    }, /from [`"]store_orders[`"]/);
    expect(queries).toHaveLength(3);
    for (const query of queries) expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
  });

  it.each(['lampa', 'lamp', 'lampa biurkowa', 'a', 'zegar kub', 'nobody'])(
    'finds “%s” by the search token index for visitors and the owner',
    async (text) => {
      const scope = { db: shop.site.db, cache: uncached };
      const order = [
        { column: 'updated_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ] as const;
      const queries = await recordQueries(async () => {
        for (const rounds of [undefined, []])
          await createExactSearch({
            scope,
            terms: { byId: () => Promise.resolve(new Map()) },
            maxFullScan: 20,
            ...(rounds ? { rounds } : {}),
          }).find({ text, limit: 3, buyable: false, codes: true, terms: true });
        for (const rounds of [undefined, []])
          await createAdminSearch({ scope, maxFullScan: 20, ...(rounds ? { rounds } : {}) }).list(text.split(' '), {
            matching: () => scope.db()('store_products'),
            key: [],
            order,
            indexed: true,
            limit: 20,
            offset: 0,
          });
      }, /^select/);
      for (const query of queries) expect([query.sql, await wholly(query)]).toEqual([query.sql, []]);
    },
  );

  // SQLite has no covering index for this.
  if (engine === 'mysql')
    it.each(['lampa', 'lampa biurkowa'])('sorts products for “%s” from a covering index', async (text) => {
      const scope = { db: shop.site.db, cache: uncached };
      const search = createExactSearch({
        scope,
        terms: { byId: () => Promise.resolve(new Map()) },
        maxFullScan: 100_000,
      });
      const queries = await recordQueries(
        () => search.find({ text, limit: 3, buyable: true, codes: true, terms: true }),
        /review_rating/,
      );
      expect(queries.length).toBeGreaterThan(0);
      for (const { sql, bindings } of queries) {
        const [plan] = (await shop.site.db().raw(`explain ${sql}`, bindings as never)) as [
          { table: string | null; key: string | null; Extra: string }[],
        ];
        expect([
          sql,
          plan.filter(({ table }) => table === 'product').map(({ key, Extra }) => [key, /using index/i.test(Extra)]),
        ]).toEqual([sql, [[SEARCH_ORDER_INDEX, true]]]);
      }
    });

  it.each(['lampa', 'bocian', 'lampa-bocian-3', 'nobody'])(
    'finds “%s” by the search token index of orders',
    async (phrase) => {
      const { db } = shop.site;
      const queries = await recordQueries(async () => {
        for (const rounds of [[100], []]) {
          const search = createOrderSearch({ db, maxFullScan: 20, rounds });
          await search.list(phrase, () => undefined, 25, 0);
          await search.count(phrase, () => undefined);
        }
      }, /^select/);
      for (const query of queries) expect([query.sql, await wholly(query)]).toEqual([query.sql, []]);
    },
  );

  it('counts orders by status without reading the orders table', async () => {
    const store = createOrderStore({ db: shop.site.db });
    const queries: LoggedQuery[] = [];
    const note = ({ sql, bindings }: LoggedQuery): void => void queries.push({ sql, bindings });
    shop.site.db().on('query', note);
    await store.count({ status: 'pending' });
    await store.count({});
    shop.site.db().removeListener('query', note);
    expect(queries.filter(({ sql }) => sql.includes('store_orders'))).toEqual([]);
  });

  it.each(['customer', ''])('lists users of the role "%s" from the login index', async (role) => {
    const queries = await recordQueries(async () => {
      const { users, total } = await shop.inContext(() =>
        shop.site.users.getUsers({ ...(role ? { role } : {}), number: 20, orderby: 'login' }),
      );
      expect(users).toHaveLength(20);
      expect(total).toBeGreaterThan(2000);
    }, /from [`"]users[`"].*order by/);
    for (const query of queries) expect([query.sql, await costly(query)]).toEqual([query.sql, []]);
  });

  it.each([
    ['users', 'user_email'],
    ['store_orders', 'email'],
    ['store_emails', 'recipient'],
    ['comments', 'comment_author_email'],
  ])('finds rows of %s by %s from an index', async (table, column) => {
    const query = shop.site
      .db()(table)
      .where({ [column]: 'anna@example.test' })
      .toSQL()
      .toNative();
    expect(await costly({ sql: query.sql, bindings: query.bindings })).toEqual([]);
  });
});
