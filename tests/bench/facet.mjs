import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { drawQueries, PER_PAGE, plain, plainRecords, SOURCES, sorted } from './facet-questions.mjs';

const PRODUCTS = 100_000;
const QUERIES = 30;
const ROUNDS = 3;
const ORDERS = {
  '': 'position, name, oid',
  popularity: 'sales desc, oid',
  rating: 'rating desc, rating_count desc, oid',
  date: 'published desc, oid',
  price: 'price, oid',
  'price-desc': 'price desc, oid',
};

/**
 * The same results from optimized SQL: clustered integer key (facet, value, product), a covering index for the reverse order,
 * one GROUP BY for all facets without a selection, no id lists and no text.
 */
function createSqlSide(records, load) {
  const { DatabaseSync } = load('@photostructure/sqlite');
  const db = new DatabaseSync(':memory:');
  db.exec(`
    create table product (oid integer primary key, price integer, position integer, name text, sales integer, rating real, rating_count integer, published integer);
    create table idx (f integer, v integer, oid integer, primary key (f, v, oid)) without rowid;
  `);
  const numbers = new Map();
  const numberOf = (source, value) => {
    const key = `${source}=${value}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key);
  };
  db.exec('begin');
  const product = db.prepare('insert into product values (?, ?, ?, ?, ?, ?, ?, ?)');
  const row = db.prepare('insert into idx values (?, ?, ?)');
  for (const {
    id,
    order,
    docs: [doc],
  } of records) {
    product.run(
      id,
      doc.numbers.price,
      order.position,
      order.name,
      order.sales,
      order.rating,
      order.ratingCount,
      order.published,
    );
    SOURCES.forEach((source, f) => {
      for (const value of doc.values[source] ?? []) row.run(f, numberOf(source, value), id);
    });
  }
  db.exec('commit');
  db.exec(
    `create index idx_product on idx (oid, f, v); ${['price', 'position, name', 'sales desc', 'rating desc, rating_count desc', 'published desc'].map((columns, i) => `create index product_${i} on product (${columns}, oid);`).join(' ')} analyze;`,
  );
  const names = () => new Map([...numbers].map(([key, number]) => [number, key.slice(key.indexOf('=') + 1)]));
  const statements = new Map();
  const run = (sql, values) => {
    if (!statements.has(sql)) statements.set(sql, db.prepare(sql));
    return statements.get(sql).all(...values);
  };

  /** Conditions on `product` for products that match all facets except one. */
  function matching({ selections, ranges }, skip) {
    const parts = [];
    const values = [];
    for (const { key, source, values: wanted } of selections) {
      if (key === skip) continue;
      parts.push(`oid in (select oid from idx where f = ? and v in (${wanted.map(() => '?').join(', ')}))`);
      values.push(SOURCES.indexOf(source), ...wanted.map((value) => numberOf(source, value)));
    }
    for (const { key, min, max } of ranges) {
      if (key === skip) continue;
      parts.push('price between ? and ?');
      values.push(min, max);
    }
    return { where: parts.length > 0 ? `where ${parts.join(' and ')}` : '', values };
  }

  return function answer(query) {
    const all = matching(query);
    const words = names();
    const found = run(`select count(*) n from product ${all.where}`, all.values)[0].n;
    const ids = run(
      `select oid from product ${all.where} order by ${ORDERS[query.sort]} limit ${PER_PAGE}`,
      all.values,
    ).map(({ oid }) => oid);
    const counts = Object.fromEntries(SOURCES.map((source) => [source, {}]));
    const chosen = query.selections.map(({ source }) => SOURCES.indexOf(source));
    const others = SOURCES.map((_, f) => f).filter((f) => !chosen.includes(f));
    const add = (rows) => {
      for (const { f, v, n } of rows) counts[SOURCES[f]][words.get(v)] = n;
    };
    add(
      all.where === ''
        ? run(`select f, v, count(*) n from idx group by f, v`, [])
        : run(
            `with m as materialized (select oid from product ${all.where}) select f, v, count(*) n from m join idx using (oid) where f in (${others.join(', ')}) group by f, v`,
            all.values,
          ),
    );
    for (const { key, source } of query.selections) {
      const { where, values } = matching(query, key);
      const f = SOURCES.indexOf(source);
      add(
        where === ''
          ? run(`select f, v, count(*) n from idx where f = ${f} group by f, v`, [])
          : run(
              `with m as materialized (select oid from product ${where}) select f, v, count(*) n from m join idx using (oid) where f = ${f} group by f, v`,
              values,
            ),
      );
    }
    const priced = matching(query, 'price');
    const { min, max } = run(`select min(price) min, max(price) max from product ${priced.where}`, priced.values)[0];
    return { found, ids, counts, min, max };
  };
}

/** The filter engine compared with SQL. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-sql-100k',
      async run() {
        const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
        const records = plainRecords(randomRecords(PRODUCTS, 9));
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const sql = createSqlSide(records, load);
        const memory = (query) => {
          const { found, hits, counts, bounds } = engine.query(query);
          const { min, max } = bounds.get('price');
          return { found, ids: hits.map(({ id }) => id), counts, min, max };
        };
        const queries = drawQueries(records, QUERIES, randomStream);
        for (const query of queries) {
          const [own, theirs] = [memory(query), sql(query)];
          if (JSON.stringify(sorted({ ...own, counts: plain(own.counts) })) !== JSON.stringify(sorted(theirs)))
            throw new Error(`The sides disagree about ${JSON.stringify(query)}.`);
        }
        const times = queries.map(() => ({ memory: [], sql: [] }));
        for (let round = -1; round < ROUNDS; round++) {
          queries.forEach((query, i) => {
            for (const [name, side] of Object.entries({ memory, sql })) {
              const started = process.hrtime.bigint();
              side(query);
              if (round >= 0) times[i][name].push(Number(process.hrtime.bigint() - started) / 1e6);
            }
          });
        }
        const own = times.map((time) => median(time.memory));
        const theirs = times.map((time) => median(time.sql));
        const ratio = rounded(median(theirs.map((time, i) => time / own[i])));
        const sums = rounded(theirs.reduce((a, b) => a + b) / own.reduce((a, b) => a + b));
        return {
          ratio,
          bar: 20,
          holds: ratio >= 20,
          note: `SQLite ÷ engine, median of ${QUERIES} queries on ${PRODUCTS} products, pages, counts of 7 facets and price bounds equal: engine ${ms(median(own))}, SQL ${ms(median(theirs))}; by sums ${sums}`,
        };
      },
    },
  ];
}
