import type { Migration } from '../../api/index.js';

/** Revisions and autosaves of entities that are not posts. */
export const createRevisions: Migration = {
  id: '016_kept_versions',
  async up(db) {
    await db.createTable('revisions', (table) => {
      table.increments('id');
      table.string('kind', 40).notNullable();
      table.integer('thing_id').notNullable();
      table.integer('user_id').notNullable();
      // One per user; null for revisions.
      table.string('autosave_key', 80).unique();
      table.text('fields', 'longtext').notNullable();
      table.datetime('saved_at').notNullable();
      table.index(['kind', 'thing_id', 'id'], 'kept_versions_thing');
    });
  },
};
