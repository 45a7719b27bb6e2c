import type { Database, HookApi, MetadataApi, OptionsApi, PostsApi } from '../../api/index.js';
import type { ContentTypesApi } from '../../api/index.js';
import { truncateSlug } from '../slug-text.js';

interface SlugDeps {
  db: Database;
  hooks: HookApi;
  meta: MetadataApi;
  options: OptionsApi;
  types: ContentTypesApi;
  queryPosts: PostsApi['queryPosts'];
}

const FEED_NAMES = ['feed', 'rdf', 'rss', 'rss2', 'atom'];
const MAX_SLUG_LENGTH = 200;
const TRASHED_SUFFIX = '__trashed';

export type PostSlugs = ReturnType<typeof createPostSlugs>;

/** Makes slugs unique, and makes the slugs of trashed posts available again. */
export function createPostSlugs({ db, hooks, meta, options, types, queryPosts }: SlugDeps) {
  const isTaken = async (slug: string, id: number, scope: { types?: string[]; parent?: number }): Promise<boolean> => {
    const query = db()('posts').where({ post_name: slug }).whereNot({ id });
    if (scope.types) void query.whereIn('post_type', scope.types);
    if (scope.parent !== undefined) void query.where({ post_parent: scope.parent });
    return Boolean(await query.first('id'));
  };

  /** Whether a numeric slug would look like a day, a month or a page of an archive. */
  async function looksLikeDate(slug: string, id: number, type: string): Promise<boolean> {
    if (type !== 'post' || !/^\d+$/.test(slug)) return false;
    const current = await db()('posts').where({ id }).first('post_name');
    if (current?.post_name === slug) return false;
    const parts = String(await options.getOption('permalink_structure'))
      .split('/')
      .filter((part) => part !== '');
    const index = parts.indexOf('%postname%');
    const before = parts[index - 1];
    return (
      index === 0 ||
      (index > 0 && ((before === '%year%' && Number(slug) < 13) || (before === '%monthnum%' && Number(slug) < 32)))
    );
  }

  async function isUnusable(slug: string, id: number, type: string, parent: number): Promise<boolean> {
    const reserved = FEED_NAMES.includes(slug) || slug === 'embed';
    if (type === 'attachment') {
      const bad = await hooks.applyFilters('wp_unique_post_slug_is_bad_attachment_slug', false, slug);
      return bad || reserved || isTaken(slug, id, {});
    }
    if (types.isPostTypeHierarchical(type)) {
      const bad = await hooks.applyFilters('wp_unique_post_slug_is_bad_hierarchical_slug', false, slug, type, parent);
      return bad || reserved || /^(page)?\d+$/.test(slug) || isTaken(slug, id, { types: [type, 'attachment'], parent });
    }
    const bad = await hooks.applyFilters('wp_unique_post_slug_is_bad_flat_slug', false, slug, type);
    return bad || reserved || (await looksLikeDate(slug, id, type)) || isTaken(slug, id, { types: [type] });
  }

  const wpUniquePostSlug: PostsApi['wpUniquePostSlug'] = async (slug, id, status, type, parent) => {
    const preSlug = await hooks.applyFilters<string | null>(
      'pre_wp_unique_post_slug',
      null,
      slug,
      id,
      status,
      type,
      parent,
    );
    if (preSlug !== null) return preSlug;
    if (
      ['draft', 'pending', 'auto-draft'].includes(status) ||
      (status === 'inherit' && type === 'revision') ||
      type === 'user_request'
    )
      return slug;
    if (type === 'nav_menu_item') return slug;
    // A post without a slug gets one from its ID later.
    if (slug === '') return hooks.applyFilters('wp_unique_post_slug', slug, id, status, type, parent, slug);
    let unique = slug;
    if (await isUnusable(slug, id, type, parent)) {
      let suffix = 2;
      do {
        unique = `${truncateSlug(slug, MAX_SLUG_LENGTH - String(suffix).length - 1)}-${suffix}`;
        suffix++;
      } while (await isUnusable(unique, id, type, parent));
    }
    return hooks.applyFilters('wp_unique_post_slug', unique, id, status, type, parent, slug);
  };

  /** Adds a suffix to the slug of a trashed post, so that other posts can use the slug, and stores the old slug. */
  async function addTrashedSuffix(id: number): Promise<string> {
    const post = await db()('posts').where({ id }).first('post_name');
    const name = post?.post_name ?? '';
    if (name.endsWith(TRASHED_SUFFIX)) return name;
    await meta.addPostMeta(id, '_wp_desired_post_slug', name);
    const renamed = truncateSlug(name, MAX_SLUG_LENGTH - TRASHED_SUFFIX.length) + TRASHED_SUFFIX;
    await db()('posts').where({ id }).update({ post_name: renamed });
    await hooks.doAction('clean_post_cache', id, await db()('posts').where({ id }).first());
    return renamed;
  }

  return {
    wpUniquePostSlug,

    /** Returns the slug to store, taking into account the trash and restoration from it (part of `wp_insert_post`). */
    async settle(
      slug: string,
      {
        id,
        status,
        type,
        parent,
        previous,
      }: { id: number; status: string; type: string; parent: number; previous: string },
    ): Promise<string> {
      let name = slug;
      if (previous === 'trash' && status !== 'trash') {
        const desired = await meta.getPostMeta(id, '_wp_desired_post_slug', true);
        if (typeof desired === 'string' && desired !== '') {
          await meta.deletePostMeta(id, '_wp_desired_post_slug');
          name = desired;
        }
      }
      if (
        status !== 'trash' &&
        name !== '' &&
        (await hooks.applyFilters('add_trashed_suffix_to_trashed_posts', true, name, id))
      ) {
        const { posts: trashed } = await queryPosts({
          name,
          post_status: 'trash',
          post_type: 'any',
          nopaging: true,
          post__not_in: [id],
          no_found_rows: true,
          suppress_filters: true,
        });
        for (const other of trashed) await addTrashedSuffix(other.id);
      }
      if (status === 'trash' && previous !== 'trash' && previous !== 'new') name = await addTrashedSuffix(id);
      return wpUniquePostSlug(name, id, status, type, parent);
    },
  };
}
