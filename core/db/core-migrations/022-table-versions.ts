import type { Migration } from '../../api/index.js';

/** Table versions get their standard name. Runs before the migrations that create and fill them under it. */
export const renameTableVersions: Migration = {
  id: '022_table_versions',
  async up(db) {
    await db.renameTable('options_generation', 'table_versions');
    await db.renameColumn('table_versions', 'generation', 'version');
  },
};
