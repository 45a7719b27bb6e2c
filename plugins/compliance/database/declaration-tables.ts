import type { Database, Migration } from 'plinth';

/** Withdrawals and reports of illegal content in a hash chain, and the order numbers that customers refer to. */
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

/** Reason why a declaration may be spam; empty for nearly all. */
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

/** End of the declaration chain, stored separately: otherwise the loss of the newest declaration would go unnoticed. */
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

/** Indexes for lookups by email address: consents, declarations and orders in a personal data request. */
export const indexAddresses: Migration = {
  id: '013_index_addresses',
  async up(db) {
    for (const table of ['compliance_consents', 'compliance_declarations', 'compliance_orders'])
      await db.createIndex(table, `${table}_email`, ['email']);
  },
};

/** Page for each party of a report: state, reasons of the decision, and the appeal. */
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

/** Delivery state of the receipt of each declaration. */
export const receiptStatus: Migration = {
  id: '032_receipt_status',
  async up(db) {
    if (!(await db().schema.hasColumn('compliance_declarations', 'receipt_released_at')))
      await db().schema.alterTable('compliance_declarations', (table) => {
        table.string('receipt_status', 8).notNullable().defaultTo('none');
        table.datetime('receipt_sent_at').nullable();
        table.integer('receipt_attempts').notNullable().defaultTo(0);
        table.string('receipt_network', 64).notNullable().defaultTo('');
        table.datetime('receipt_released_at').nullable();
      });
    await db.createIndex('compliance_declarations', 'compliance_declarations_receipt', ['receipt_status']);
    await db.createIndex('compliance_declarations', 'compliance_declarations_released', ['receipt_released_at']);
    await adoptReceiptJobs(db);
  },
};

const JOB_STATUSES: Readonly<Record<string, 'sent' | 'failed'>> = { done: 'sent', dead: 'failed' };

/** Takes the state of earlier receipts from the jobs that sent them. */
async function adoptReceiptJobs(db: Database): Promise<void> {
  const jobs = await db()('jobs')
    .where({ queue: 'compliance/receipt' })
    .orderBy('id')
    .select('payload', 'state', 'attempts', 'updated_at');
  for (const { payload, state, attempts, updated_at: updatedAt } of jobs) {
    const { id, message } = JSON.parse(payload) as { id: number; message: string };
    if (message !== 'receipt') continue;
    const status = JOB_STATUSES[state] ?? 'pending';
    await db()('compliance_declarations')
      .where({ id, receipt_status: 'none' })
      .whereNot({ email: '' })
      .update({
        receipt_status: status,
        receipt_sent_at: status === 'sent' ? updatedAt : null,
        receipt_attempts: attempts,
      });
  }
}
