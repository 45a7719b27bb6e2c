import type { Migration } from 'plinth';

/** Tables of back-in-stock subscriptions, and expected restock days. */
export const alertMigrations: readonly Migration[] = [
  {
    id: '400_create_stock_alerts',
    async up(db) {
      await db.createTable('store_back_in_stock', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable();
        // 0 for the product itself, whichever variation.
        table.integer('variation_id').unsigned().notNullable();
        table.string('email', 190).notNullable();
        table.string('locale', 10).notNullable();
        // Whether the owner of the mailbox has confirmed it.
        table.boolean('confirmed').notNullable();
        table.string('confirm_key', 48).notNullable().unique();
        // The same for all subscriptions of a mailbox, so that one link ends all of them.
        table.string('stop_key', 48).notNullable();
        table.datetime('created_at').notNullable();
        table.unique(['product_id', 'variation_id', 'email']);
        table.index(['email']);
        table.index(['stop_key']);
        table.index(['confirmed', 'created_at']);
      });
      for (const table of ['store_products', 'store_variations']) {
        if (!(await db().schema.hasColumn(table, 'expected_on')))
          await db().schema.alterTable(
            table,
            (columns) => void columns.string('expected_on', 10).notNullable().defaultTo(''),
          );
      }
    },
  },
];
