import type { Migration } from '../../api/index.js';

/** When a paused callback of a plugin is called again. */
export const addOpenEntries: Migration = {
  id: '009_open_entries',
  async up(db) {
    if (await db().schema.hasColumn('plugin_errors', 'open_until')) return;
    await db().schema.alterTable('plugin_errors', (table) => void table.datetime('open_until').nullable());
  },
};
