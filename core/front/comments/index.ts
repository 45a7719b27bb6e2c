export { commentItems, getNewestComments as newestComments } from './comment-feed.js';
export { postComment } from './comment-post.js';
export type { CommentsView } from './comments-view.js';
