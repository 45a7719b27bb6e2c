import { type Comment, isWpError, type Post, type RestRequest, type WpError } from '../../../api/index.js';
import { clientIp } from '../../../context/index.js';
import { isEmpty, toText } from '../../values.js';
import { idsParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextOf } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { createPostReadCheck } from '../posts/post-access.js';
import { discussionIsOn } from '../../../content/comments/index.js';

/** Parameters that require permission to edit posts. */
const PROTECTED_PARAMS = ['author', 'author_exclude', 'author_email', 'type', 'status'];
/** Values of these parameters that every visitor may use. */
const PUBLIC_VALUES: Readonly<Record<string, string>> = { status: 'approve', type: 'comment' };
const NO_POST_MESSAGE = 'Sorry, you are not allowed to create this comment without a post.';

/** Permission checks for comments. */
export interface CommentAccess {
  canList(request: RestRequest): Promise<true | WpError>;
  canShow(request: RestRequest): Promise<true | WpError>;
  canCreate(request: RestRequest): Promise<true | WpError>;
  canUpdate(request: RestRequest): Promise<true | WpError>;
  canRemove(request: RestRequest): Promise<true | WpError>;
  /** Whether the visitor may read a comment (`check_read_permission`). */
  canRead(comment: Comment, request: RestRequest): Promise<boolean>;
  find(request: RestRequest): Promise<Comment | WpError>;
}

/** Read access to comments and their posts. */
interface CommentReading extends Pick<CommentAccess, 'find' | 'canRead'> {
  /** Whether the visitor may read the post of a comment. */
  canReadPost(post: Post, request: RestRequest): Promise<boolean>;
  currentUserCan(capability: string, ...args: unknown[]): Promise<boolean>;
  moderates(): Promise<boolean>;
}

function createCommentReading(deps: WpV2Deps): CommentReading {
  const { content, roles } = deps;
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);
  const moderates = (): Promise<boolean> => may('moderate_comments');
  const readsPost = createPostReadCheck(deps);

  async function find(request: RestRequest): Promise<Comment | WpError> {
    const comment = await content.getComment(numberParam(request, 'id'));
    if (!comment) return failure('rest_comment_invalid_id', 'Invalid comment ID.', 404);
    if (comment.comment_post_id > 0 && !(await content.getPost(comment.comment_post_id)))
      return failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    return comment;
  }

  async function mayReadPost(post: Post, request: RestRequest): Promise<boolean> {
    const type = content.getPostTypeObject(post.post_type);
    if (!type) return false;
    if (post.post_password !== '') {
      const isSinglePost =
        numberParam(request, 'id') > 0 || idsParam(request, 'post').length === 1 || numberParam(request, 'post') > 0;
      const password = request.getParam('password');
      if (await may('edit_post', post.id)) return true;
      return isSinglePost && !isEmpty(password) && toText(password) === post.post_password;
    }
    return readsPost(post);
  }

  async function mayRead(comment: Comment, request: RestRequest): Promise<boolean> {
    const post = comment.comment_post_id > 0 ? await content.getPost(comment.comment_post_id) : null;
    if (
      post &&
      comment.comment_approved === '1' &&
      comment.comment_type !== 'note' &&
      (await mayReadPost(post, request))
    )
      return true;
    const user = deps.currentUserId();
    if (user === 0 || (comment.comment_post_id === 0 && !(await moderates()))) return false;
    return comment.user_id === user || may('edit_comment', comment.comment_id);
  }

  return { find, canRead: mayRead, canReadPost: mayReadPost, currentUserCan: may, moderates };
}

