import type { Migration } from 'plinth';

/** Prices in 64 bits, which hold what the store sells at. SQLite's whole numbers have them already. */
export const widePrices: Migration = {
  id: '010_wide_prices',
  async up(db) {
    if (db.engine !== 'mysql') return;
    await db().schema.alterTable('compliance_prices', (table) => {
      table.bigInteger('price').notNullable().alter();
      table.bigInteger('regular').notNullable().alter();
    });
  },
};
