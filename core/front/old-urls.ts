import { UPLOADS_PATH } from '../uploads/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** Returns the current URL of a file that was replaced; undefined for other requests. */
export async function findReplacedFile(
  { attachments }: Pick<FrontPartDeps, 'attachments'>,
  { is }: MainQuery,
  path: string,
): Promise<string | undefined> {
  if (!is.notFound || !path.startsWith(`${UPLOADS_PATH}/`)) return undefined;
  return (await attachments.maintenance.findCurrentUrl(decodePath(path.slice(UPLOADS_PATH.length + 1)))) || undefined;
}

/** Decodes a path. Returns it unchanged if its encoding is invalid. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the URL of a post that had this slug or date before (WordPress: wp_old_slug_redirect). */
export async function oldSlugRedirect(
  { hooks, content, formerSlug, formerDate }: FrontPartDeps,
  { is, vars }: MainQuery,
): Promise<string | undefined> {
  const slug = typeof vars.name === 'string' ? vars.name : '';
  if (!is.notFound || slug === '') return undefined;
  const type = requestedType(vars);
  if (content.isPostTypeHierarchical(type)) return undefined;
  const lookup = {
    slug,
    types: [type],
    date: [Number(vars.year) || 0, Number(vars.monthnum) || 0, Number(vars.day) || 0] as const,
  };
  const found = (await formerSlug(lookup)) ?? (await formerDate(lookup)) ?? 0;
  const id = await hooks.applyFilters('old_slug_redirect_post_id', found);
  const permalink = id ? await content.getPermalink(id) : false;
  if (!permalink) return undefined;
  const withSlash = permalink.replace(/\/?$/, '/');
  let url = permalink;
  if (Number(vars.paged) > 1) url = `${withSlash}page/${Number(vars.paged)}/`;
  else if (vars.embed) url = `${withSlash}embed/`;
  return (await hooks.applyFilters<string>('old_slug_redirect_url', url)) || undefined;
}

function requestedType(vars: MainQuery['vars']): string {
  if (typeof vars.post_type === 'string' && vars.post_type !== '') return vars.post_type;
  if (vars.attachment) return 'attachment';
  return vars.pagename ? 'page' : 'post';
}
