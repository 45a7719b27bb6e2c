import type { Migration } from 'plinth';

/**
 * Data that determines the right of withdrawal of each order: its lines, parcels, and what the customer was told and
 * agreed to.
 */
export const contractTables: Migration = {
  id: '014_contracts',
  async up(db) {
    await db.createTable('compliance_contracts', (table) => {
      table.integer('order_id').primary();
      table.string('token', 40).notNullable();
      table.string('informed', 10).notNullable();
      table.string('counts_from', 8).notNullable();
      table.string('consent_at', 19).notNullable();
      table.string('notice_at', 19).notNullable();
      table.string('confirmed_at', 19).notNullable();
      table.unique(['token'], { indexName: 'compliance_contracts_token' });
    });
    await db.createTable('compliance_contract_lines', (table) => {
      table.integer('order_id').notNullable();
      table.integer('line_id').notNullable();
      table.string('kind', 16).notNullable();
      table.integer('exception').notNullable();
      table.primary(['order_id', 'line_id']);
    });
    await db.createTable('compliance_parcels', (table) => {
      table.increments('id');
      table.integer('order_id').notNullable();
      table.string('name', 190).notNullable();
      table.string('delivered_on', 10).notNullable();
      table.index(['order_id'], 'compliance_parcels_order');
    });
    if (await db().schema.hasColumn('compliance_declarations', 'late')) return;
    await db().schema.alterTable('compliance_declarations', (table) => {
      table.integer('late').notNullable().defaultTo(0);
      table.index(['order_id'], 'compliance_declarations_order');
    });
  },
};

/** Invoices as issued, and the last number of each series. */
export const invoiceTables: Migration = {
  id: '015_invoices',
  async up(db) {
    await db.createTable('compliance_invoices', (table) => {
      table.increments('id');
      // An order has one invoice, which has a first correction, a second one, and so on.
      table.string('invoice_key', 64).notNullable().unique();
      table.integer('order_id').notNullable().index('compliance_invoices_order');
      table.string('number', 100).notNullable().unique();
      table.string('kind', 8).notNullable();
      table.string('issued_on', 10).notNullable();
      table.string('state', 12).notNullable().index('compliance_invoices_state');
      table.string('ksef_number', 64).notNullable().defaultTo('');
      table.string('message', 500).notNullable().defaultTo('');
      // Email address of the buyer, in lowercase.
      table.string('email', 254).notNullable().index('compliance_invoices_email');
      // Stored both as data and as the document sent; neither changes after issue.
      table.text('document', 'mediumtext').notNullable();
      table.text('xml', 'mediumtext').notNullable();
      table.datetime('created_at').notNullable();
      table.datetime('changed_at').notNullable();
    });
    await db.createTable('compliance_invoice_numbers', (table) => {
      table.string('series', 100).primary();
      table.integer('last').notNullable();
    });
  },
};
