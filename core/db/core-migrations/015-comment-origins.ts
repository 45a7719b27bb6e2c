import type { Migration } from '../../api/index.js';
import { GENERATIONS } from '../table-version-ids.js';

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
    const known = await db()('options_generation').where({ id: GENERATIONS.comments }).pluck<number[]>('id');
    if (known.length === 0) await db()('options_generation').insert({ id: GENERATIONS.comments, generation: 1 });
  },
};
