import type { Migration } from 'plinth';

/** Legal pages in further languages, the files of official notices, and what was generated or uploaded. */
export const pageTranslations: Migration = {
  id: '018_page_translations',
  async up(db) {
    await db.createTable('compliance_page_translations', (table) => {
      table.string('type', 32).notNullable();
      table.string('locale', 8).notNullable();
      table.integer('page_id').notNullable().unique();
      table.string('generated_hash', 64).notNullable();
      table.datetime('created_at').notNullable();
      table.primary(['type', 'locale']);
    });
    await db.createTable('compliance_notices', (table) => {
      table.string('kind', 20).notNullable();
      table.string('locale', 8).notNullable();
      table.string('url', 500).notNullable();
      table.string('file', 500).notNullable();
      table.string('name', 200).notNullable();
      table.string('mime', 40).notNullable();
      table.string('hash', 64).notNullable();
      table.datetime('created_at').notNullable();
      table.primary(['kind', 'locale']);
    });
  },
};
