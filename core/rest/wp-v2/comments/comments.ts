import { isWpError, type Knex, type RestRequest, RestResponse, type WpError } from '../../../api/index.js';
import { rowOffset } from '../../../db/index.js';
import { siteZone } from '../../../dates/index.js';
import { isEmpty, toText } from '../../values.js';
import { collectionArgs, idsArg, idsParam, inCollection, numberParam, orderArgs, pageOf } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { readDate } from '../items/dates.js';
import { contextArg, contextOf, filterByContext, type ItemSchema, publicSchema, wantsLinks } from '../items/item-schema.js';
import { failure, forbidden } from '../items/refusals.js';
import { avatarUrls } from '../users/users-prepare.js';

const EVERYWHERE = ['view', 'edit', 'embed'];
const BOTH = ['view', 'edit'];
const EDIT = ['edit'];

const SCHEMA: ItemSchema = {
  title: 'comment',
  properties: {
    id: { type: 'integer', context: EVERYWHERE, readonly: true },
    author: { type: 'integer', context: EVERYWHERE },
    author_email: { type: 'string', format: 'email', context: EDIT },
    author_ip: { type: 'string', format: 'ip', context: EDIT },
    author_user_agent: { type: 'string', context: EDIT },
    author_name: { type: 'string', context: EVERYWHERE },
    author_url: { type: 'string', format: 'uri', context: EVERYWHERE },
    content: { type: 'object', context: EVERYWHERE, properties: { raw: { type: 'string', context: EDIT }, rendered: { type: 'string', context: EVERYWHERE } } },
    date: { type: 'string', format: 'date-time', context: EVERYWHERE },
    date_gmt: { type: 'string', format: 'date-time', context: BOTH },
    link: { type: 'string', format: 'uri', context: EVERYWHERE, readonly: true },
    parent: { type: 'integer', context: EVERYWHERE },
    post: { type: 'integer', context: BOTH },
    status: { type: 'string', context: BOTH },
    type: { type: 'string', context: EVERYWHERE, readonly: true },
    author_avatar_urls: { type: 'object', context: EVERYWHERE, readonly: true },
    meta: { type: 'object', context: BOTH },
  },
};

interface Comment {
  comment_id: number;
  comment_post_id: number;
  comment_author: string;
  comment_author_email: string;
  comment_author_url: string;
  comment_date: string;
  comment_date_gmt: string;
  comment_content: string;
  comment_approved: string;
  comment_type: string;
  comment_parent: number;
  user_id: number;
}

const ORDERS: Record<string, string> = { date: 'comment_date', date_gmt: 'comment_date_gmt', id: 'comment_id', post: 'comment_post_id', parent: 'comment_parent', type: 'comment_type' };
const SEARCHED = ['comment_author', 'comment_author_url', 'comment_content'];

/** Parameters that only those who moderate comments may use. */
const PROTECTED = ['author', 'author_exclude', 'author_email', 'type', 'status'];

