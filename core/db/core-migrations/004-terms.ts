import type { Migration } from '../../api/index.js';
import { createMetaTable } from './meta-table.js';
import { foldedColumn } from './folded-column.js';

/** Categories, tags and the terms of all other taxonomies. */
export const createTermTables: Migration = {
  id: '004_create_terms',
  async up(db) {
    await db.createTable('terms', (table) => {
      table.increments('term_id');
      foldedColumn(db, table, 'name', 'varchar(200)').notNullable().index();
      foldedColumn(db, table, 'slug', 'varchar(200)').notNullable().index();
      table.integer('term_group').notNullable().defaultTo(0);
    });
    await db.createTable('term_taxonomy', (table) => {
      table.increments('term_taxonomy_id');
      table.integer('term_id').notNullable();
      table.string('taxonomy', 32).notNullable().index();
      table.text('description', 'longtext').notNullable();
      table.integer('parent').notNullable().defaultTo(0);
      table.integer('count').notNullable().defaultTo(0);
      table.unique(['term_id', 'taxonomy']);
    });
    await db.createTable('term_relationships', (table) => {
      table.integer('object_id').notNullable();
      table.integer('term_taxonomy_id').notNullable().index();
      table.integer('term_order').notNullable().defaultTo(0);
      table.primary(['object_id', 'term_taxonomy_id']);
    });
    await createMetaTable(db, 'termmeta', 'term_id');
  },
};
