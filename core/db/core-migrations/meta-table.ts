import type { Database } from '../../api/index.js';
import { foldedColumn } from './folded-column.js';

/** Creates one of the four metadata tables, which differ only in the object they refer to. */
export async function createMetaTable(db: Database, name: string, object: string): Promise<void> {
  await db.createTable(name, (table) => {
    table.increments('meta_id');
    table.integer(object).notNullable();
    foldedColumn(db, table, 'meta_key', 'varchar(255)').notNullable();
    table.text('meta_value', 'longtext').notNullable();
    table.index([object, 'meta_key']);
    table.index(['meta_key']);
  });
}
