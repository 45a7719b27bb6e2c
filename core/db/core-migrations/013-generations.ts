import type { Migration } from '../../api/index.js';
import { GENERATIONS } from '../table-version-ids.js';

/** Counters beside that of the options, by which processes notice what others wrote of what they keep in memory. */
export const addGenerations: Migration = {
  id: '013_generations',
  async up(db) {
    const known = await db()('options_generation').pluck<number[]>('id');
    for (const id of Object.values(GENERATIONS))
      if (!known.includes(id)) await db()('options_generation').insert({ id, generation: 1 });
  },
};
