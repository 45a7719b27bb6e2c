import type { Database } from '../../api/index.js';
import { foldedColumn } from './folded-column.js';

/** One of the four tables that hold metadata; they differ only in what they point at. */
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
