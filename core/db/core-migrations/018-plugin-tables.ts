import type { Migration } from '../../api/index.js';

/** Which plugin made which table, so that no other takes it for its own, and it goes when the plugin is deleted with its data. */
export const createPluginTables: Migration = {
  id: '018_plugin_tables',
  async up(db) {
    await db.createTable('plugin_tables', (table) => {
      table.string('name', 64).primary();
      table.string('plugin', 100).notNullable();
    });
  },
};
