import { randomBytes } from 'node:crypto';
import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { clocked, drawQueries, memorySide, PER_PAGE, plainRecords, SOURCES, sorted } from './facet-questions.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SIZES = [
  { name: 'facet-mariadb-100k', products: 100_000, queries: 30, bar: 150 },
  { name: 'facet-mariadb-1m', products: 1_000_000, queries: 20, bar: 120 },
];
/** Rows per INSERT statement. */
const ROWS = 5000;
const ORDERS = {
  '': 'position, name, oid',
  popularity: 'sales desc, oid',
  rating: 'rating desc, rating_count desc, oid',
  date: 'published desc, oid',
  price: 'price, oid',
  'price-desc': 'price desc, oid',
};

/** Tables for products and their values, integers only: primary key (facet, value, product) and a covering index for the reverse order. */
async function fill(connection, records) {
  await connection.query(
    'create table product (oid int unsigned primary key, price int unsigned, position double, name varchar(80) collate utf8mb4_bin, sales double, rating double, rating_count double, published double) engine InnoDB',
  );
  await connection.query(
    'create table idx (f tinyint unsigned, v int unsigned, oid int unsigned, primary key (f, v, oid)) engine InnoDB',
  );
  const numbers = new Map();
  const numberOf = (source, value) => {
    const key = `${source}=${value}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    return numbers.get(key);
  };
  const waiting = { product: [], idx: [] };
  const write = async (table, force) => {
    if (waiting[table].length === 0 || (!force && waiting[table].length < ROWS)) return;
    await connection.query(`insert into ${table} values ?`, [waiting[table].splice(0)]);
  };
  await connection.query('set unique_checks = 0');
  await connection.beginTransaction();
  for (const {
    id,
    order,
    docs: [doc],
  } of records) {
    waiting.product.push([
      id,
      doc.numbers.price,
      order.position,
      order.name,
      order.sales,
      order.rating,
      order.ratingCount,
      order.published,
    ]);
    SOURCES.forEach((source, f) => {
      for (const value of doc.values[source] ?? []) waiting.idx.push([f, numberOf(source, value), id]);
    });
    for (const table of ['product', 'idx']) await write(table, false);
  }
  for (const table of ['product', 'idx']) await write(table, true);
  await connection.commit();
  await connection.query('create index idx_product on idx (oid, f, v)');
  for (const [i, columns] of [
    'price',
    'position, name',
    'sales desc',
    'rating desc, rating_count desc',
    'published desc',
  ].entries())
    await connection.query(`create index product_${i} on product (${columns})`);
  await connection.query('analyze table product, idx');
  return { numberOf, words: new Map([...numbers].map(([key, number]) => [number, key.slice(key.indexOf('=') + 1)])) };
}

/** The SQL side: page, total, counts and price bounds, with one GROUP BY for all facets without a selection, no id lists and no text. */
function createSqlSide(connection, { numberOf, words }) {
  const run = async (sql, values) => (await connection.execute(sql, values))[0];

  /** Products that match all facets except one. */
  function matching({ selections, ranges }, skip) {
    const parts = [];
    const values = [];
    for (const { key, source, values: wanted } of selections) {
      if (key === skip) continue;
      parts.push(`p.oid in (select oid from idx where f = ? and v in (${wanted.map(() => '?').join(', ')}))`);
      values.push(SOURCES.indexOf(source), ...wanted.map((value) => numberOf(source, value)));
    }
    for (const { key, min, max } of ranges) {
      if (key === skip) continue;
      parts.push('p.price between ? and ?');
      values.push(min, max);
    }
    return { where: parts.length > 0 ? `where ${parts.join(' and ')}` : '', values };
  }

  return async (query) => {
    const all = matching(query);
    const found = Number((await run(`select count(*) n from product p ${all.where}`, all.values))[0].n);
    const ids = (
      await run(`select p.oid from product p ${all.where} order by ${ORDERS[query.sort]} limit ${PER_PAGE}`, all.values)
    ).map(({ oid }) => Number(oid));
    const counts = Object.fromEntries(SOURCES.map((source) => [source, {}]));
    const chosen = query.selections.map(({ source }) => SOURCES.indexOf(source));
    const others = SOURCES.map((_, f) => f).filter((f) => !chosen.includes(f));
    const count = async ({ where, values }, facets) => {
      const within =
        where === ''
          ? `select f, v, count(*) n from idx where f in (${facets.join(', ')}) group by f, v`
          : `select i.f, i.v, count(*) n from product p join idx i on i.oid = p.oid ${where} and i.f in (${facets.join(', ')}) group by i.f, i.v`;
      for (const { f, v, n } of await run(within, values)) counts[SOURCES[f]][words.get(Number(v))] = Number(n);
    };
    await count(all, others);
    for (const { key, source } of query.selections) await count(matching(query, key), [SOURCES.indexOf(source)]);
    const priced = matching(query, 'price');
    const [{ min, max }] = await run(
      `select min(p.price) min, max(p.price) max from product p ${priced.where}`,
      priced.values,
    );
    return { found, ids, counts, min: min === null ? null : Number(min), max: max === null ? null : Number(max) };
  };
}

/** The filter engine compared with optimized SQL on MariaDB. The server is a separate process, so both sides are measured in elapsed time. */
export function benches({ root, load }) {
  return SIZES.map(({ name, products, queries: count, bar }) => ({
    name,
    /** Runs only when named: it needs a database server and fills a database. */
    large: true,
    async run() {
      const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
      const server = process.env.BENCH_MYSQL ?? 'mysql://root@127.0.0.1:3306';
      const database = `plinth_bench_${randomBytes(6).toString('hex')}`;
      const connection = await load('mysql2/promise').createConnection(server);
      try {
        await connection.query(`create database ${database} character set utf8mb4 collate utf8mb4_bin`);
        await connection.query(`use ${database}`);
        const records = plainRecords(randomRecords(products, 9));
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const sql = createSqlSide(connection, await fill(connection, records));
        const memory = memorySide(engine);
        const queries = drawQueries(records, count, randomStream);
        for (const query of queries) {
          if (JSON.stringify(sorted(memory(query))) !== JSON.stringify(sorted(await sql(query))))
            throw new Error(`The sides disagree about ${JSON.stringify(query)}.`);
        }
        const times = queries.map(() => ({ memory: [], sql: [] }));
        for (let round = -1; round < ROUNDS; round++) {
          for (const [i, query] of queries.entries()) {
            for (const [side, ask] of Object.entries({ memory, sql })) {
              const time = await clocked(() => ask(query));
              if (round >= 0) times[i][side].push(time);
            }
          }
        }
        const [own, theirs] = [times.map((time) => median(time.memory)), times.map((time) => median(time.sql))];
        const ratio = rounded(median(theirs.map((time, i) => time / own[i])));
        const sums = rounded(theirs.reduce((a, b) => a + b) / own.reduce((a, b) => a + b));
        return {
          ratio,
          bar,
          holds: ratio >= bar,
          note: `MariaDB ÷ engine, median of ${count} queries on ${products} products, pages, counts of 7 facets and price bounds equal: engine ${ms(median(own))}, SQL ${ms(median(theirs))}; by sums ${sums}`,
        };
      } finally {
        await connection.query(`drop database if exists ${database}`).catch(() => undefined);
        await connection.end();
      }
    },
  }));
}
