import type { Migration } from '../../api/index.js';

/**
 * The audit log, in which each entry is chained to the previous one. It replaces an existing table of the same name
 * that was never written to.
 */
export const createAuditLog: Migration = {
  id: '010_audit_log',
  async up(db) {
    if (!(await db().schema.hasColumn('audit_log', 'hmac'))) await db().schema.dropTableIfExists('audit_log');
    await db.createTable('audit_log', (table) => {
      table.increments('id');
      table.datetime('at').notNullable().index();
      table.string('actor_kind', 10).notNullable();
      table.integer('user_id').unsigned().notNullable().index();
      table.string('actor', 190).notNullable();
      // Removed after the retention period; its hash remains part of the entry's hash and reveals nothing without the
      // salt.
      table.string('address', 64).notNullable();
      table.string('address_salt', 32).notNullable();
      table.string('address_hmac', 64).notNullable();
      table.string('action', 64).notNullable().index();
      table.string('subject_kind', 40).notNullable();
      table.string('subject_id', 64).notNullable();
      table.string('subject', 190).notNullable();
      table.string('outcome', 10).notNullable();
      table.text('details').notNullable();
      // Hash of all fields that never change, computed when the entry is written.
      table.string('hmac', 64).notNullable();
      // Position in the chain; null for the seconds until it is assigned.
      table.bigInteger('position').nullable().index();
      table.string('previous_hash', 64).notNullable().defaultTo('');
      table.string('hash', 64).notNullable().defaultTo('');
    });
    await db.createTable('audit_chain', (table) => {
      table.integer('id').primary();
      table.bigInteger('start_position').notNullable();
      table.string('start_hash', 64).notNullable();
      table.bigInteger('end_position').notNullable();
      table.string('end_hash', 64).notNullable();
      table.bigInteger('addresses_until').notNullable();
      table.string('hmac', 64).notNullable();
    });
  },
};
