import type { Migration } from 'plinth';

/** Steps of the set-up that are done. */
export const wizardTable: Migration = {
  id: '004_wizard',
  async up(db) {
    await db.createTable('compliance_wizard_steps', (table) => {
      table.string('step', 64).primary();
      table.datetime('completed_at').notNullable();
    });
  },
};
