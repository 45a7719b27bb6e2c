import type { Migration } from '../../api/index.js';

/** Comments are queried by their author's email address. */
export const indexCommentAddresses: Migration = {
  id: '014_comment_addresses',
  up: (db) => db.createIndex('comments', 'comments_author_email', ['comment_author_email']),
};
