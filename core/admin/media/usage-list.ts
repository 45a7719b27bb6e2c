import type { AdminDeps } from '../deps.js';

/** A use of a file, prepared for display. */
interface UsageRow {
  readonly title: string;
  /** Edit URL; empty if the user may not edit it. */
  readonly url: string;
  readonly note: string;
}

/** Returns where a file is used: posts, featured images, logo and icon, and content of plugins. */
export async function listUsages(
  { attachments, content, hooks, branding, roles, text: { __ } }: AdminDeps,
  id: number,
): Promise<readonly UsageRow[]> {
  const uses = await attachments.maintenance.findUsages(id);
  const postUses = await Promise.all(
    uses.map(async ({ post, kind }) => ({
      title: post.post_title || __('(no title)'),
      url: (await roles.currentUserCan('edit_post', post.id)) ? `post.php?post=${post.id}&action=edit` : '',
      note: [
        content.getPostTypeObject(post.post_type)?.labels.singular_name ?? '',
        kind === 'image' ? __('as featured image') : '',
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
    ...postUses,
    ...(await hooks.applyFilters('plinth/attachment_usage', [], id)),
  ];
}
