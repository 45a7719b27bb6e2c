import type { Migration } from 'plinth';

/** What every product and variation cost, from when to when. */
export const priceLedger: Migration = {
  id: '006_prices',
  async up(db) {
    await db.createTable('compliance_prices', (table) => {
      table.increments('id');
      table.integer('product_id').notNullable();
      table.integer('variation_id').notNullable();
      table.string('currency', 3).notNullable();
      table.integer('price').notNullable();
      table.integer('regular').notNullable();
      table.integer('on_sale').notNullable();
      table.string('cause', 16).notNullable();
      table.datetime('valid_from').notNullable();
      table.datetime('valid_to');
      table.index(['product_id', 'variation_id', 'valid_to'], 'compliance_prices_product');
      table.index(['on_sale', 'valid_to'], 'compliance_prices_sale');
      table.index(['valid_to'], 'compliance_prices_time');
    });
  },
};

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
