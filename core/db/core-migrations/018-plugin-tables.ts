import type { Migration } from '../../api/index.js';

/**
 * Which plugin created which table, so that no other plugin claims it and it is dropped when the plugin is deleted with
 * its data.
 */
export const createPluginTables: Migration = {
  id: '018_plugin_tables',
  async up(db) {
    await db.createTable('plugin_tables', (table) => {
      table.string('name', 64).primary();
      table.string('plugin', 100).notNullable();
    });
  },
};
