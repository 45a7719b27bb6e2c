import { isWpError, type Post, type RestRequest, RestResponse } from '../../../api/index.js';
import { setupPostdata } from '../../../content/posts/setup-postdata.js';
import { siteZone } from '../../../dates/index.js';
import { isFieldIncluded, requestedFields } from '../../fields.js';
import { type Dictionary, isDictionary, toText } from '../../values.js';
import { toGmt, writeDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextOf, filterByContext, wantsLinks } from '../items/item-schema.js';
import { addPostLinks } from './post-links.js';
import { FORMAT_META } from './posts-schema.js';
import type { PostKind } from './post-kind.js';

/** Creates the response for a post (`WP_REST_Posts_Controller::prepare_item_for_response`). */
export async function preparePost(
  deps: WpV2Deps,
  kind: PostKind,
  post: Post,
  request: RestRequest,
): Promise<RestResponse> {
  const { hooks, rest } = deps;
  await setupPostdata(hooks, post);
  const context = contextOf(request);
  const fields = requestedFields(request);
  const wants = (field: string): boolean =>
    Object.hasOwn(kind.schema.properties, field) && (fields.length === 0 || isFieldIncluded(field, fields));
  const data: Dictionary = {
    ...(await plainFields(deps, post)),
    ...(await textFields(deps, post, request, wants)),
    ...(await settingFields(deps, kind, post, wants)),
  };
  const terms = await getPostTerms(deps, kind, post);
  for (const { field, items } of terms) if (wants(field)) data[field] = items.map(({ term_id }) => term_id);
  if (context === 'edit') Object.assign(data, await permalinkFields(deps, post, wants));
  if (wants('class_list'))
    data.class_list = await hooks.applyFilters('post_class', classList(kind, post, terms), [], post.id);
  for (const [attribute, { getCallback }] of rest.fields.fieldsOf(post.post_type)) {
    if (getCallback) data[attribute] = await getCallback(data, attribute, request, post.post_type);
  }
  const isKnown = (field: string): boolean =>
    Object.hasOwn(kind.schema.properties, field) || rest.fields.fieldsOf(post.post_type).has(field);
  const isRequested = (field: string): boolean =>
    field === 'id' || fields.length === 0 || isFieldIncluded(field, fields);
  const requestedData = Object.fromEntries(
    Object.entries(data).filter(([field]) => isKnown(field) && isRequested(field)),
  );
  const response = new RestResponse(filterByContext(requestedData, { ...kind.schema, type: 'object' }, context));
  if (wantsLinks(request)) await addPostLinks(deps, kind, post, response, context);
  const filtered = await hooks.applyFilters(`rest_prepare_${post.post_type}`, response, post, request);
  return filtered instanceof RestResponse ? filtered : response;
}

type IsRequested = (field: string) => boolean;

/** Returns the link and the texts of a post; without the password, the texts of a protected post are empty. */
async function textFields(deps: WpV2Deps, post: Post, request: RestRequest, wants: IsRequested): Promise<Dictionary> {
  const { content, hooks } = deps;
  const data: Dictionary = {};
  const isProtected = post.post_password !== '';
  const isLocked =
    isProtected && contextOf(request) !== 'edit' && toText(request.getParam('password')) !== post.post_password;
  if (wants('link')) data.link = (await content.getPermalink(post)) || '';
  if (wants('title'))
    data.title = { raw: post.post_title, rendered: await hooks.applyFilters('the_title', post.post_title, post.id) };
  if (wants('content')) {
    const rendered = isLocked ? '' : await deps.theContent(post.post_content, post);
    data.content = {
      raw: post.post_content,
      rendered,
      protected: isProtected,
      block_version: deps.blocks.blockVersion(post.post_content),
    };
  }
  if (post.post_type === 'wp_block')
    reduceToSource(data, toText(await deps.meta.getPostMeta(post.id, 'wp_pattern_sync_status', true)));
  if (wants('excerpt'))
    data.excerpt = {
      raw: post.post_excerpt,
      rendered: isLocked ? '' : await deps.theExcerpt(post),
      protected: isProtected,
    };
  return data;
}

/**
 * Returns the template selected for a post; empty for the default one, which WordPress calls `default`
 * (`get_page_template_slug`).
 */
