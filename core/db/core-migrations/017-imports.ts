import type { Migration } from '../../api/index.js';

/** Import files from other sites, and the result of each of their entries. */
export const createImports: Migration = {
  id: '017_imports',
  async up(db) {
    await db.createTable('imports', (table) => {
      table.increments('id');
      table.string('name', 191).notNullable();
      table.text('file').notNullable();
      // A folder or zip file of the old site's uploads; empty if they are downloaded.
      table.text('media').notNullable();
      table.string('state', 20).notNullable();
      table.integer('user_id').notNullable();
      table.text('preview', 'longtext').notNullable();
      table.text('choices', 'longtext').notNullable();
      table.integer('done').notNullable().defaultTo(0);
      table.integer('total').notNullable().defaultTo(0);
      table.text('error').notNullable();
      table.datetime('created_at').notNullable();
      table.datetime('finished_at');
    });
    await db.createTable('import_entries', (table) => {
      table.increments('id');
      table.integer('import_id').notNullable();
      // Its ID in the file: `post:12`, `term:category:news`.
      table.string('source', 191).notNullable();
      table.string('kind', 40).notNullable();
      table.integer('target_id').notNullable();
      table.string('outcome', 20).notNullable();
      table.string('title', 191).notNullable();
      table.text('note').notNullable();
      table.integer('linked').notNullable().defaultTo(0);
      table.unique(['import_id', 'source']);
    });
  },
};
