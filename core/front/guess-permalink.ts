import type { PostQuery } from '../api/index.js';
import type { FrontPartDeps } from './front-deps.js';
import { textVar } from './query-vars.js';

/** Returns the URL of a post whose slug starts with the requested one (WordPress: redirect_guess_404_permalink). */
export async function guessPermalink(
  { hooks, content, slugLike }: FrontPartDeps,
  vars: PostQuery,
): Promise<string | undefined> {
  if (!(await hooks.applyFilters('do_redirect_guess_404_permalink', true))) return undefined;
  const preUrl = await hooks.applyFilters<string | false | null>('pre_redirect_guess_404_permalink', null);
  if (preUrl !== null) return preUrl || undefined;
  // As in WordPress, a URL with two segments may be parsed as that of an attachment. Then its slug is used.
  const name = textVar(vars, 'name') || textVar(vars, 'attachment');
  if (name === '') return undefined;
  const viewableTypes = content
    .getPostTypes({ excludeFromSearch: false })
    .map((type) => type.name)
    .filter((type) => content.isPostTypeViewable(type));
  const requestedTypes = typeof vars.post_type === 'string' && vars.post_type !== '' ? [vars.post_type] : viewableTypes;
  const id = await slugLike({
    slug: name,
    exact: await hooks.applyFilters('strict_redirect_guess_404_permalink', false),
    types: requestedTypes.filter((type) => viewableTypes.includes(type)),
    statuses: content
      .getPostStati()
      .filter((status) => status.publiclyQueryable || (status.builtin && status.public))
      .map((status) => status.name),
    date: [Number(vars.year) || 0, Number(vars.monthnum) || 0, Number(vars.day) || 0],
  });
  if (id === undefined) return undefined;
  const url = await content.getPermalink(id);
  if (!url) return undefined;
  if (Number(vars.page) > 1) return `${url.replace(/\/$/, '')}/${Number(vars.page)}/`;
  if (typeof vars.feed === 'string' && vars.feed !== '')
    return `${url.replace(/\/$/, '')}/feed/${['feed', 'rss2'].includes(vars.feed) ? '' : `${vars.feed}/`}`;
  return url;
}
