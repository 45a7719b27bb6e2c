import type { Migration } from 'plinth';
import { moveTexts } from '../safety/move-texts.js';

/** Manufacturers and responsible persons as records of their own; what products held of them moves there. */
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
    if (await db().schema.hasTable('store_products')) await moveTexts(db);
  },
};