function templateSlug(stored: unknown): string {
  const name = toText(stored);
  return name === 'default' ? '' : name;
}

/** Returns a post's settings: its image, template, format and meta. */
async function settingFields(deps: WpV2Deps, kind: PostKind, post: Post, wants: IsRequested): Promise<Dictionary> {
  const data: Dictionary = {};
  if (wants('featured_media'))
    data.featured_media = Number((await deps.meta.getPostMeta(post.id, '_thumbnail_id', true)) || 0);
  if (wants('template')) data.template = templateSlug(await deps.meta.getPostMeta(post.id, '_wp_page_template', true));
  if (wants('sticky')) data.sticky = (await stickyPosts(deps)).includes(post.id);
  if (wants('format')) data.format = toText(await deps.meta.getPostMeta(post.id, FORMAT_META, true)) || 'standard';
  if (wants('meta')) data.meta = await kind.meta.read(post.id);
  return data;
}

/** Returns the permalink that a post would have, for editors. */
async function permalinkFields({ content }: WpV2Deps, post: Post, wants: IsRequested): Promise<Dictionary> {
  if (!content.isPostTypeViewable(post.post_type) || !(wants('permalink_template') || wants('generated_slug')))
    return {};
  const [template, slug] = await content.getSamplePermalink(post.id, post.post_title, '');
  // Without a title it is the post's id, as a number.
  return { permalink_template: template, generated_slug: slug === String(post.id) ? post.id : decodeSlug(slug) };
}

async function plainFields(deps: WpV2Deps, post: Post): Promise<Dictionary> {
  const zone = await siteZone(deps.options);
  const gmt = post.post_date_gmt ?? (post.post_date === null ? null : toGmt(post.post_date, zone));
  const modifiedGmt = post.post_modified_gmt ?? (post.post_modified === null ? null : toGmt(post.post_modified, zone));
  return {
    id: post.id,
    date: writeDate(post.post_date),
    date_gmt: writeDate(gmt),
    guid: { rendered: post.guid, raw: post.guid },
    modified: writeDate(post.post_modified),
    modified_gmt: writeDate(modifiedGmt),
    password: post.post_password,
    slug: post.post_name,
    status: post.post_status,
    type: post.post_type,
    author: post.post_author,
    parent: post.post_parent,
    menu_order: post.menu_order,
    comment_status: post.comment_status,
    ping_status: post.ping_status,
  };
}

/** Reduces a pattern to its source, so that it can be inserted elsewhere. */
function reduceToSource(data: Dictionary, syncStatus: string): void {
  for (const field of ['title', 'content']) if (isDictionary(data[field])) delete data[field].rendered;
  data.wp_pattern_sync_status = syncStatus;
}

/** Decodes a slug for display. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Returns the ids of the sticky posts. */
export async function stickyPosts({ options }: Pick<WpV2Deps, 'options'>): Promise<number[]> {
  const stored = await options.getOption<unknown>('sticky_posts', []);
  return Array.isArray(stored) ? stored.map(Number) : [];
}

interface PostTerms {
  field: string;
  taxonomy: string;
  items: { term_id: number; slug: string }[];
}

async function getPostTerms({ content }: WpV2Deps, kind: PostKind, post: Post): Promise<PostTerms[]> {
  const lists: PostTerms[] = [];
  for (const taxonomy of kind.taxonomies()) {
    const items = await content.getTheTerms(post.id, taxonomy.name);
    lists.push({
      field: taxonomy.restBase || taxonomy.name,
      taxonomy: taxonomy.name,
      items: items === false || isWpError(items) ? [] : items,
    });
  }
  return lists;
}

/** Returns the class names of the element around a post (`get_post_class`). */
function classList(kind: PostKind, post: Post, terms: readonly PostTerms[]): string[] {
  const classes = [`post-${post.id}`, post.post_type, `type-${post.post_type}`, `status-${post.post_status}`];
  if (kind.supports('post-formats')) classes.push('format-standard');
  if (post.post_password !== '') classes.push('post-password-required');
  classes.push('hentry');
  for (const { taxonomy, items } of terms)
    for (const { slug } of items) classes.push(`${taxonomy === 'post_tag' ? 'tag' : taxonomy}-${slug}`);
  return classes;
}
