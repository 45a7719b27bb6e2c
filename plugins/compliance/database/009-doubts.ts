import type { Migration } from 'plinth';

/** Why a declaration is doubtful; empty for nearly all. */
export const doubtColumn: Migration = {
  id: '009_doubts',
  async up(db) {
    if (await db().schema.hasColumn('compliance_declarations', 'doubt')) return;
    await db().schema.alterTable(
      'compliance_declarations',
      (table) => void table.string('doubt', 8).notNullable().defaultTo(''),
    );
  },
};
