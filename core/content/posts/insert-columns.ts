import { currentContext } from '../../context/index.js';
import { type Post, type PostInput, WpError, type Database } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { parseDate, type SiteTime, toUnixTime } from '../site-time.js';
import { truncateSlug } from '../slug-text.js';
import type { PostSlugs } from './slugs.js';

interface ColumnDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'types' | 'roles'> {
  time: SiteTime;
  slugs: PostSlugs;
}

type PostDates = Pick<Post, 'post_date' | 'post_date_gmt' | 'post_modified' | 'post_modified_gmt'>;

/** Statuses without a fixed date. The date is set when the post is published. */
export const FLOATING_STATUSES = ['draft', 'pending', 'auto-draft'];
const MINUTE_SECONDS = 60;

/** Computes all columns of a post's row from the input, by WordPress's rules (part of `wp_insert_post`). */
export function createPostColumns({ db, hooks, formatting, options, types, roles, time, slugs }: ColumnDeps): {
  computeColumns(input: PostInput, type: string, before: Post | null): Promise<Omit<Post, 'id'> | WpError>;
} {
  async function computeDates(input: PostInput, status: string, before: Post | null): Promise<PostDates | WpError> {
    const local = parseDate(input.post_date);
    const utc = parseDate(input.post_date_gmt);
    if (local === undefined || (local === null && utc === undefined))
      return new WpError('invalid_date', 'Invalid date.');
    const post_date = local ?? (utc ? await time.toLocal(utc) : await time.local());
    const post_date_gmt = utc ?? (FLOATING_STATUSES.includes(status) ? null : await time.toUtc(post_date));
    if (before || (local === null && !utc))
      return { post_date, post_date_gmt, post_modified: await time.local(), post_modified_gmt: time.utc() };
    return { post_date, post_date_gmt, post_modified: post_date, post_modified_gmt: post_date_gmt };
  }

  /** A published post with a future date is scheduled; a scheduled post with a past date is published. */
  function statusByDate(status: string, utc: string | null): string {
    const secondsAhead = utc === null ? -Infinity : toUnixTime(utc) - toUnixTime(time.utc());
    if (status === 'publish' && secondsAhead >= MINUTE_SECONDS) return 'future';
    return status === 'future' && secondsAhead < MINUTE_SECONDS ? 'publish' : status;
  }

  async function requestedSlug(input: PostInput, status: string, type: string, before: Post | null): Promise<string> {
    let name = input.post_name ?? before?.post_name ?? '';
    if (name === '0') name = '';
    const publishCapability = types.getPostTypeObject(type)?.cap.publish_posts ?? 'publish_posts';
    // Users without permission to publish must not reserve slugs.
    if (status === 'pending' && currentContext() !== undefined && !(await roles.currentUserCan(publishCapability)))
      name = '';
    if (name === '')
      return FLOATING_STATUSES.includes(status)
        ? ''
        : formatting.sanitizeTitle(input.post_title ?? '', before ? String(before.id) : '');
    const sanitizedName = formatting.sanitizeTitle(name, '', 'old-save');
    return before && encodeURIComponent(name).toLowerCase() === sanitizedName && before.post_name === sanitizedName
      ? sanitizedName
      : formatting.sanitizeTitle(name);
  }

  async function defaultDiscussionStatus(type: string, kind: 'comment' | 'ping'): Promise<string> {
    const feature = kind === 'comment' ? 'comments' : 'trackbacks';
    let status = 'closed';
    if (type !== 'page' && types.postTypeSupports(type, feature))
      status = (await options.getOption<string>(`default_${kind}_status`)) || 'closed';
    return hooks.applyFilters('get_default_comment_status', status, type, kind === 'comment' ? 'comment' : 'pingback');
  }

  return {
    async computeColumns(input, type, before) {
      const id = before?.id ?? 0;
      let status = input.post_status || 'draft';
      if (type === 'attachment' && !['inherit', 'private', 'trash', 'auto-draft'].includes(status)) status = 'inherit';
      const dates = await computeDates(input, status, before);
      if (dates instanceof WpError) return dates;
      if (type !== 'attachment') status = statusByDate(status, dates.post_date_gmt);
      const allowed = await allowedParent(db, input.post_parent ?? 0, id);
      const parent = await hooks.applyFilters('wp_insert_post_parent', allowed, id, input, input);
      const requested = await requestedSlug(input, status, type, before);
      const previous = before?.post_status ?? 'new';
      const name = await slugs.settle(requested, { id, status, type, parent, previous });
      return {
        post_author: computeAuthor(input),
        ...dates,
        ...textColumns(input),
        post_status: status,
        comment_status: input.comment_status || (before ? 'closed' : await defaultDiscussionStatus(type, 'comment')),
        ping_status: input.ping_status || (await defaultDiscussionStatus(type, 'ping')),
        post_password: status === 'private' ? '' : (input.post_password ?? ''),
        post_name: truncateSlug(name),
        post_parent: parent,
        post_type: type,
        ...otherColumns(input, before),
      };
    },
  };
}

function computeAuthor({ post_author: author }: PostInput): number {
  if (author === undefined) return currentContext()?.userId ?? 0;
  return Math.trunc(Number(author)) || 0;
}

function otherColumns(
  input: PostInput,
  before: Post | null,
): Pick<Post, 'guid' | 'menu_order' | 'post_mime_type' | 'comment_count'> {
  return {
    guid: before?.guid ?? input.guid ?? '',
    menu_order: Math.trunc(Number(input.menu_order ?? 0)) || 0,
    post_mime_type: input.post_mime_type ?? '',
    comment_count: before?.comment_count ?? 0,
  };
}

function textColumns(input: PostInput): Pick<Post, 'post_content' | 'post_title' | 'post_excerpt'> {
  return {
    post_content: input.post_content ?? '',
    post_title: input.post_title ?? '',
    post_excerpt: input.post_excerpt ?? '',
  };
}

/**
 * Returns the parent of a post; 0 if it is the post itself or would create a cycle. A cycle that already exists among
 * its ancestors is broken (WordPress: wp_check_post_hierarchy_for_loops).
 */
async function allowedParent(db: Database, parent: number, id: number): Promise<number> {
  if (parent < 1 || parent === id) return 0;
  if (id < 1) return parent;
  const visited = new Set<number>([id]);
  let current = parent;
  while (current > 0) {
    if (current === id) return 0;
    if (visited.has(current)) {
      await db()('posts').where({ id: current }).update({ post_parent: 0 });
      return parent;
    }
    visited.add(current);
    const row = await db()('posts').where({ id: current }).first('post_parent');
    current = row?.post_parent ?? 0;
  }
  return parent;
}
