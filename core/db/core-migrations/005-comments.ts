import type { Migration } from '../../api/index.js';
import { createMetaTable } from './meta-table.js';

/** Comments and their metadata. */
export const createCommentTables: Migration = {
  id: '005_create_comments',
  async up(db) {
    await db.createTable('comments', (table) => {
      table.increments('comment_id');
      table.integer('comment_post_id').notNullable().index();
      table.string('comment_author', 255).notNullable().defaultTo('');
      table.string('comment_author_email', 100).notNullable().defaultTo('');
      table.string('comment_author_url', 200).notNullable().defaultTo('');
      table.datetime('comment_date').notNullable();
      table.datetime('comment_date_gmt').notNullable();
      table.text('comment_content').notNullable();
      table.string('comment_approved', 20).notNullable();
      table.string('comment_type', 20).notNullable().defaultTo('comment');
      table.integer('comment_parent').notNullable().defaultTo(0);
      table.integer('user_id').notNullable().defaultTo(0);
      table.index(['comment_approved', 'comment_date_gmt'], 'comments_approved_date');
    });
    await createMetaTable(db, 'commentmeta', 'comment_id');
  },
};
