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
