export { type CommentsAtOnce, createComments } from './comments.js';
export { DISCUSSION, discussionIsOn, discussionNumber, discussionText } from './discussion.js';
export { createCommentNotifications } from './letters.js';
export { commentsPageUrl } from './places.js';
