import type { Migration } from 'plinth';

/** Whose e-mail address an answer came with, and which rendered forms were counted. */
export const formTokens: Migration = {
  id: '005_form_tokens',
  async up(db) {
    if (!(await db().schema.hasColumn('compliance_consents', 'email'))) {
      await db().schema.alterTable(
        'compliance_consents',
        (table) => void table.string('email', 254).notNullable().defaultTo(''),
      );
    }
    await db.createTable('compliance_forms', (table) => {
      table.string('token', 40).primary();
      table.string('claim', 40).notNullable();
      table.datetime('created_at').notNullable();
      table.index(['created_at'], 'compliance_forms_time');
    });
  },
};
