import type { Post, RestRequest, WpError } from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import { idsParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextOf } from '../items/item-schema.js';
import type { PostKind } from './post-kind.js';
import { failure, forbidden } from '../items/refusals.js';

/** Permission checks for the posts of a type. */
interface PostAccess {
  canList: (request: RestRequest) => Promise<true | WpError>;
  canShow: (request: RestRequest) => Promise<boolean | WpError>;
  canCreate: (request: RestRequest) => Promise<true | WpError>;
  canUpdate: (request: RestRequest) => Promise<true | WpError>;
  canRemove: (request: RestRequest) => Promise<true | WpError>;
  /** Whether the visitor may read a post (`check_read_permission`). */
  canRead: (post: Post) => Promise<boolean>;
  /** Whether the visitor may edit a post. */
  canEdit: (post: Post) => Promise<boolean>;
  find: (request: RestRequest) => Promise<Post | WpError>;
}

export function createPostAccess(deps: WpV2Deps, kind: PostKind): PostAccess {
  const { content, roles } = deps;
  const { cap, name } = kind.type;
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);

  async function find(request: RestRequest): Promise<Post | WpError> {
    const post = await content.getPost(numberParam(request, 'id'));
    return post && post.post_type === name ? post : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
  }

  const mayRead = createPostReadCheck(deps);

  /** Checks properties that need their own capability: another author, and sticky posts. */
  async function refuseExtras(request: RestRequest, others: string): Promise<WpError | undefined> {
    const author = request.getParam('author');
    if (!isEmpty(author) && author !== deps.currentUserId() && !(await may(cap.edit_others_posts)))
      return forbidden(deps, 'rest_cannot_edit_others', others);
    if (
      request.getParam('sticky') === true &&
      !((await may(cap.edit_others_posts)) || (await may(cap.publish_posts)))
    ) {
      return forbidden(deps, 'rest_cannot_assign_sticky', 'Sorry, you are not allowed to make posts sticky.');
    }
    return undefined;
  }

  async function refuseTerms(request: RestRequest): Promise<WpError | undefined> {
    for (const taxonomy of kind.taxonomies()) {
      for (const term of idsParam(request, taxonomy.restBase || taxonomy.name)) {
        if ((await content.getTerm(term, taxonomy.name)) === null) continue;
        if (!(await may('assign_term', term)))
          return forbidden(deps, 'rest_cannot_assign_term', 'Sorry, you are not allowed to assign the provided terms.');
      }
    }
    return undefined;
  }

  return {
    find,
    canRead: mayRead,
    canEdit: (post) => may('edit_post', post.id),

    async canList(request) {
      if (contextOf(request) !== 'edit' || (await may(cap.edit_posts))) return true;
      return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.');
    },

    async canShow(request) {
      const post = await find(request);
      if (!('id' in post)) return post;
      if (contextOf(request) === 'edit' && !(await may('edit_post', post.id))) {
        return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.');
      }
      // Only the query parameter is checked; a password in the editor's form is the new one.
      const password = request.getQueryParams().password;
      if (!isEmpty(password) && toText(password) !== post.post_password)
        return failure('rest_post_incorrect_password', 'Incorrect post password.', 403);
      return mayRead(post);
    },

    async canCreate(request) {
      if (!isEmpty(request.getParam('id'))) return failure('rest_post_exists', 'Cannot create existing post.', 400);
      const message = 'Sorry, you are not allowed to create posts as this user.';
      const refusal = await refuseExtras(request, message);
      if (refusal) return refusal;
      if (!(await may(cap.create_posts ?? cap.edit_posts))) return forbidden(deps, 'rest_cannot_create', message);
      return (await refuseTerms(request)) ?? true;
    },

    async canUpdate(request) {
      const post = await find(request);
      if (!('id' in post)) return post;
      if (!(await may('edit_post', post.id)))
        return forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
      return (
        (await refuseExtras(request, 'Sorry, you are not allowed to update posts as this user.')) ??
        (await refuseTerms(request)) ??
        true
      );
    },

    async canRemove(request) {
      const post = await find(request);
      if (!('id' in post)) return post;
      return (
        (await may('delete_post', post.id)) ||
        forbidden(deps, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.')
      );
    },
  };
}

/**
 * Creates the check of whether the visitor may read a post over REST
 * (`WP_REST_Posts_Controller::check_read_permission`).
 */
export function createPostReadCheck({
  content,
  roles,
}: Pick<WpV2Deps, 'content' | 'roles'>): (post: Post) => Promise<boolean> {
  const may = (capability: string, ...args: unknown[]): Promise<boolean> => roles.currentUserCan(capability, ...args);
  async function mayRead(post: Post): Promise<boolean> {
    const type = content.getPostTypeObject(post.post_type);
    if (!type?.showInRest) return false;
    // Patterns are published for authors, not for everyone.
    if ((type.cap.read ?? 'read') !== 'read') {
      // Their source is shown, so a password has to protect them as a whole.
      if (!(await may(post.post_password === '' ? 'read_post' : 'edit_post', post.id))) return false;
    }
    if (post.post_status === 'publish' || (await may('read_post', post.id))) return true;
    if (content.getPostStatusObject(post.post_status)?.public) return true;
    if (post.post_status !== 'inherit') return false;
    if (post.post_parent === 0) return true;
    const parent = await content.getPost(post.post_parent);
    return parent !== null && mayRead(parent);
  }

  return mayRead;
}
