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

/** Which page holds which legal text, with a hash of the generated content. */
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

/** Translations of legal pages, and uploaded official notices. */
export const translationAndNoticeTables: Migration = {
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
