import { basename } from 'node:path';
import type { Post } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';

/** Prepares a file for the media library. */
export async function libraryItem(deps: AdminDeps, post: Post, outsideTransaction: boolean): Promise<object> {
  const { attachments, content, formatting, hooks, roles, users, meta } = deps;
  const { __ } = deps.text;
  const isImage = await attachments.wpAttachmentIsImage(post.id);
  const metadata = await attachments.wpGetAttachmentMetadata(post.id);
  const file = (await attachments.getAttachedFile(post.id)) || '';
  const parent = post.post_parent > 0 ? await content.getPost(post.post_parent) : null;
  const author = post.post_author > 0 ? await users.getUserdata(post.post_author) : false;
  const mayEdit = await roles.currentUserCan('edit_post', post.id);
  const url = (await attachments.wpGetAttachmentUrl(post.id)) || '';
  const title = (await content.getTheTitle(post.id)) || __('(no title)');
  const editUrl = mayEdit
    ? await hooks.applyFilters('get_edit_post_link', `post.php?post=${post.id}&action=edit`, post.id, 'display')
    : '';
  const viewUrl = url ? (await content.getPermalink(post)) || url : '';
  const link = (to: string, text: string): string =>
    `<a href="${formatting.escUrl(to)}">${formatting.escHtml(text)}</a>`;
  const actions: Record<string, string> = {
    ...(editUrl ? { edit: link(editUrl, __('Edit')) } : {}),
    ...(viewUrl ? { view: link(viewUrl, __('Open')) } : {}),
  };
  return {
    id: post.id,
    title: formatting.wpStripAllTags(title),
    lacksAltText: isImage && (await meta.getPostMeta(post.id, '_wp_attachment_image_alt', true)) === '',
    imageHtml: isImage
      ? await attachments.wpGetAttachmentImage(post.id, [300, 300], false, {
          alt: '',
          sizes: '(max-width: 48rem) 40vw, 11rem',
        })
      : '',
    extension: fileExtension(file),
    file: basename(file),
    size: metadata && metadata.width ? `${metadata.width} × ${metadata.height ?? 0}` : '',
    states: Object.values(await hooks.applyFilters<Record<string, string>>('display_media_states', {}, post)),
    parent: parent && (await parentLink(deps, parent)),
    author: await hooks.applyFilters('the_author', author ? author.display_name : '—'),
    date: post.post_date_gmt ?? '',
    editUrl,
    actions: Object.values(await hooks.applyFilters('media_row_actions', actions, post, outsideTransaction)),
  };
}

/** Returns the post a file was uploaded to, with an edit link if the user may edit it. */
async function parentLink({ roles, text: { __ } }: AdminDeps, parent: Post): Promise<{ title: string; url: string }> {
  return {
    title: parent.post_title || __('(no title)'),
    url: (await roles.currentUserCan('edit_post', parent.id)) ? `post.php?post=${parent.id}&action=edit` : '',
  };
}

/** Returns a file's extension as shown on its card; empty if it has none. */
function fileExtension(file: string): string {
  return (/\.([^.]+)$/.exec(file)?.[1] ?? '').toUpperCase();
}
