import type { Migration } from 'plinth';

/** Which page of the site is which legal page, and what was generated into it. */
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
