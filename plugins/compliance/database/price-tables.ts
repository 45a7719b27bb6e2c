import type { Migration } from 'plinth';

/** Price periods of every product and variation. */
export const priceHistory: Migration = {
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

/** Widens prices to 64 bits, the range of the store. SQLite integers already have it. */
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

/**
 * Removes prices from before a product was first published, since they were never offered. Ends the price period of
 * unpublished products at their last change. The generated price history of the demo is not changed.
 */
export const offeredPrices: Migration = {
  id: '028_offered_prices',
  async up(db) {
    if (!(await db().schema.hasTable('store_products'))) return;
    const prices = () => db()('compliance_prices').whereNot({ cause: 'demo' });
    const products = () => db()('store_products').whereRaw('store_products.id = compliance_prices.product_id');
    await prices()
      .whereExists(products().whereNull('published_at').select(db().raw('1')))
      .delete();
    await prices()
      .whereNotNull('valid_to')
      .whereExists(products().whereRaw('published_at >= valid_to').select(db().raw('1')))
      .delete();
    await prices()
      .whereExists(products().whereRaw('published_at > valid_from').select(db().raw('1')))
      .update({ valid_from: products().select('published_at') as never });
    await prices()
      .whereNull('valid_to')
      .whereExists(products().whereNot({ status: 'publish' }).select(db().raw('1')))
      .update({ valid_to: products().select('updated_at') as never });
  },
};
