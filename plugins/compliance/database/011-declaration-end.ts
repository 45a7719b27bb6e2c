import type { Migration } from 'plinth';

/** Where the chain of declarations ends, kept apart from it: without that nobody would miss the newest one. */
export const declarationEnd: Migration = {
  id: '011_declaration_end',
  async up(db) {
    await db.createTable('compliance_declaration_end', (table) => {
      table.integer('id').primary();
      table.integer('declaration_id').notNullable();
      table.string('hash', 64).notNullable();
    });
    const last = await db()('compliance_declarations').orderBy('id', 'desc').first('id', 'hash');
    await db()('compliance_declaration_end').insert({ id: 1, declaration_id: last?.id ?? 0, hash: last?.hash ?? '' });
  },
};
