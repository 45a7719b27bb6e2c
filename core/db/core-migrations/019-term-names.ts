import type { Migration } from '../../api/index.js';

/** Names of terms keep their quotes as they were typed; earlier versions stored them escaped, so that searches missed them. */
export const decodeTermNames: Migration = {
  id: '019_term_names',
  async up(db) {
    await db()('terms')
      .where('name', 'like', '%&#039;%')
      .orWhere('name', 'like', '%&quot;%')
      .update({ name: db().raw("replace(replace(name, '&#039;', ?), '&quot;', ?)", ["'", '"']) });
  },
};
