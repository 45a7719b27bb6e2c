import type { Migration } from '../../api/index.js';

/** Attempts within a period, for limits shared by all nodes. */
export const createRateLimitTable: Migration = {
  id: '008_rate_limits',
  async up(db) {
    await db.createTable('rate_limits', (table) => {
      table.string('name', 190).primary();
      table.integer('hits').notNullable();
      // Milliseconds since 1970.
      table.bigInteger('ends_at').notNullable().index();
    });
  },
};
