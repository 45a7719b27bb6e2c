import type { Migration } from 'plinth';

/** Invoices as they were issued, and how far each series of numbers is. */
export const invoiceTables: Migration = {
  id: '015_invoices',
  async up(db) {
    await db.createTable('compliance_invoices', (table) => {
      table.increments('id');
      // Of an order there is one invoice, and of that one a first, a second correction.
      table.string('invoice_key', 64).notNullable().unique();
      table.integer('order_id').notNullable().index('compliance_invoices_order');
      table.string('number', 100).notNullable().unique();
      table.string('kind', 8).notNullable();
      table.string('issued_on', 10).notNullable();
      table.string('state', 12).notNullable().index('compliance_invoices_state');
      table.string('ksef_number', 64).notNullable().defaultTo('');
      table.string('message', 500).notNullable().defaultTo('');
      // Of the buyer, in small letters.
      table.string('email', 254).notNullable().index('compliance_invoices_email');
      // As data, and as the document that leaves the shop: both stay as they were.
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
