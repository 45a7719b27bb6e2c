import type { Migration } from '../../api/index.js';

/** Tries within a span, for limits that all nodes share. */
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
