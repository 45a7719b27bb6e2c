import type { Migration } from 'plinth';

/** When each rule of retention ran, and what it did. */
export const retentionRuns: Migration = {
  id: '026_retention',
  async up(db) {
    await db.createTable('compliance_retention', (table) => {
      table.string('rule', 100).primary();
      table.datetime('since').notNullable();
      table.datetime('last_at').nullable();
      table.integer('last_removed').nullable();
      table.integer('failed').notNullable().defaultTo(0);
    });
  },
};
