import type { Migration } from 'plinth';

/** Wishlists of users with an account. */
export const wishlistMigrations: readonly Migration[] = [
  {
    id: '500_create_wishes',
    async up(db) {
      await db.createTable('store_wishlist_items', (table) => {
        table.increments('id');
        table.integer('user_id').unsigned().notNullable();
        table.integer('product_id').unsigned().notNullable();
        // 0 for the product without a variation.
        table.integer('variation_id').unsigned().notNullable();
        table.datetime('created_at').notNullable();
        table.unique(['user_id', 'product_id', 'variation_id']);
        table.index(['product_id']);
      });
    },
  },
];
