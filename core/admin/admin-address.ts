import type { SitePageRequest } from '../http/index.js';

/** The file that a path of the admin means. */
export function fileOf(path: string): string {
  return path.slice('/wp-admin/'.length) || 'index.php';
}

/** The screen an address means: the file, with the post type where one file serves several, or a plugin's page. */
export function slugOf(path: string, request: SitePageRequest): string {
  const file = fileOf(path);
  if (file === 'admin.php') return request.field('page');
  if (file === 'edit-tags.php') return termsSlug(request.field('taxonomy') || 'post_tag');
  const type = request.field('post_type');
  return (file === 'edit.php' || file === 'post-new.php') && type !== '' && type !== 'post'
    ? `${file}?post_type=${type}`
    : file;
}

/** The path and query of a request, by which a kept form is found again. */
export function addressOf({ path, url }: SitePageRequest): string {
  return `${path}${url.search}`;
}

/** The address of a taxonomy's list, as in WordPress. */
export function termsSlug(taxonomy: string): string {
  return `edit-tags.php?taxonomy=${taxonomy}`;
}

/** The action that a screen's forms are signed for. */
export function nonceAction(slug: string): string {
  return `admin-${slug}`;
}
