import type { Migration } from 'plinth';

/** What the newest look of each day found. */
export const lookTable: Migration = {
  id: '017_looks',
  async up(db) {
    await db.createTable('compliance_looks', (table) => {
      table.string('day', 10).notNullable().primary();
      table.datetime('looked_at').notNullable();
      table.integer('good').notNullable();
      table.integer('missing').notNullable();
      table.integer('advice').notNullable();
      table.integer('switched_off').notNullable();
      table.boolean('live').notNullable();
      table.text('results', 'longtext').notNullable();
    });
  },
};
