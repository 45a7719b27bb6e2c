import { currentContext } from '../../context/index.js';
import { type Post, type PostInput, type PostsApi, type TermsApi, WpError } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { readDate, type SiteTime, utcSeconds } from '../site-time.js';
import { truncateSlug } from '../slug-text.js';
import { cleanFields } from './clean-fields.js';
import { allowedParent } from './parents.js';
import type { PostSlugs } from './slugs.js';

type Inserts = Pick<PostsApi, 'wpInsertPost' | 'wpUpdatePost' | 'wpAfterInsertPost'>;

interface InsertDeps extends ContentDeps {
  time: SiteTime;
  slugs: PostSlugs;
  getPost: PostsApi['getPost'];
  wpTransitionPostStatus: PostsApi['wpTransitionPostStatus'];
  terms: Pick<TermsApi, 'wpSetObjectTerms' | 'wpSetPostTerms' | 'getTheTerms'>;
  getPermalink(post: Post): Promise<string | false>;
}

/** Without a date of their own: their date is that of publishing. */
const FLOATING = ['draft', 'pending', 'auto-draft'];
const MINUTE = 60;

/** Writes posts (WordPress: wp_insert_post, wp_update_post). */
export function createPostInserts(deps: InsertDeps): Inserts {
  const { db, hooks, formatting, options, meta, types, roles, time, slugs, terms, getPost } = deps;

  async function wpInsertPost(input: PostInput, wpError = false, fireAfterHooks = true): Promise<number | WpError> {
    const before = input.id ? await getPost(input.id) : null;
    const refuse = (code: string, message: string): number | WpError => (wpError ? new WpError(code, message) : 0);
    if (input.id && !before) return refuse('invalid_post', 'Invalid post ID.');
    const given = await cleanFields(hooks, input);
    const type = given.post_type || 'post';
    if (await isEmpty(given, type)) return refuse('empty_content', 'Content, title, and excerpt are empty.');
    const columns = await complete(given, type, before);
    if (columns instanceof WpError) return refuse(columns.getErrorCode(), columns.getErrorMessage());
    return db.transaction(() => write(input, columns, before, fireAfterHooks));
  }

  async function isEmpty(given: PostInput, type: string): Promise<boolean> {
    const supported = ['editor', 'title', 'excerpt'].every((feature) => types.postTypeSupports(type, feature));
    const empty =
      type !== 'attachment' &&
      [given.post_content, given.post_title, given.post_excerpt].every((text) => !text || text === '0') &&
      supported;
    return Boolean(await hooks.applyFilters('wp_insert_post_empty_content', empty, given));
  }

  /** Every column of the row, by WordPress's rules. */
  async function complete(given: PostInput, type: string, before: Post | null): Promise<Omit<Post, 'id'> | WpError> {
    let status = given.post_status || 'draft';
    if (type === 'attachment' && !['inherit', 'private', 'trash', 'auto-draft'].includes(status)) status = 'inherit';
    const dates = await datesOf(given, status, before);
    if (dates instanceof WpError) return dates;
    if (type !== 'attachment') status = statusByDate(status, dates.post_date_gmt);
    const parent = await hooks.applyFilters(
      'wp_insert_post_parent',
      await allowedParent(db, given.post_parent ?? 0, before?.id ?? 0),
      before?.id ?? 0,
      given,
      given,
    );
    const wished = await slugOf(given, status, type, before);
    const name = await slugs.settle(wished, before?.id ?? 0, status, type, parent, before?.post_status ?? 'new');
    return {
      post_author:
        given.post_author === undefined ? (currentContext()?.userId ?? 0) : Math.trunc(Number(given.post_author)) || 0,
      ...dates,
      post_content: given.post_content ?? '',
      post_title: given.post_title ?? '',
      post_excerpt: given.post_excerpt ?? '',
      post_status: status,
      comment_status: given.comment_status || (before ? 'closed' : await discussion(type, 'comment')),
      ping_status: given.ping_status || (await discussion(type, 'ping')),
      post_password: status === 'private' ? '' : (given.post_password ?? ''),
      post_name: truncateSlug(name),
      post_parent: parent,
      guid: before?.guid ?? given.guid ?? '',
      menu_order: Math.trunc(Number(given.menu_order ?? 0)) || 0,
      post_type: type,
      post_mime_type: given.post_mime_type ?? '',
      comment_count: before?.comment_count ?? 0,
    };
  }

  type Dates = Pick<Post, 'post_date' | 'post_date_gmt' | 'post_modified' | 'post_modified_gmt'>;

  async function datesOf(given: PostInput, status: string, before: Post | null): Promise<Dates | WpError> {
    const local = readDate(given.post_date);
    const utc = readDate(given.post_date_gmt);
    if (local === undefined || (local === null && utc === undefined))
      return new WpError('invalid_date', 'Invalid date.');
    const post_date = local ?? (utc ? await time.toLocal(utc) : await time.local());
    const post_date_gmt = utc ?? (FLOATING.includes(status) ? null : await time.toUtc(post_date));
    if (before || (local === null && !utc))
      return { post_date, post_date_gmt, post_modified: await time.local(), post_modified_gmt: time.utc() };
    return { post_date, post_date_gmt, post_modified: post_date, post_modified_gmt: post_date_gmt };
  }

  /** What is to come is scheduled, and what is scheduled for the past is published. */
  function statusByDate(status: string, utc: string | null): string {
    const ahead = utc === null ? -Infinity : utcSeconds(utc) - utcSeconds(time.utc());
    if (status === 'publish' && ahead >= MINUTE) return 'future';
    return status === 'future' && ahead < MINUTE ? 'publish' : status;
  }

  async function slugOf(given: PostInput, status: string, type: string, before: Post | null): Promise<string> {
    let name = given.post_name ?? before?.post_name ?? '';
    if (name === '0') name = '';
    const publishing = types.getPostTypeObject(type)?.cap.publish_posts ?? 'publish_posts';
    // Whoever may not publish must not reserve addresses either.
    if (status === 'pending' && currentContext() !== undefined && !(await roles.currentUserCan(publishing))) name = '';
    if (name === '')
      return FLOATING.includes(status)
        ? ''
        : formatting.sanitizeTitle(given.post_title ?? '', before ? String(before.id) : '');
    const kept = formatting.sanitizeTitle(name, '', 'old-save');
    return before && encodeURIComponent(name).toLowerCase() === kept && before.post_name === kept
      ? kept
      : formatting.sanitizeTitle(name);
  }

  async function discussion(type: string, kind: 'comment' | 'ping'): Promise<string> {
    const feature = kind === 'comment' ? 'comments' : 'trackbacks';
    let status = 'closed';
    if (type !== 'page' && types.postTypeSupports(type, feature))
      status = (await options.getOption<string>(`default_${kind}_status`)) || 'closed';
    return hooks.applyFilters('get_default_comment_status', status, type, kind === 'comment' ? 'comment' : 'pingback');
  }

  async function write(
    input: PostInput,
    complete: Omit<Post, 'id'>,
    before: Post | null,
    fireAfterHooks: boolean,
  ): Promise<number> {
    const update = before !== null;
    const filter = complete.post_type === 'attachment' ? 'wp_insert_attachment_data' : 'wp_insert_post_data';
    const columns = await hooks.applyFilters(filter, complete, input, input, update);
    let id: number;
    if (before) {
      id = before.id;
      await hooks.doAction('pre_post_update', id, columns);
      await db()('posts').where({ id }).update(columns);
    } else {
      const wish = input.import_id && !(await getPost(input.import_id)) ? { id: input.import_id } : {};
      [id] = (await db()('posts').insert({ ...columns, ...wish })) as [number];
    }
    await nameUnnamed(id, columns);
    await setTerms(id, input, columns);
    for (const [key, value] of Object.entries(input.meta_input ?? {})) await meta.updatePostMeta(id, key, value);
    if (input.page_template !== undefined && input.page_template !== '' && columns.post_type === 'page') {
      await meta.updatePostMeta(id, '_wp_page_template', input.page_template);
    }
    if (columns.post_type === 'attachment' && input.file) await deps.attachments?.updateAttachedFile(id, input.file);
    const post = (await getPost(id)) as Post;
    if (!update && post.guid === '') {
      const guid = (await deps.getPermalink(post)) || '';
      await db()('posts')
        .where({ id })
        .update({ guid: guid.slice(0, 255) });
      post.guid = guid;
    }
    await hooks.doAction('clean_post_cache', id, post);
    await announce(post, before);
    if (fireAfterHooks) await wpAfterInsertPost(post, update, before);
    return id;
  }

  /** A post whose title gives no slug is called by its number. */
  async function nameUnnamed(id: number, columns: Omit<Post, 'id'>): Promise<void> {
    if (columns.post_name !== '' || FLOATING.includes(columns.post_status)) return;
    const wished = formatting.sanitizeTitle(columns.post_title, String(id));
    const post_name = await slugs.wpUniquePostSlug(
      wished,
      id,
      columns.post_status,
      columns.post_type,
      columns.post_parent,
    );
    await db()('posts').where({ id }).update({ post_name });
  }

  async function setTerms(id: number, input: PostInput, post: Omit<Post, 'id'>): Promise<void> {
    const taxonomies = types.getObjectTaxonomies(post.post_type).map((taxonomy) => taxonomy.name);
    if (taxonomies.includes('category')) {
      const wished = [input.post_category ?? []].flat().filter((term) => term > 0);
      if (wished.length > 0) await terms.wpSetObjectTerms(id, wished, 'category');
      else if (post.post_type === 'post' && post.post_status !== 'auto-draft') await setDefaultCategory(id);
    }
    if (input.tags_input !== undefined && taxonomies.includes('post_tag'))
      await terms.wpSetPostTerms(id, input.tags_input, 'post_tag');
    for (const [taxonomy, wished] of Object.entries(input.tax_input ?? {})) {
      const known = types.getTaxonomy(taxonomy);
      if (known && (currentContext() === undefined || (await roles.currentUserCan(known.cap.assign_terms))))
        await terms.wpSetPostTerms(id, wished, taxonomy);
    }
  }

  async function setDefaultCategory(id: number): Promise<void> {
    const standard = Number(await options.getOption('default_category'));
    if (standard > 0) await terms.wpSetObjectTerms(id, [standard], 'category');
  }

  /** What a post stays filed under when nobody says otherwise; it is set again, for those who want to know which terms a saved post has. */
  async function categoriesOf(post: Post): Promise<number[]> {
    const filed =
      types.getObjectTaxonomies(post.post_type).some(({ name }) => name === 'category') &&
      (await terms.getTheTerms(post.id, 'category'));
    return Array.isArray(filed) ? filed.map(({ term_id: term }) => term) : [];
  }

  async function announce(post: Post, before: Post | null): Promise<void> {
    const update = before !== null;
    if (post.post_type === 'attachment') {
      await hooks.doAction(update ? 'edit_attachment' : 'add_attachment', post.id);
      if (update) await hooks.doAction('attachment_updated', post.id, post, before);
      return;
    }
    await deps.wpTransitionPostStatus(post.post_status, before?.post_status ?? 'new', post);
    if (update) {
      await hooks.doAction(`edit_post_${post.post_type}`, post.id, post);
      await hooks.doAction('edit_post', post.id, post);
      await hooks.doAction('post_updated', post.id, (await getPost(post.id)) ?? post, before);
    }
    await hooks.doAction(`save_post_${post.post_type}`, post.id, post, update);
    await hooks.doAction('save_post', post.id, post, update);
    await hooks.doAction('wp_insert_post', post.id, post, update);
  }

  const wpAfterInsertPost: PostsApi['wpAfterInsertPost'] = async (post, update, before) => {
    await hooks.doAction('wp_after_insert_post', post.id, post, update, before);
  };

  return {
    wpInsertPost,
    wpAfterInsertPost,
    async wpUpdatePost(input, wpError = false, fireAfterHooks = true) {
      const post = await getPost(input.id);
      if (!post) return wpError ? new WpError('invalid_post', 'Invalid post ID.') : 0;
      const wished = [input.post_category ?? []].flat();
      const merged: PostInput = {
        ...post,
        ...input,
        post_category: wished.length > 0 || input.post_category !== undefined ? wished : await categoriesOf(post),
      };
      const floating =
        FLOATING.includes(post.post_status) && post.post_date_gmt === null && input.post_date === undefined;
      if (floating) Object.assign(merged, { post_date: null, post_date_gmt: input.post_date_gmt ?? null });
      return wpInsertPost(merged, wpError, fireAfterHooks);
    },
  };
}
