import type { Migration } from '../../api/index.js';

/** Comments are asked for by the address of who wrote them. */
export const indexCommentAddresses: Migration = {
  id: '014_comment_addresses',
  up: (db) => db.createIndex('comments', 'comments_author_email', ['comment_author_email']),
};
