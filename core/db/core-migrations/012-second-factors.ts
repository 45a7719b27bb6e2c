import type { Migration } from '../../api/index.js';

/** Second factors of accounts. */
export const createTwoFactor: Migration = {
  id: '012_second_factors',
  async up(db) {
    await db.createTable('totp_secrets', (table) => {
      table.integer('user_id').notNullable().primary();
      table.text('secret').notNullable();
      // 30-second steps since 1970; codes of this or an earlier step are no longer valid.
      table.bigInteger('last_step').notNullable();
      table.datetime('created_at').notNullable();
      table.datetime('last_used_at');
    });
    await db.createTable('passkeys', (table) => {
      table.increments('id');
      table.integer('user_id').notNullable().index();
      // Credential IDs exceed the maximum length of an index.
      table.string('credential_hash', 43).notNullable().unique();
      table.text('credential_id').notNullable();
      table.text('public_key').notNullable();
      table.bigInteger('counter').notNullable();
      table.string('transports', 100).notNullable().defaultTo('');
      table.string('name', 100).notNullable();
      table.datetime('created_at').notNullable();
      table.datetime('last_used_at');
    });
    await db.createTable('recovery_codes', (table) => {
      table.increments('id');
      table.integer('user_id').notNullable();
      table.string('code_hash', 43).notNullable();
      table.unique(['user_id', 'code_hash'], { indexName: 'recovery_codes_code' });
    });
  },
};
