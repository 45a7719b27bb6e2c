import type { Migration } from 'plinth';

/** What buyers say about products. */
export const reviewMigrations: readonly Migration[] = [
  {
    id: '300_create_reviews',
    async up(db) {
      await db.createTable('store_reviews', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable();
        // An account or a mailbox: of each there is one review of a product.
        table.string('buyer', 200).notNullable();
        table.integer('user_id').unsigned().notNullable();
        table.integer('order_id').unsigned().notNullable();
        table.string('email', 190).notNullable();
        table.string('name', 60).notNullable();
        table.integer('stars').unsigned().notNullable();
        table.string('title', 120).notNullable();
        table.text('content').notNullable();
        table.text('search').notNullable();
        table.string('status', 10).notNullable();
        table.boolean('verified').notNullable();
        table.text('answer').notNullable();
        table.datetime('answered_at').nullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.unique(['product_id', 'buyer']);
        table.index(['product_id', 'status', 'created_at']);
        table.index(['status', 'created_at']);
        table.index(['email']);
        table.index(['user_id']);
      });
      // How many can be read, apart from ratings that came without texts.
      for (const column of ['review_count', 'verified_count']) {
        if (!(await db().schema.hasColumn('store_products', column))) await db().schema.alterTable('store_products', (table) => void table.integer(column).unsigned().notNullable().defaultTo(0));
      }
    },
  },
];
