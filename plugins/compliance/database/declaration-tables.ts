import type { Migration } from 'plinth';

/** Declarations of withdrawal and reports of illegal content, chained by their hashes; and the numbers that orders are quoted by. */
export const declarationTables: Migration = {
  id: '007_declarations',
  async up(db) {
    await db.createTable('compliance_declarations', (table) => {
      table.increments('id');
      table.string('kind', 16).notNullable();
      table.string('email', 254).notNullable();
      table.integer('order_id').notNullable();
      table.text('statement').notNullable();
      table.string('hash', 64).notNullable();
      table.string('previous_hash', 64).notNullable();
      table.string('locale', 16).notNullable();
      table.string('status', 16).notNullable();
      table.text('decision').notNullable();
      table.datetime('created_at').notNullable();
      table.index(['kind', 'id'], 'compliance_declarations_kind');
    });
    await db.createTable('compliance_orders', (table) => {
      table.string('number', 64).primary();
      table.integer('order_id').notNullable();
      table.string('email', 254).notNullable();
    });
  },
};

/** Why a declaration is doubtful; empty for nearly all. */
export const flagColumn: Migration = {
  id: '009_doubts',
  async up(db) {
    if (await db().schema.hasColumn('compliance_declarations', 'flag')) return;
    await db().schema.alterTable(
      'compliance_declarations',
      (table) => void table.string('flag', 8).notNullable().defaultTo(''),
    );
  },
};

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

/** What is asked by address: what somebody agreed to, declared and ordered, in a request for their data. */
export const indexAddresses: Migration = {
  id: '013_index_addresses',
  async up(db) {
    for (const table of ['compliance_consents', 'compliance_declarations', 'compliance_orders'])
      await db.createIndex(table, `${table}_email`, ['email']);
  },
};

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
