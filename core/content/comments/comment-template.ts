import type { Comment, CommentsApi } from '../../api/index.js';
import { avatarUrl } from '../avatars.js';
import type { CommentDeps } from './deps.js';

type CommentTags = Pick<
  CommentsApi,
  | 'getCommentType'
  | 'getCommentAuthor'
  | 'getCommentAuthorUrl'
  | 'getCommentText'
  | 'commentText'
  | 'getCommentExcerpt'
  | 'getCommentClass'
  | 'getCommentAvatarUrl'
>;

const EXCERPT_WORDS = 20;

/** Creates the template functions of comments. */
export function createCommentTags({
  hooks,
  formatting,
  posts,
  users,
  translate: __,
}: Pick<CommentDeps, 'hooks' | 'formatting' | 'posts' | 'users' | 'translate'>): CommentTags {
  const getCommentText = async (comment: Comment): Promise<string> =>
    hooks.applyFilters('get_comment_text', comment.comment_content, comment, {});
  const getCommentType = async (comment: Comment): Promise<string> =>
    hooks.applyFilters('get_comment_type', comment.comment_type || 'comment', comment.comment_id, comment);
  return {
    getCommentText,
    getCommentType,
    getCommentAuthor: async (comment) => {
      const account =
        comment.comment_author === '' && comment.user_id > 0 ? await users.getUserdata(comment.user_id) : false;
      const name = comment.comment_author || (account ? account.display_name : __('Anonymous'));
      return await hooks.applyFilters('get_comment_author', name, comment.comment_id, comment);
    },
    getCommentAuthorUrl: async (comment) => {
      const url =
        comment.comment_author_url === 'http://'
          ? ''
          : formatting.escUrl(comment.comment_author_url, ['http', 'https']);
      return hooks.applyFilters('get_comment_author_url', url, comment.comment_id, comment);
    },
    commentText: async (comment) => {
      return await hooks.applyFilters('comment_text', await getCommentText(comment), comment, {});
    },
    getCommentExcerpt: async (comment) => {
      const words = formatting.wpStripAllTags(comment.comment_content.replaceAll(/[\n\r]+/g, ' ')).split(' ');
      const max = await hooks.applyFilters('comment_excerpt_length', EXCERPT_WORDS);
      const excerpt = `${words.slice(0, max).join(' ')}${words.length > max ? '&hellip;' : ''}`;
      return await hooks.applyFilters('get_comment_excerpt', excerpt, comment.comment_id, comment);
    },
    getCommentClass: async (comment, depth = 1, index = 0) => {
      const classes = [await getCommentType(comment)];
      const account = comment.user_id > 0 ? await users.getUserdata(comment.user_id) : false;
      if (account) {
        classes.push(
          'byuser',
          `comment-author-${formatting.sanitizeHtmlClass(account.user_nicename, String(account.id))}`,
        );
        const post = await posts.getPost(comment.comment_post_id);
        if (post?.post_author === account.id) classes.push('bypostauthor');
      }
      classes.push(...(index % 2 === 1 ? ['odd', 'alt'] : ['even']));
      if (depth === 1) classes.push(...(index % 2 === 1 ? ['thread-odd', 'thread-alt'] : ['thread-even']));
      classes.push(`depth-${depth}`);
      return await hooks.applyFilters(
        'comment_class',
        classes,
        [],
        comment.comment_id,
        comment,
        comment.comment_post_id,
      );
    },
    getCommentAvatarUrl: (comment, size = 96) => avatarUrl(hooks, comment, size),
  };
}
