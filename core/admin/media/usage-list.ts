import type { AdminDeps } from '../deps.js';

/** A place where a file is used, for people. */
interface ShownUse {
  readonly title: string;
  /** Where it is changed; empty for who may not. */
  readonly url: string;
  readonly note: string;
}

/** Where a file is used: texts, featured pictures, logo and icon, and what plugins show. */
export async function usesShown(
  { attachments, content, hooks, branding, roles, text: { __ } }: AdminDeps,
  id: number,
): Promise<readonly ShownUse[]> {
  const uses = await attachments.upkeep.usesOf(id);
  const shown = await Promise.all(
    uses.map(async ({ post, as }) => ({
      title: post.post_title || __('(no title)'),
      url: (await roles.currentUserCan('edit_post', post.id)) ? `post.php?post=${post.id}&action=edit` : '',
      note: [
        content.getPostTypeObject(post.post_type)?.labels.singular_name ?? '',
        as === 'picture' ? __('as featured image') : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
  );
  const { logo, icon } = await branding.read();
  const url = (await roles.currentUserCan('edit_theme_options')) ? 'customize.php' : '';
  return [
    ...(logo === id ? [{ title: __('Logo'), url, note: '' }] : []),
    ...(icon === id ? [{ title: __('Icon'), url, note: '' }] : []),
    ...shown,
    ...(await hooks.applyFilters('plinth/file_uses', [], id)),
  ];
}
