import type { ContentTypesApi, HookApi, MetadataApi, Post } from '../../api/index.js';

const OLD_SLUG = '_wp_old_slug';

/** Remembers the slugs a published post had, so that its old addresses can lead to the new one (`wp_check_for_changed_slugs`). */
export function rememberOldSlugs(hooks: HookApi, meta: MetadataApi, types: ContentTypesApi): void {
  hooks.addAction('post_updated', async (id: number, after: Post, before: Post) => {
    if (after.post_name === before.post_name || after.post_status !== 'publish' || types.isPostTypeHierarchical(after.post_type)) return;
    const known = (await meta.getPostMeta(id, OLD_SLUG)) as string[];
    if (before.post_name !== '' && !known.includes(before.post_name)) await meta.addPostMeta(id, OLD_SLUG, before.post_name);
    if (known.includes(after.post_name)) await meta.deletePostMeta(id, OLD_SLUG, after.post_name);
  }, 12, 3);
}
