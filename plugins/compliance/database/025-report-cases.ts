import type { Migration } from 'plinth';

/** What a party of a report can open: where it stands, why it was decided so, and the appeal. */
export const reportCases: Migration = {
  id: '025_report_cases',
  async up(db) {
    await db.createTable('compliance_report_cases', (table) => {
      table.string('token', 40).primary();
      table.integer('declaration_id').notNullable();
      table.string('party', 8).notNullable();
      table.string('email', 254).notNullable();
      table.string('locale', 10).notNullable();
      table.datetime('decided_at').nullable();
      table.integer('appeal_id').notNullable().defaultTo(0).index();
      table.datetime('created_at').notNullable();
      table.unique(['declaration_id', 'party']);
    });
  },
};