/** Creates the permission checks for comments. */
export function createCommentAccess(deps: WpV2Deps): CommentAccess {
  const { content, hooks } = deps;
  const { find, canRead, canReadPost, currentUserCan, moderates } = createCommentReading(deps);
  const refuseContext = (): WpError =>
    forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.');
  const unreadablePost = (): WpError =>
    forbidden(deps, 'rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.');
  const isNote = (request: RestRequest): boolean => request.getParam('type') === 'note';

  /** Returns why a post accepts no comments, or none from the visitor. */
  async function refusePost(post: Post, request: RestRequest): Promise<WpError | undefined> {
    const status = post.post_status;
    if (status === 'draft' || status === 'trash')
      return failure(
        `rest_comment_${status}_post`,
        'Sorry, you are not allowed to create a comment on this post.',
        403,
      );
    return (await canReadPost(post, request)) ? undefined : unreadablePost();
  }

  /** Refuses properties of a comment that only moderators may set. */
  async function refuseExtras(request: RestRequest): Promise<WpError | undefined> {
    const refuseProperty = (name: string): WpError =>
      forbidden(deps, `rest_comment_invalid_${name}`, `Sorry, you are not allowed to edit '${name}' for comments.`);
    const isSet = (name: string): boolean => request.getParam(name) !== undefined && request.getParam(name) !== null;
    if (isSet('author') && request.getParam('author') !== deps.currentUserId() && !(await moderates()))
      return refuseProperty('author');
    if (isSet('author_ip') && request.getParam('author_ip') !== clientIp() && !(await moderates()))
      return refuseProperty('author_ip');
    const canModerate = isNote(request) ? currentUserCan('edit_post', numberParam(request, 'post')) : moderates();
    return isSet('status') && !(await canModerate) ? refuseProperty('status') : undefined;
  }

  return {
    find,
    canRead,

    async canList(request) {
      for (const id of idsParam(request, 'post')) {
        const post = id > 0 ? await content.getPost(id) : null;
        if (post && !(await canReadPost(post, request))) return unreadablePost();
        if (id === 0 && !(await moderates()))
          return forbidden(deps, 'rest_cannot_read', 'Sorry, you are not allowed to read comments without a post.');
      }
      const posts = idsParam(request, 'post');
      if (contextOf(request) === 'edit') {
        const editable =
          isNote(request) && posts.length > 0
            ? (await Promise.all(posts.map((id) => currentUserCan('edit_post', id)))).every(Boolean)
            : await moderates();
        if (!editable) return refuseContext();
      }
      if (await currentUserCan('edit_posts')) return true;
      const refusedParams = PROTECTED_PARAMS.filter((name) =>
        Object.hasOwn(PUBLIC_VALUES, name)
          ? request.getParam(name) !== PUBLIC_VALUES[name]
          : !isEmpty(request.getParam(name)),
      );
      return (
        refusedParams.length === 0 ||
        forbidden(deps, 'rest_forbidden_param', `Query parameter not permitted: ${refusedParams.join(', ')}`)
      );
    },

    async canShow(request) {
      const comment = await find(request);
      if (isWpError(comment)) return comment;
      const mayUseEditContext =
        comment.comment_type === 'note' ? currentUserCan('edit_comment', comment.comment_id) : moderates();
      if (contextOf(request) === 'edit' && !(await mayUseEditContext)) return refuseContext();
      if (!(await canRead(comment, request)))
        return forbidden(deps, 'rest_cannot_read', 'Sorry, you are not allowed to read this comment.');
      const post = comment.comment_post_id > 0 ? await content.getPost(comment.comment_post_id) : null;
      return !post || (await canReadPost(post, request)) || unreadablePost();
    },

    async canCreate(request) {
      const loginRequiredError = (): WpError =>
        forbidden(deps, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.');
      if (deps.currentUserId() === 0) {
        if (isNote(request) || (await discussionIsOn(deps.options, 'comment_registration')))
          return loginRequiredError();
        if (!(await hooks.applyFilters('rest_allow_anonymous_comments', false, request))) return loginRequiredError();
      }
      const refusal = await refuseExtras(request);
      if (refusal) return refusal;
      const post = await content.getPost(numberParam(request, 'post'));
      if (!post) return failure('rest_comment_invalid_post_id', NO_POST_MESSAGE, 403);
      if (isNote(request))
        return (
          (await currentUserCan('edit_post', post.id)) ||
          forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to create a comment on this post.')
        );
      const postRefusal = await refusePost(post, request);
      if (postRefusal) return postRefusal;
      return (
        (await content.commentsOpen(post.id)) ||
        failure('rest_comment_closed', 'Sorry, comments are closed for this item.', 403)
      );
    },

    async canUpdate(request) {
      const comment = await find(request);
      if (isWpError(comment)) return comment;
      if (!(await mayEdit(comment)))
        return forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this comment.');
      const postParam = request.getParam('post');
      if (postParam === undefined || postParam === null || numberParam(request, 'post') === comment.comment_post_id)
        return true;
      const post = await content.getPost(numberParam(request, 'post'));
      return post
        ? ((await refusePost(post, request)) ?? true)
        : failure('rest_comment_invalid_post_id', NO_POST_MESSAGE, 403);
    },

    async canRemove(request) {
      const comment = await find(request);
      if (isWpError(comment)) return comment;
      return (
        (await mayEdit(comment)) ||
        forbidden(deps, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this comment.')
      );
    },
  };

  async function mayEdit(comment: Comment): Promise<boolean> {
    return deps.currentUserId() > 0 && ((await moderates()) || currentUserCan('edit_comment', comment.comment_id));
  }
}
