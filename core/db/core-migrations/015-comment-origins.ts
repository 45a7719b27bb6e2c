import type { Migration } from '../../api/index.js';
import { CORE_VERSION_ROWS } from '../../cache/index.js';

/** Origins of comments, for flood detection; their write counter; and the indexes for their queries. */
export const addCommentOrigins: Migration = {
  id: '015_comment_origins',
  async up(db) {
    if (!(await db().schema.hasColumn('comments', 'comment_agent'))) {
      await db().schema.alterTable('comments', (table) => {
        table.string('comment_author_ip', 100).notNullable().defaultTo('');
        table.string('comment_agent', 255).notNullable().defaultTo('');
        table.integer('comment_karma').notNullable().defaultTo(0);
      });
    }
    await db.createIndex('comments', 'comments_date_gmt', ['comment_date_gmt']);
    await db.createIndex('comments', 'comments_parent', ['comment_parent']);
    const known = await db()('table_versions').where({ id: CORE_VERSION_ROWS.comments }).pluck<number[]>('id');
    if (known.length === 0) await db()('table_versions').insert({ id: CORE_VERSION_ROWS.comments, version: 1 });
  },
};
