import type { Migration } from '../../api/index.js';

/** Tables and columns get the names of what they hold. Runs before all others, which create and fill them under these names. */
export const renameCoreTables: Migration = {
  id: '021_standard_names',
  async up(db) {
    await db.renameTable('kept_versions', 'revisions');
    await db.renameTable('plugin_faults', 'plugin_errors');
    if (await db().schema.hasTable('cron_events'))
      await db()('cron_events').where({ hook: 'plinth_housekeeping' }).update({ hook: 'plinth_maintenance' });
  },
};
