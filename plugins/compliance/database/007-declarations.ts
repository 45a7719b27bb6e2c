import type { Migration } from 'plinth';

/** Declarations of withdrawal and reports of illegal content, chained by their hashes; and the numbers that orders are quoted by. */
export const declarationTables: Migration = {
  id: '007_declarations',
  async up(db) {
    await db.createTable('compliance_declarations', (table) => {
      table.increments('id');
      table.string('kind', 16).notNullable();
      table.string('email', 254).notNullable();
      table.integer('order_id').notNullable();
      table.text('statement').notNullable();
      table.string('hash', 64).notNullable();
      table.string('previous_hash', 64).notNullable();
      table.string('locale', 16).notNullable();
      table.string('status', 16).notNullable();
      table.text('decision').notNullable();
      table.datetime('created_at').notNullable();
      table.index(['kind', 'id'], 'compliance_declarations_kind');
    });
    await db.createTable('compliance_orders', (table) => {
      table.string('number', 64).primary();
      table.integer('order_id').notNullable();
      table.string('email', 254).notNullable();
    });
  },
};
