import type { Database } from 'plinth';
import { indexRows, type Rows } from './index-sql.js';
import type { IndexTable } from './index-table.js';
import { createSqlEngine, productBatches, type RunSelect, type SqlEngine, runStatement } from './sql-engine.js';

const DOCS = 'facet_verify_docs';
const FACTS = 'facet_verify_facts';

/**
 * Runs work with an SQL engine that reads the rows of the index only once, into temporary tables with indexes. Without
 * them, each select reads the JSON of all products again, which takes seconds for 10,000 products.
 */
export async function withVerifyTables<T>(
  { db, table }: { readonly db: Database; readonly table: IndexTable },
  rows: Rows,
  work: (engine: SqlEngine) => Promise<T>,
): Promise<T> {
  const runWithTables = async (): Promise<T> => {
    await dropTables(db);
    try {
      await fillTables(db, rows);
      return await work(createSqlEngine({ db, table, createRunSelect: async () => createTablesSelect(db, rows) }));
    } finally {
      await dropTables(db);
    }
  };
  // Temporary tables belong to a connection. SQLite has only one, and a transaction would block other processes.
  return db.engine === 'sqlite' ? runWithTables() : db.transaction(runWithTables);
}

async function fillTables(db: Database, rows: Rows): Promise<void> {
  const options = db.engine === 'sqlite' ? '' : 'engine=InnoDB default charset=utf8mb4 collate=utf8mb4_bin';
  const statements = [
    `create temporary table ${DOCS} (product_id integer not null, version integer not null, price double, stock varchar(20), primary key (product_id, version)) ${options}`,
    `create temporary table ${FACTS} (product_id integer not null, version integer not null, source varchar(190) not null, value varchar(190) not null, primary key (product_id, version, source, value)) ${options}`,
    `create index ${db.engine === 'sqlite' ? 'temp.' : ''}facet_verify_values on ${FACTS} (source, value, product_id, version)`,
  ];
  for (const sql of statements) await db().raw(sql);
  const fields = [...rows.vocabulary.fields.keys()].map((key) => `field:${key}`);
  for (const products of await productBatches(db, rows.generation)) {
    const { sql, values } = indexRows(db.engine, rows, products, fields);
    await runStatement(db, {
      sql: `insert into ${DOCS} ${sql} select product_id, version, price, stock from docs`,
      values,
    });
    await runStatement(db, {
      sql: `insert into ${FACTS} ${sql} select distinct product_id, version, source, value from facts`,
      values,
    });
  }
}

/** MySQL opens a temporary table only once per statement, unless it is read through a CTE. */
function createTablesSelect(db: Database, { generation }: Rows): RunSelect {
  const tables = `with p as (select product_id, packed from facet_products where generation = ?),
    docs as (select product_id, version, price, stock from ${DOCS}),
    facts as (select product_id, version, source, value from ${FACTS})`;
  return ({ sql, values }) => runStatement(db, { sql: `${tables} ${sql}`, values: [generation, ...values] });
}

async function dropTables(db: Database): Promise<void> {
  const drop = db.engine === 'sqlite' ? 'drop table if exists temp.' : 'drop temporary table if exists ';
  for (const name of [FACTS, DOCS]) await runStatement(db, { sql: `${drop}${name}`, values: [] });
}
