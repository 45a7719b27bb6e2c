import type { Migration } from 'plinth';

/** Settings that differ from their defaults, as JSON. */
export const settingsTable: Migration = {
  id: '001_settings',
  async up(db) {
    await db.createTable('compliance_settings', (table) => {
      table.string('name', 64).primary();
      table.text('value').notNullable();
    });
  },
};

/** Assignment of site pages to legal pages, and what was generated into them. */
export const legalPageTable: Migration = {
  id: '003_legal_pages',
  async up(db) {
    await db.createTable('compliance_legal_pages', (table) => {
      table.string('type', 32).primary();
      table.integer('page_id').notNullable().unique();
      table.string('generated_hash', 64).notNullable();
      table.datetime('created_at').notNullable();
    });
  },
};

/** Completed steps of the setup wizard. */
export const wizardTable: Migration = {
  id: '004_wizard',
  async up(db) {
    await db.createTable('compliance_wizard_steps', (table) => {
      table.string('step', 64).primary();
      table.datetime('completed_at').notNullable();
    });
  },
};

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
