import type { SitePageRequest } from '../http/index.js';

/** Returns the file name of an admin path. */
export function fileOf(path: string): string {
  return path.slice('/wp-admin/'.length) || 'index.php';
}

/**
 * Returns the slug of the requested screen: the file, plus the post type where one file serves several types, or the
 * slug of a plugin's page.
 */
export function slugOf(path: string, request: SitePageRequest): string {
  const file = fileOf(path);
  if (file === 'admin.php') return request.field('page');
  if (file === 'edit-tags.php') return termsSlug(request.field('taxonomy') || 'post_tag');
  const type = request.field('post_type');
  return (file === 'edit.php' || file === 'post-new.php') && type !== '' && type !== 'post'
    ? `${file}?post_type=${type}`
    : file;
}

/** Returns the path and query of a request, the key under which a saved form draft is found. */
export function getPathAndQuery({ path, url }: SitePageRequest): string {
  return `${path}${url.search}`;
}

/** Returns the admin URL of a taxonomy's term list, as in WordPress. */
export function termsSlug(taxonomy: string): string {
  return `edit-tags.php?taxonomy=${taxonomy}`;
}

/** Returns the nonce action of a screen's forms. */
export function nonceAction(slug: string): string {
  return `admin-${slug}`;
}
