import type { ContentTypesApi, HookApi, MetadataApi, Post } from '../../api/index.js';

const OLD_SLUG_KEY = '_wp_old_slug';
const OLD_DATE_KEY = '_wp_old_date';

/**
 * Stores former slugs and dates of published posts, so that old URLs redirect to the new one
 * (`wp_check_for_changed_slugs`, `wp_check_for_changed_dates`).
 */
export function saveOldSlugs(hooks: HookApi, meta: MetadataApi, types: ContentTypesApi): void {
  hooks.addAction(
    'post_updated',
    async (id: number, after: Post, before: Post) => {
      if (
        after.post_name === before.post_name ||
        after.post_status !== 'publish' ||
        types.isPostTypeHierarchical(after.post_type)
      )
        return;
      const known = (await meta.getPostMeta(id, OLD_SLUG_KEY)) as string[];
      if (before.post_name !== '' && !known.includes(before.post_name))
        await meta.addPostMeta(id, OLD_SLUG_KEY, before.post_name);
      if (known.includes(after.post_name)) await meta.deletePostMeta(id, OLD_SLUG_KEY, after.post_name);
    },
    12,
    3,
  );
  hooks.addAction(
    'post_updated',
    async (id: number, after: Post, before: Post) => {
      const [then, now] = [(before.post_date ?? '').slice(0, 10), (after.post_date ?? '').slice(0, 10)];
      if (then === now || after.post_status !== 'publish' || types.isPostTypeHierarchical(after.post_type)) return;
      const known = (await meta.getPostMeta(id, OLD_DATE_KEY)) as string[];
      if (then !== '' && !known.includes(then)) await meta.addPostMeta(id, OLD_DATE_KEY, then);
      if (known.includes(now)) await meta.deletePostMeta(id, OLD_DATE_KEY, now);
    },
    12,
    3,
  );
}
