import type { Migration } from '../../api/index.js';
import { CORE_VERSION_ROWS } from '../../cache/index.js';

/** Table versions in addition to that of the options, by which processes detect writes of others to cached tables. */
export const addTableVersions: Migration = {
  id: '013_generations',
  async up(db) {
    const known = await db()('table_versions').pluck<number[]>('id');
    for (const id of Object.values(CORE_VERSION_ROWS))
      if (!known.includes(id)) await db()('table_versions').insert({ id, version: 1 });
  },
};
