import { currentContext } from '../../context/index.js';
import { type Post, type PostInput, WpError, type Database } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { readDate, type SiteTime, utcSeconds } from '../site-time.js';
import { truncateSlug } from '../slug-text.js';
import type { PostSlugs } from './slugs.js';

interface ColumnDeps extends Pick<ContentDeps, 'db' | 'hooks' | 'formatting' | 'options' | 'types' | 'roles'> {
  time: SiteTime;
  slugs: PostSlugs;
}

type Dates = Pick<Post, 'post_date' | 'post_date_gmt' | 'post_modified' | 'post_modified_gmt'>;

/** Statuses without a fixed date; the date is set on publication. */
export const FLOATING = ['draft', 'pending', 'auto-draft'];
const MINUTE = 60;

/** Computes all columns of a post's row from the input, by WordPress's rules (part of `wp_insert_post`). */
export function createPostColumns({ db, hooks, formatting, options, types, roles, time, slugs }: ColumnDeps): {
  computeColumns(input: PostInput, type: string, before: Post | null): Promise<Omit<Post, 'id'> | WpError>;
} {
  async function datesOf(input: PostInput, status: string, before: Post | null): Promise<Dates | WpError> {
    const local = readDate(input.post_date);
    const utc = readDate(input.post_date_gmt);
    if (local === undefined || (local === null && utc === undefined))
      return new WpError('invalid_date', 'Invalid date.');
    const post_date = local ?? (utc ? await time.toLocal(utc) : await time.local());
    const post_date_gmt = utc ?? (FLOATING.includes(status) ? null : await time.toUtc(post_date));
    if (before || (local === null && !utc))
      return { post_date, post_date_gmt, post_modified: await time.local(), post_modified_gmt: time.utc() };
    return { post_date, post_date_gmt, post_modified: post_date, post_modified_gmt: post_date_gmt };
  }

  /** A published post with a future date is scheduled; a scheduled post with a past date is published. */
  function statusByDate(status: string, utc: string | null): string {
    const ahead = utc === null ? -Infinity : utcSeconds(utc) - utcSeconds(time.utc());
    if (status === 'publish' && ahead >= MINUTE) return 'future';
    return status === 'future' && ahead < MINUTE ? 'publish' : status;
  }

  async function slugOf(input: PostInput, status: string, type: string, before: Post | null): Promise<string> {
    let name = input.post_name ?? before?.post_name ?? '';
    if (name === '0') name = '';
    const publishing = types.getPostTypeObject(type)?.cap.publish_posts ?? 'publish_posts';
    // Users who may not publish must not reserve slugs either.
    if (status === 'pending' && currentContext() !== undefined && !(await roles.currentUserCan(publishing))) name = '';
    if (name === '')
      return FLOATING.includes(status)
        ? ''
        : formatting.sanitizeTitle(input.post_title ?? '', before ? String(before.id) : '');
    const sanitizedName = formatting.sanitizeTitle(name, '', 'old-save');
    return before && encodeURIComponent(name).toLowerCase() === sanitizedName && before.post_name === sanitizedName
      ? sanitizedName
      : formatting.sanitizeTitle(name);
  }

  async function discussion(type: string, kind: 'comment' | 'ping'): Promise<string> {
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
      const dates = await datesOf(input, status, before);
      if (dates instanceof WpError) return dates;
      if (type !== 'attachment') status = statusByDate(status, dates.post_date_gmt);
      const allowed = await allowedParent(db, input.post_parent ?? 0, id);
      const parent = await hooks.applyFilters('wp_insert_post_parent', allowed, id, input, input);
      const requested = await slugOf(input, status, type, before);
      const previous = before?.post_status ?? 'new';
      const name = await slugs.settle(requested, { id, status, type, parent, previous });
      return {
        post_author: authorOf(input),
        ...dates,
        ...textsOf(input),
        post_status: status,
        comment_status: input.comment_status || (before ? 'closed' : await discussion(type, 'comment')),
        ping_status: input.ping_status || (await discussion(type, 'ping')),
        post_password: status === 'private' ? '' : (input.post_password ?? ''),
        post_name: truncateSlug(name),
        post_parent: parent,
        post_type: type,
        ...detailsOf(input, before),
      };
    },
  };
}

function authorOf({ post_author: author }: PostInput): number {
  if (author === undefined) return currentContext()?.userId ?? 0;
  return Math.trunc(Number(author)) || 0;
}

function detailsOf(
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

function textsOf(input: PostInput): Pick<Post, 'post_content' | 'post_title' | 'post_excerpt'> {
  return {
    post_content: input.post_content ?? '',
    post_title: input.post_title ?? '',
    post_excerpt: input.post_excerpt ?? '',
  };
}

/**
 * Returns an allowed parent of a post: never the post itself, and no cycle. An existing cycle is broken at its other
 * members (WordPress: wp_check_post_hierarchy_for_loops).
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
