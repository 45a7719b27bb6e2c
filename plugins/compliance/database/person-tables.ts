import type { Migration } from 'plinth';
import { convertTextsToContacts } from '../safety/move-texts.js';

/** Accounts awaiting confirmation through an emailed link; a confirmed account has no row. */
export const confirmationTable: Migration = {
  id: '008_confirmations',
  async up(db) {
    await db.createTable('compliance_confirmations', (table) => {
      table.integer('user_id').primary();
      table.string('token_hash', 64).notNullable();
      table.datetime('expires_at').notNullable();
      table.datetime('created_at').notNullable();
      table.index(['token_hash'], 'compliance_confirmations_token');
      table.index(['created_at'], 'compliance_confirmations_time');
    });
  },
};

/** Legally required emails that a mail server rejected permanently; deleted once one is delivered. */
export const bouncedEmailTable: Migration = {
  id: '012_refused_letters',
  async up(db) {
    await db.createTable('compliance_bounced_emails', (table) => {
      table.string('email_kind', 16).notNullable();
      // ID of a declaration, or of an account for the confirmation email.
      table.integer('object_id').notNullable();
      table.string('response', 500).notNullable();
      table.datetime('bounced_at').notNullable();
      table.primary(['email_kind', 'object_id']);
    });
  },
};

/** Manufacturers and responsible persons as separate records; moves the data stored with products there. */
export const safetyContacts: Migration = {
  id: '024_safety_contacts',
  async up(db) {
    await db.createTable('compliance_safety_contacts', (table) => {
      table.increments('id');
      table.string('kind', 12).notNullable();
      table.string('code', 100).notNullable();
      table.string('name', 200).notNullable();
      table.text('address').notNullable();
      table.string('email', 254).notNullable();
      table.string('url', 500).notNullable();
      table.string('country', 2).notNullable();
      table.string('responsible', 100).notNullable();
      table.datetime('updated_at').notNullable();
      table.unique(['kind', 'code']);
    });
    if (await db().schema.hasTable('store_products')) await convertTextsToContacts(db);
  },
};
