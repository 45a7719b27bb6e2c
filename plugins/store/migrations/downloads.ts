import type { Migration } from 'plinth';

/** Tables of files for sale and of download rights. */
export const downloadMigrations: readonly Migration[] = [
  {
    id: '300_create_downloads',
    async up(db) {
      // Files as stored on disk; several products can share one.
      await db.createTable('store_files', (table) => {
        table.increments('id');
        table.string('path', 80).notNullable().unique();
        table.string('name', 200).notNullable();
        table.string('type', 100).notNullable();
        table.bigInteger('bytes').notNullable();
        table.datetime('created_at').notNullable();
      });
      await db.createTable('store_product_files', (table) => {
        table.increments('id');
        table.integer('product_id').unsigned().notNullable().index();
        // 0 for all variations.
        table.integer('variation_id').unsigned().notNullable();
        table.integer('file_id').unsigned().notNullable().index();
        table.string('name', 200).notNullable();
        table.integer('position').notNullable();
        // No longer for sale; retained for its buyers.
        table.boolean('retired').notNullable().index();
      });
      // Overrides of the shop's settings per product; null to use them, 0 for no limit.
      await db.createTable('store_download_limits', (table) => {
        table.integer('product_id').unsigned().primary();
        table.integer('downloads').nullable();
        table.integer('days').nullable();
      });
      await db.createTable('store_download_permissions', (table) => {
        table.increments('id');
        table.integer('order_id').unsigned().notNullable();
        table.integer('product_file_id').unsigned().notNullable().index();
        table.integer('downloads').notNullable();
        // null for no limit.
        table.integer('max_downloads').nullable();
        // UTC; null for no end.
        table.datetime('expires_at').nullable();
        table.string('state', 10).notNullable();
        table.datetime('last_download_at').nullable();
        table.unique(['order_id', 'product_file_id']);
      });
      await db.createTable('store_download_log', (table) => {
        table.increments('id');
        table.integer('permission_id').unsigned().notNullable().index();
        table.integer('user_id').unsigned().notNullable();
        table.datetime('at').notNullable();
      });
    },
  },
];
