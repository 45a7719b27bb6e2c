import type { Migration } from 'plinth';

/** Accounts that wait until the link of a letter is opened; a confirmed account has no row. */
export const confirmationTable: Migration = {
  id: '008_confirmations',
  async up(db) {
    await db.createTable('compliance_confirmations', (table) => {
      table.integer('user_id').primary();
      table.string('token_hash', 64).notNullable();
      table.datetime('expires_at').notNullable();
      table.datetime('created_at').notNullable();
      table.index(['token_hash'], 'compliance_confirmations_token');
      table.index(['created_at'], 'compliance_confirmations_time');
    });
  },
};
