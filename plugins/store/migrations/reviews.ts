import type { Database, Migration } from 'plinth';
import { createChangeLog } from '../change-log/change-log.js';
import { SEARCH_ORDER_INDEX } from '../products/tables.js';

/** Tables of product reviews. */
export const reviewMigrations: readonly Migration[] = [
  {
    id: '300_create_reviews',
    async up(db) {
      await db.createTable('store_reviews', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable();
        // Account or mailbox; only one review per product is allowed for each.
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
        table.text('reply').notNullable();
        table.datetime('replied_at').nullable();
        table.datetime('created_at').notNullable();
        table.datetime('updated_at').notNullable();
        table.unique(['product_id', 'buyer']);
        table.index(['product_id', 'status', 'created_at']);
        table.index(['status', 'created_at']);
        table.index(['email']);
        table.index(['user_id']);
      });
      // Number of readable reviews, not counting imported ratings without texts.
      for (const column of ['review_count', 'verified_count']) {
        if (!(await db().schema.hasColumn('store_products', column)))
          await db().schema.alterTable(
            'store_products',
            (table) => void table.integer(column).unsigned().notNullable().defaultTo(0),
          );
      }
    },
  },
  {
    id: '301_shown_rating',
    async up(db) {
      // Average of the readable reviews; imported ratings without texts do not count.
      if (!(await db().schema.hasColumn('store_products', 'review_rating')))
        await db().schema.alterTable(
          'store_products',
          (table) => void table.integer('review_rating').unsigned().notNullable().defaultTo(0),
        );
      await db()('store_products')
        .where('review_count', '>', 0)
        .update({ review_rating: db().raw('??', ['rating']) });
      await db.createIndex('store_products', 'store_products_shown_rating', [
        'status',
        'visibility',
        'review_rating desc',
        'review_count desc',
        'id',
      ]);
      await db.createIndex('store_products', 'store_products_standing', [
        'status',
        'visibility',
        'stock',
        'review_rating desc',
        'id',
      ]);
      // Logs a change of everything, so that the filter index and other derived data are rebuilt where a rating no
      // longer counts.
      const unread = await db()('store_products').where('rating', '>', 0).where({ review_count: 0 }).first('id');
      if (unread)
        await createChangeLog({ db, doAction: () => Promise.resolve(), cache: { get: (_key, load) => load() } }).append(
          [0],
        );
      for (const name of ['store_products_rated', 'store_products_best']) await dropIndex(db, name);
    },
  },
  {
    id: '302_index_of_found',
    // SQLite finds rows by rowid as quickly, and its queries have no index hint.
    up: async (db) => {
      if (db.engine === 'mysql')
        await db.createIndex('store_products', SEARCH_ORDER_INDEX, [
          'status',
          'visibility',
          'id',
          'stock',
          'review_rating',
        ]);
    },
  },
];

/** Drops an index of the products table if it exists. */
async function dropIndex(db: Database, name: string): Promise<void> {
  if (db.engine !== 'mysql') return void (await db().raw('drop index if exists ??', [name]));
  const [rows] = (await db().raw('show index from store_products where key_name = ?', [name])) as [unknown[]];
  if (rows.length > 0) await db().raw('drop index ?? on store_products', [name]);
}