/** Registers `wp/v2/comments` for reading (`WP_REST_Comments_Controller`). */
export function registerComments(deps: WpV2Deps): void {
  const { content, db, rest, roles } = deps;

  async function prepare(comment: Comment, request: RestRequest): Promise<RestResponse> {
    const post = await content.getPost(comment.comment_post_id);
    const rendered = await deps.hooks.applyFilters('comment_text', comment.comment_content, comment);
    const response = new RestResponse(
      filterByContext(
        {
          id: comment.comment_id,
          post: comment.comment_post_id,
          parent: comment.comment_parent,
          author: comment.user_id,
          author_name: comment.comment_author,
          author_email: comment.comment_author_email,
          // Neither is kept.
          author_ip: '',
          author_user_agent: '',
          author_url: comment.comment_author_url,
          date: comment.comment_date.replace(' ', 'T'),
          date_gmt: comment.comment_date_gmt.replace(' ', 'T'),
          content: { raw: comment.comment_content, rendered: deps.formatting.wpautop(rendered) },
          status: comment.comment_approved === '1' ? 'approved' : comment.comment_approved === '0' ? 'hold' : comment.comment_approved,
          type: comment.comment_type,
          link: `${(post && (await content.getPermalink(post))) || ''}#comment-${comment.comment_id}`,
          author_avatar_urls: avatarUrls(comment.comment_author_email),
          // The state of a note, which a comment has not.
          meta: { _wp_note_status: null },
        },
        { ...SCHEMA, type: 'object' },
        contextOf(request),
      ),
    );
    if (!wantsLinks(request)) return response;
    response.addLink('self', rest.restUrl(`wp/v2/comments/${comment.comment_id}`));
    response.addLink('collection', rest.restUrl('wp/v2/comments'));
    const type = post && content.getPostTypeObject(post.post_type);
    if (post && type) response.addLink('up', rest.restUrl(`wp/v2/${type.restBase || type.name}/${post.id}`), { embeddable: true, post_type: post.post_type });
    return response;
  }

  async function mayList(request: RestRequest): Promise<true | WpError> {
    const moderates = await roles.currentUserCan('moderate_comments');
    for (const id of idsParam(request, 'post')) {
      if (id === 0 && !moderates) return forbidden(deps, 'rest_cannot_read', 'Sorry, you are not allowed to read comments without a post.');
      const post = await content.getPost(id);
      if (post && post.post_status !== 'publish' && !(await roles.currentUserCan('read_post', id))) {
        return forbidden(deps, 'rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.');
      }
    }
    if (contextOf(request) === 'edit' && !moderates) return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.');
    if (await roles.currentUserCan('edit_posts')) return true;
    const used = PROTECTED.filter((name) => {
      const value = request.getParam(name);
      return !(isEmpty(value) || (name === 'status' && value === 'approve') || (name === 'type' && value === 'comment'));
    });
    return used.length === 0 || forbidden(deps, 'rest_forbidden_param', `Query parameter not permitted: ${used.join(', ')}`);
  }

  async function list(request: RestRequest): Promise<RestResponse> {
    const status = toText(request.getParam('status'));
    const base = db()('comments').where({ comment_type: toText(request.getParam('type')) || 'comment' });
    const stored: Record<string, string> = { approve: '1', approved: '1', hold: '0' };
    if (status !== 'all') void base.where({ comment_approved: stored[status] ?? status });
    for (const [param, column] of [['post', 'comment_post_id'], ['parent', 'comment_parent'], ['include', 'comment_id'], ['author', 'user_id']]) {
      const ids = idsParam(request, param);
      if (ids.length > 0) void base.whereIn(column, ids);
    }
    for (const [param, column] of [['exclude', 'comment_id'], ['author_exclude', 'user_id'], ['parent_exclude', 'comment_parent']]) {
      const ids = idsParam(request, param);
      if (ids.length > 0) void base.whereNotIn(column, ids);
    }
    await limitByText(base, request);
    // Comments of posts that the public cannot see stay with them.
    void base.whereIn('comment_post_id', db()('posts').select('id').where({ post_status: 'publish', post_password: '' }));
    const counted = (await base.clone().count({ total: '*' }).first()) as { total: number | string } | undefined;
    const perPage = numberParam(request, 'per_page', 10);
    const order = request.getParam('order') === 'asc' ? 'asc' : 'desc';
    const offset = rowOffset(numberParam(request, 'offset', (numberParam(request, 'page', 1) - 1) * perPage));
    const column = ORDERS[toText(request.getParam('orderby'))] ?? 'comment_date_gmt';
    const rows = (await base.orderBy(column, order).orderBy('comment_id', order).limit(perPage).offset(offset)) as Comment[];
    const items: unknown[] = [];
    for (const row of rows) if (row.comment_approved === '1' || (await mayReadHeld(row))) items.push(await inCollection(rest.links, await prepare(row, request)));
    return pageOf(rest, request, items, Number(counted?.total ?? 0), 'wp/v2/comments');
  }

  /** Comments that wait are for those who moderate them, and for the writers of what they are about. */
  async function mayReadHeld(comment: Comment): Promise<boolean> {
    if (comment.user_id > 0 && comment.user_id === deps.currentUserId()) return true;
    return (await roles.currentUserCan('moderate_comments')) || roles.currentUserCan('edit_post', comment.comment_post_id);
  }

  /** Narrows to what was written when, by whom and with which words. */
  async function limitByText(base: Knex.QueryBuilder, request: RestRequest): Promise<void> {
    const zone = await siteZone(deps.options);
    for (const [param, sign] of [['after', '>'], ['before', '<']]) {
      const date = readDate(toText(request.getParam(param)), zone, zone);
      if (date) void base.where('comment_date', sign, date.local);
    }
    const email = toText(request.getParam('author_email'));
    if (email !== '') void base.where({ comment_author_email: email });
    const search = toText(request.getParam('search'));
    if (search === '') return;
    // Addresses are guessed by searching, so only those find them who may see them.
    const columns = (await roles.currentUserCan('moderate_comments')) ? [...SEARCHED, 'comment_author_email'] : SEARCHED;
    const pattern = `%${search.replaceAll(/[!%_]/g, '!$&')}%`;
    void base.where((any) => {
      for (const column of columns) void any.orWhereRaw("?? like ? escape '!'", [column, pattern]);
    });
  }

  async function find(request: RestRequest): Promise<Comment | WpError> {
    const comment = (await db()('comments').where({ comment_id: numberParam(request, 'id') }).first()) as Comment | undefined;
    return comment ?? failure('rest_comment_invalid_id', 'Invalid comment ID.', 404);
  }

  async function mayShow(request: RestRequest): Promise<true | WpError> {
    const comment = await find(request);
    if (isWpError(comment)) return comment;
    if (await roles.currentUserCan('moderate_comments')) return true;
    if (contextOf(request) === 'edit') return forbidden(deps, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.');
    const post = await content.getPost(comment.comment_post_id);
    if (post && post.post_status !== 'publish') return forbidden(deps, 'rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.');
    return comment.comment_approved === '1' || (await mayReadHeld(comment)) || forbidden(deps, 'rest_cannot_read', 'Sorry, you are not allowed to read this comment.');
  }

  const context = contextArg(rest, SCHEMA, 'view');
  const schema = (): ReturnType<typeof publicSchema> => publicSchema(rest, SCHEMA);
  rest.registerRestRoute('wp/v2', '/comments', {
    schema,
    endpoints: [
      {
        callback: list,
        permissionCallback: mayList,
        args: {
          ...collectionArgs(deps, context),
          ...orderArgs(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], 'date_gmt', 'desc'),
          post: idsArg('Limit result set to comments assigned to specific post IDs.'),
          parent: idsArg('Limit result set to comments of specific parent IDs.'),
          include: idsArg('Limit result set to specific IDs.'),
          author: { description: 'Limit result set to comments assigned to specific user IDs.', type: 'array', items: { type: 'integer' } },
          author_exclude: { description: 'Ensure result set excludes comments assigned to specific user IDs.', type: 'array', items: { type: 'integer' } },
          author_email: { description: 'Limit result set to that from a specific author email.', type: 'string', format: 'email' },
          exclude: idsArg('Ensure result set excludes specific IDs.'),
          parent_exclude: idsArg('Ensure result set excludes specific parent IDs.'),
          after: { description: 'Limit response to comments published after a given ISO8601 compliant date.', type: 'string', format: 'date-time' },
          before: { description: 'Limit response to comments published before a given ISO8601 compliant date.', type: 'string', format: 'date-time' },
          password: { description: 'The password for the post if it is password protected.', type: 'string' },
          status: { description: 'Limit result set to comments assigned a specific status.', type: 'string', default: 'approve' },
          type: { description: 'Limit result set to comments assigned a specific type.', type: 'string', default: 'comment' },
        },
      },
    ],
  });
  rest.registerRestRoute('wp/v2', '/comments/(?P<id>[\\d]+)', {
    schema,
    args: { id: { description: 'Unique identifier for the comment.', type: 'integer' } },
    endpoints: [
      {
        args: { context },
        permissionCallback: mayShow,
        callback: async (request) => {
          const comment = await find(request);
          return isWpError(comment) ? comment : prepare(comment, request);
        },
      },
    ],
  });
}
