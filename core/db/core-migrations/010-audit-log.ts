import type { Migration } from '../../api/index.js';

/** Who did what, each entry bound to the one before. Nothing was ever written into the table of that name which is there. */
export const createAuditLog: Migration = {
  id: '010_audit_log',
  async up(db) {
    if (!(await db().schema.hasColumn('audit_log', 'seal'))) await db().schema.dropTableIfExists('audit_log');
    await db.createTable('audit_log', (table) => {
      table.increments('id');
      table.datetime('at').notNullable().index();
      table.string('actor_kind', 10).notNullable();
      table.integer('user_id').unsigned().notNullable().index();
      table.string('actor', 190).notNullable();
      // Taken out after a while; its mark stays under the seal, and says nothing without the salt.
      table.string('address', 64).notNullable();
      table.string('address_salt', 32).notNullable();
      table.string('address_mark', 64).notNullable();
      table.string('action', 64).notNullable().index();
      table.string('subject_kind', 40).notNullable();
      table.string('subject_id', 64).notNullable();
      table.string('subject', 190).notNullable();
      table.string('outcome', 10).notNullable();
      table.text('details').notNullable();
      // Over everything that never changes, made when it is written.
      table.string('seal', 64).notNullable();
      // Its place in the chain; null for the seconds until it has one.
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
      table.string('seal', 64).notNullable();
    });
  },
};
