import type { Migration } from 'plinth';

/** Letters that the law asks for, and that a mail server refused for good; gone once one goes out. */
export const refusedLetters: Migration = {
  id: '012_refused_letters',
  async up(db) {
    await db.createTable('compliance_refused_letters', (table) => {
      table.string('letter', 16).notNullable();
      // A declaration, or an account for the letter that confirms it.
      table.integer('about_id').notNullable();
      table.string('refusal', 500).notNullable();
      table.datetime('refused_at').notNullable();
      table.primary(['letter', 'about_id']);
    });
  },
};
