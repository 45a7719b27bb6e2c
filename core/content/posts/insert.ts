import { type Post, type PostInput, type PostsApi, type TermsApi, WpError } from '../../api/index.js';
import { getInsertedId } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import type { SiteTime } from '../site-time.js';
import { checkColumnSizes } from './column-limits.js';
import { sanitizeFields } from './clean-fields.js';
import { createPostColumns, FLOATING_STATUSES } from './insert-columns.js';
import { createInsertTerms } from './insert-terms.js';
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

/** Saves posts (WordPress: wp_insert_post, wp_update_post). */
export function createPostInserts(deps: InsertDeps): Inserts {
  const { db, hooks, formatting, meta, types, slugs, getPost } = deps;
  const { computeColumns } = createPostColumns(deps);
  const { setTerms, categoriesOf } = createInsertTerms(deps);

  async function wpInsertPost(input: PostInput, wpError = false, fireAfterHooks = true): Promise<number | WpError> {
    const before = input.id ? await getPost(input.id) : null;
    const fail = (code: string, message: string): number | WpError => (wpError ? new WpError(code, message) : 0);
    if (input.id && !before) return fail('invalid_post', 'Invalid post ID.');
    const cleanInput = await sanitizeFields(hooks, input);
    const type = cleanInput.post_type || 'post';
    if (await isEmpty(cleanInput, type)) return fail('empty_content', 'Content, title, and excerpt are empty.');
    const columns = await computeColumns(cleanInput, type, before);
    if (columns instanceof WpError) return fail(columns.getErrorCode(), columns.getErrorMessage());
    const tooLarge = checkColumnSizes(columns);
    if (tooLarge) return wpError ? tooLarge : 0;
    return db.transaction(() => savePost(input, columns, before, fireAfterHooks));
  }

  async function isEmpty(cleanInput: PostInput, type: string): Promise<boolean> {
    const supported = ['editor', 'title', 'excerpt'].every((feature) => types.postTypeSupports(type, feature));
    const empty =
      type !== 'attachment' &&
      [cleanInput.post_content, cleanInput.post_title, cleanInput.post_excerpt].every(
        (text) => !text || text === '0',
      ) &&
      supported;
    return Boolean(await hooks.applyFilters('wp_insert_post_empty_content', empty, cleanInput));
  }

  async function savePost(
    input: PostInput,
    newColumns: Omit<Post, 'id'>,
    before: Post | null,
    fireAfterHooks: boolean,
  ): Promise<number> {
    const update = before !== null;
    const filter = newColumns.post_type === 'attachment' ? 'wp_insert_attachment_data' : 'wp_insert_post_data';
    const columns = await hooks.applyFilters(filter, newColumns, input, input, update);
    let id: number;
    if (before) {
      id = before.id;
      await hooks.doAction('pre_post_update', id, columns);
      await db()('posts').where({ id }).update(columns);
    } else {
      const requestedId = input.import_id && !(await getPost(input.import_id)) ? { id: input.import_id } : {};
      id = getInsertedId(await db()('posts').insert({ ...columns, ...requestedId }));
    }
    await setMissingSlug(id, columns);
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
    await fireSaveHooks(post, before);
    if (fireAfterHooks) await wpAfterInsertPost(post, update, before);
    return id;
  }

  /** Sets the slug of a post without one: from its title, otherwise its ID. */
  async function setMissingSlug(id: number, columns: Omit<Post, 'id'>): Promise<void> {
    if (columns.post_name !== '' || FLOATING_STATUSES.includes(columns.post_status)) return;
    const requested = formatting.sanitizeTitle(columns.post_title, String(id));
    const post_name = await slugs.wpUniquePostSlug(
      requested,
      id,
      columns.post_status,
      columns.post_type,
      columns.post_parent,
    );
    await db()('posts').where({ id }).update({ post_name });
  }

  async function fireSaveHooks(post: Post, before: Post | null): Promise<void> {
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
      const requested = [input.post_category ?? []].flat();
      const merged: PostInput = {
        ...post,
        ...input,
        post_category: requested.length > 0 || input.post_category !== undefined ? requested : await categoriesOf(post),
      };
      const floating =
        FLOATING_STATUSES.includes(post.post_status) && post.post_date_gmt === null && input.post_date === undefined;
      if (floating) Object.assign(merged, { post_date: null, post_date_gmt: input.post_date_gmt ?? null });
      return wpInsertPost(merged, wpError, fireAfterHooks);
    },
  };
}
