import type { Migration } from 'plinth';

/** Where the chain of declarations and the log of consents ended on a day, as the letter of that day says it. */
export const anchorTable: Migration = {
  id: '020_anchors',
  async up(db) {
    await db.createTable('compliance_anchors', (table) => {
      table.increments('id');
      table.integer('consents_until').notNullable();
      table.string('consents_hash', 64).notNullable();
      table.string('declarations_hash', 64).notNullable();
      table.datetime('created_at').notNullable();
    });
  },
};
