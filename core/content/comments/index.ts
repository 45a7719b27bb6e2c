export { createComments } from './comments.js';
export { DISCUSSION_DEFAULTS, discussionIsOn, discussionNumber, discussionText } from './discussion.js';
export { createCommentNotifications } from './notifications.js';
export { commentsPageUrl } from './comment-links.js';
