import { type Comment, type RestRequest, RestResponse } from '../../../api/index.js';
import type { Dictionary } from '../../values.js';
import { writeDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { type ItemSchema, responseInContext, wantsLinks } from '../items/item-schema.js';
import type { MetaField } from '../items/meta-field.js';
import { requestedFields } from '../../fields.js';
import { AVATAR_SIZES } from '../users/users-schema.js';

/** Schema and other shared parts of the comment endpoints. */
export interface CommentKind {
  readonly schema: ItemSchema;
  readonly meta: MetaField;
}

/** Creates the response for a comment (`WP_REST_Comments_Controller::prepare_item_for_response`). */
export async function prepareComment(
  deps: WpV2Deps,
  { schema, meta }: CommentKind,
  comment: Comment,
  request: RestRequest,
): Promise<RestResponse> {
  const { content, hooks, rest } = deps;
  const id = comment.comment_id;
  const fields = requestedFields(request);
  // A part of a field does not count as the field here, as in WordPress.
  const wants = (name: string): boolean => fields.length === 0 || fields.includes(name);
  const data: Dictionary = {
    id,
    post: comment.comment_post_id,
    parent: comment.comment_parent,
    author: comment.user_id,
    author_name: comment.comment_author,
    author_email: comment.comment_author_email,
    author_url: comment.comment_author_url,
    author_ip: comment.comment_author_ip,
    author_user_agent: comment.comment_agent,
    date: writeDate(comment.comment_date),
    date_gmt: writeDate(comment.comment_date_gmt),
    content: {
      rendered: wants('content') ? await hooks.applyFilters('comment_text', comment.comment_content, comment, {}) : '',
      raw: comment.comment_content,
    },
    link: wants('link') ? await content.getCommentLink(comment) : '',
    status: toRestStatus(comment),
    type: wants('type') ? await content.getCommentType(comment) : '',
    author_avatar_urls: wants('author_avatar_urls') ? await avatarUrls(deps, comment) : {},
    meta: wants('meta') ? await meta.read(id) : {},
  };
  for (const [attribute, { getCallback }] of rest.fields.fieldsOf('comment')) {
    if (getCallback && wants(attribute)) data[attribute] = await getCallback(data, attribute, request, 'comment');
  }
  const response = responseInContext(
    Object.fromEntries(Object.entries(data).filter(([name]) => wants(name))),
    schema,
    request,
  );
  if (wantsLinks(request)) await addLinks(deps, comment, response);
  const filtered = await hooks.applyFilters('rest_prepare_comment', response, comment, request);
  return filtered instanceof RestResponse ? filtered : response;
}

function toRestStatus({ comment_approved: stored }: Comment): string {
  if (stored === '1') return 'approved';
  return stored === '0' ? 'hold' : stored;
}

async function avatarUrls({ content }: WpV2Deps, comment: Comment): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
  for (const size of AVATAR_SIZES) urls[String(size)] = await content.getCommentAvatarUrl(comment, size);
  return urls;
}

async function addLinks({ content, rest }: WpV2Deps, comment: Comment, response: RestResponse): Promise<void> {
  const base = rest.restUrl('wp/v2/comments');
  const { comment_id: id, comment_parent: parent, user_id: author } = comment;
  response.addLink('self', `${base}/${id}`);
  response.addLink('collection', base);
  if (author > 0) response.addLink('author', rest.restUrl(`wp/v2/users/${author}`), { embeddable: true });
  const post = comment.comment_post_id > 0 ? await content.getPost(comment.comment_post_id) : null;
  const type = post && content.getPostTypeObject(post.post_type);
  if (post && type)
    response.addLink('up', rest.restUrl(`${type.restNamespace || 'wp/v2'}/${type.restBase || type.name}/${post.id}`), {
      embeddable: true,
      post_type: post.post_type,
    });
  if (parent > 0) response.addLink('in-reply-to', `${base}/${parent}`, { embeddable: true });
  const { found } = await content.queryComments({ parent: id, count: true, orderby: 'none', type: 'all' });
  if (found > 0) response.addLink('children', `${base}?parent=${id}`, { embeddable: true });
}
