export { commentItems, getNewestComments } from './comment-feed.js';
export { postComment } from './comment-post.js';
export type { CommentsView } from './comments-view.js';
