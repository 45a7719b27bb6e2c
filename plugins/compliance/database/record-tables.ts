import type { Migration } from 'plinth';

/** Results of the newest scan of each day. */
export const scanTable: Migration = {
  id: '017_looks',
  async up(db) {
    await db.createTable('compliance_scans', (table) => {
      table.string('day', 10).notNullable().primary();
      table.datetime('scanned_at').notNullable();
      table.integer('good').notNullable();
      table.integer('missing').notNullable();
      table.integer('advice').notNullable();
      table.integer('switched_off').notNullable();
      table.boolean('live').notNullable();
      table.text('results', 'longtext').notNullable();
    });
  },
};

/** End of the declaration chain and of the consent log on a day, as emailed on that day. */
export const anchorTable: Migration = {
  id: '020_anchors',
  async up(db) {
    await db.createTable('compliance_anchors', (table) => {
      table.increments('id');
      table.integer('consents_until').notNullable();
      table.string('consents_hash', 64).notNullable();
      table.string('declarations_hash', 64).notNullable();
      table.datetime('created_at').notNullable();
    });
  },
};

/** Runs of each retention rule, with their results. */
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

/** Position up to which the consent log was verified in the last full verification. */
export const verifiedHead: Migration = {
  id: '027_verified_head',
  async up(db) {
    await db.createTable('compliance_verified_head', (table) => {
      table.integer('id').primary();
      table.integer('consents_until').notNullable();
      table.integer('consents').notNullable();
      table.string('consents_hash', 64).notNullable();
    });
    await db()('compliance_verified_head').insert({ id: 1, consents_until: 0, consents: 0, consents_hash: '' });
  },
};

/** What each daily scan looked at. */
export const scanCoverage: Migration = {
  id: '038_scan_coverage',
  async up(db) {
    if (await db().schema.hasColumn('compliance_scans', 'coverage')) return;
    await db().schema.alterTable('compliance_scans', (table) => void table.text('coverage').nullable());
  },
};

/** What people confirmed because no program can judge it, and the counts of it in the daily scans. */
export const checkConfirmations: Migration = {
  id: '033_check_confirmations',
  async up(db) {
    await db.createTable('compliance_check_confirmations', (table) => {
      table.string('check_id', 64).primary();
      table.string('subject_hash', 64).notNullable();
      table.integer('user_id').notNullable();
      table.datetime('confirmed_at').notNullable();
    });
    for (const column of ['confirmed', 'unconfirmed'])
      if (!(await db().schema.hasColumn('compliance_scans', column)))
        await db().schema.alterTable(
          'compliance_scans',
          (table) => void table.integer(column).notNullable().defaultTo(0),
        );
  },
};
