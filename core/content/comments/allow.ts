import type { CommentInput, CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import type { FloodChecks } from './flood.js';

interface AllowDeps extends Pick<CommentDeps, 'hooks' | 'posts' | 'roles'> {
  floodCheck: FloodChecks;
  moderation: Pick<CommentsApi, 'checkComment' | 'wpCheckCommentDisallowedList'>;
}

/** Determines the status of a new comment (WordPress: wp_allow_comment). */
export function createAllowComment({
  hooks,
  posts,
  roles,
  floodCheck,
  moderation,
}: AllowDeps): Pick<CommentsApi, 'wpAllowComment'> {
  /** Comments of moderators and of the post's author are approved at once. */
  async function isTrusted({ user_id: user = 0, comment_post_id: id = 0 }: CommentInput): Promise<boolean> {
    if (user === 0) return false;
    return (await posts.getPost(id))?.post_author === user || roles.userCan(user, 'moderate_comments');
  }

  async function moderate(comment: CommentInput): Promise<0 | 1 | 'trash'> {
    if (await isTrusted(comment)) return 1;
    const {
      comment_author = '',
      comment_author_email = '',
      comment_author_url = '',
      comment_content = '',
      comment_author_ip = '',
      comment_agent = '',
    } = comment;
    const texts = [
      comment_author,
      comment_author_email,
      comment_author_url,
      comment_content,
      comment_author_ip,
      comment_agent,
    ] as const;
    const isApproved = await moderation.checkComment(...texts, comment.comment_type);
    if (await moderation.wpCheckCommentDisallowedList(...texts)) return 'trash';
    return isApproved ? 1 : 0;
  }

  return {
    wpAllowComment: async (comment) =>
      (await floodCheck.duplicate(comment)) ??
      (await floodCheck.flood(comment)) ??
      hooks.applyFilters<0 | 1 | string>('pre_comment_approved', await moderate(comment), comment),
  };
}
