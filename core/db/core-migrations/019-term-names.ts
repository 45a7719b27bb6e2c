import type { Migration } from '../../api/index.js';

/** Stores the quotes in term names unescaped; earlier versions escaped them, so that searches missed these terms. */
export const decodeTermNames: Migration = {
  id: '019_term_names',
  async up(db) {
    await db()('terms')
      .where('name', 'like', '%&#039;%')
      .orWhere('name', 'like', '%&quot;%')
      .update({ name: db().raw("replace(replace(name, '&#039;', ?), '&quot;', ?)", ["'", '"']) });
  },
};
