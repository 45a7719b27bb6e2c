import type { Migration } from '../../api/index.js';
import { createMetaTable } from './meta-table.js';
import { foldedColumn } from './folded-column.js';

/** Posts, pages, revisions and every other type of content, under WordPress's column names. */
export const createPostTables: Migration = {
  id: '003_create_posts',
  async up(db) {
    await db.createTable('posts', (table) => {
      table.increments('id');
      table.integer('post_author').notNullable().defaultTo(0).index();
      table.datetime('post_date');
      table.datetime('post_date_gmt');
      foldedColumn(db, table, 'post_content', db.engine === 'mysql' ? 'longtext' : 'text').notNullable();
      foldedColumn(db, table, 'post_title', 'text').notNullable();
      foldedColumn(db, table, 'post_excerpt', 'text').notNullable();
      table.string('post_status', 20).notNullable();
      table.string('comment_status', 20).notNullable();
      table.string('ping_status', 20).notNullable();
      table.string('post_password', 255).notNullable().defaultTo('');
      foldedColumn(db, table, 'post_name', 'varchar(200)').notNullable();
      table.datetime('post_modified');
      table.datetime('post_modified_gmt');
      table.integer('post_parent').notNullable().defaultTo(0).index();
      table.string('guid', 255).notNullable().defaultTo('');
      table.integer('menu_order').notNullable().defaultTo(0);
      table.string('post_type', 20).notNullable();
      table.string('post_mime_type', 100).notNullable().defaultTo('');
      table.integer('comment_count').notNullable().defaultTo(0);
      table.index(['post_type', 'post_status', 'post_date', 'id'], 'posts_type_status_date');
      table.index(['post_name'], 'posts_name');
    });
    await createMetaTable(db, 'postmeta', 'post_id');
  },
};
