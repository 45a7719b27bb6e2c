import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';

/** Returns the shortlink of a post (`wp_get_shortlink`); undefined if it has none. */
export async function getShortlink(
  { content, options }: Pick<FrontPartDeps, 'content' | 'options'>,
  { post }: MainQuery,
): Promise<string | undefined> {
  if (!post || !content.getPostTypeObject(post.post_type)?.public) return undefined;
  const front =
    (await options.getOption('show_on_front')) === 'page' &&
    Number(await options.getOption('page_on_front')) === post.id;
  return await content.homeUrl(front ? '/' : `/?p=${post.id}`);
}

/** Returns the canonical URL of a published post with its page number (`wp_get_canonical_url`). */
export async function getCanonicalUrl(
  { hooks, content, options }: Pick<FrontPartDeps, 'hooks' | 'content' | 'options'>,
  { post, vars }: MainQuery,
): Promise<string | undefined> {
  if (!post || (await content.getPostStatus(post.id)) !== 'publish') return undefined;
  let url = (await content.getPermalink(post)) || undefined;
  const page = Number(vars.page) || 0;
  if (url !== undefined && page >= 2) {
    const pretty = String(await options.getOption('permalink_structure')) !== '';
    url = pretty ? `${url.replace(/\/?$/, '/')}${page}/` : `${url}${url.includes('?') ? '&' : '?'}page=${page}`;
  }
  const comments = Number(vars.cpage) || 0;
  if (url !== undefined && comments > 0)
    url = `${((await content.getPermalink(post)) || '').replace(/\/?$/, '/')}comment-page-${comments}/#comments`;
  return await hooks.applyFilters('get_canonical_url', url, post);
}

/** Returns the values of the `Link` header: the REST API, the REST resource of the page, and the shortlink. */
export async function linkHeader(
  deps: Pick<FrontPartDeps, 'content' | 'options' | 'siteUrl'>,
  main: MainQuery,
): Promise<string[]> {
  const links = [`<${deps.siteUrl}/wp-json/>; rel="https://api.w.org/"`];
  const resource = restResource(deps, main);
  if (resource !== undefined)
    links.push(`<${deps.siteUrl}/wp-json/${resource}>; rel="alternate"; title="JSON"; type="application/json"`);
  const short = await getShortlink(deps, main);
  if (short !== undefined) links.push(`<${short}>; rel=shortlink`);
  return links;
}

function restResource(
  { content }: Pick<FrontPartDeps, 'content'>,
  { queried, post, is }: MainQuery,
): string | undefined {
  const resourcePath = (
    kind: { showInRest: boolean; restNamespace: string | false; restBase: string | false; name: string } | null | false,
    id: number,
  ): string | undefined =>
    kind && kind.showInRest ? `${kind.restNamespace || 'wp/v2'}/${kind.restBase || kind.name}/${id}` : undefined;
  if (queried?.kind === 'term') return resourcePath(content.getTaxonomy(queried.term.taxonomy), queried.term.term_id);
  if (queried?.kind === 'author') return `wp/v2/users/${queried.user.id}`;
  if (is.postsPage && queried?.kind === 'post') return resourcePath(content.getPostTypeObject('page'), queried.post.id);
  return post ? resourcePath(content.getPostTypeObject(post.post_type), post.id) : undefined;
}
