import type { Migration } from '../../api/index.js';
import { foldedColumn } from './folded-column.js';

/** Options, and the counter with which processes detect each other's changes. */
export const createOptionTables: Migration = {
  id: '001_create_options',
  async up(db) {
    await db.createTable('options', (table) => {
      table.increments('id');
      foldedColumn(db, table, 'name', 'varchar(191)').notNullable().unique();
      table.text('value', 'longtext').notNullable();
      table.string('autoload', 20).notNullable().index();
    });
    await db.createTable('table_versions', (table) => {
      table.integer('id').notNullable().primary();
      table.bigInteger('version').notNullable();
    });
    const [known] = await db()('table_versions').where({ id: 1 }).pluck<number[]>('id');
    if (!known) await db()('table_versions').insert({ id: 1, version: 1 });
  },
};
