import type { Migration } from 'plinth';

/** Up to where the log of consents held when all of it was looked at last. */
export const verifiedHead: Migration = {
  id: '027_verified_head',
  async up(db) {
    await db.createTable('compliance_verified_head', (table) => {
      table.integer('id').primary();
      table.integer('consents_until').notNullable();
      table.integer('consents').notNullable();
      table.string('consents_hash', 64).notNullable();
    });
    await db()('compliance_verified_head').insert({ id: 1, consents_until: 0, consents: 0, consents_hash: '' });
  },
};
