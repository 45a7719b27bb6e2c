import type { Migration } from '../../api/index.js';
import { GENERATIONS } from '../table-version-ids.js';

/** Counters in addition to that of the options, with which processes detect writes by others to cached tables. */
export const addGenerations: Migration = {
  id: '013_generations',
  async up(db) {
    const known = await db()('options_generation').pluck<number[]>('id');
    for (const id of Object.values(GENERATIONS))
      if (!known.includes(id)) await db()('options_generation').insert({ id, generation: 1 });
  },
};
