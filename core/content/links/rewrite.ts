import { mapSeries, type PermalinksApi, type PostQuery, type PostsApi, type RewriteRule } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { urlDecode } from '../slug-text.js';
import { createPublicQueryVars } from './public-query-vars.js';
import { rewriteRules } from './rewrite-rules.js';
import { createRulesForPath } from './rules-for-path.js';
import type { LinkBase } from './structure.js';

interface RewriteDeps extends ContentDeps {
  base: LinkBase;
  posts: Pick<PostsApi, 'queryPosts' | 'getPageByPath'>;
  isSingularQuery(query: PostQuery): boolean;
}

/** Resolves a path to query variables, and a URL to a post (WordPress: WP::parse_request, url_to_postid). */
export function createRewrite({
  hooks,
  types,
  options,
  base,
  posts,
  isSingularQuery,
}: RewriteDeps): Pick<PermalinksApi, 'parsePath' | 'urlToPostid' | 'publicQueryVars'> {
  let cachedRules: { key: string; rules: RewriteRule[] } | undefined;
  const rulesFor = createRulesForPath();
  const queryVars = createPublicQueryVars(types);
  const clearCaches = (): void => {
    cachedRules = undefined;
    queryVars.clearCache();
  };
  for (const change of [
    'registered_post_type',
    'unregistered_post_type',
    'registered_taxonomy',
    'unregistered_taxonomy',
  ])
    hooks.addAction(change, clearCaches, 10, 0);

  /** Returns the rules of the site. They are rebuilt if the permalink structure or the types have changed. */
  const currentRules = async (): Promise<RewriteRule[]> => {
    const key = (
      await mapSeries([() => base.structure(), () => base.base('category'), () => base.base('tag')], (part) => part())
    ).join('\n');
    if (cachedRules?.key !== key) cachedRules = { key, rules: await rewriteRules(base, types) };
    return await hooks.applyFilters<RewriteRule[]>('rewrite_rules_array', cachedRules.rules);
  };

  const parsePath = async (requestPath: string): Promise<Record<string, string> | null> => {
    const path = requestPath.split(/[?#]/)[0]?.replace(/^\/+|\/+$/g, '') ?? '';
    if (path === '' || path === 'index.php') return {};
    for (const { rule, match } of rulesFor(await currentRules(), path)) {
      // Path segments stay encoded, because slugs are stored encoded. Only search terms are decoded.
      const variables: Record<string, string> = { ...rule.fixed };
      for (const [index, name] of rule.groups.entries()) {
        const value = match[index + 1];
        if (value !== undefined && value !== '') variables[name] = name === 's' ? urlDecode(value) : value;
      }
      if (rule.verifyPage && !(await isKnownPage(variables.pagename ?? ''))) continue;
      return variables;
    }
    return null;
  };

  const isKnownPage = async (path: string): Promise<boolean> => {
    const page = await posts.getPageByPath(path);
    const status = page && types.getPostStatusObject(page.post_status);
    return Boolean(status && (status.public || status.protected || status.private || !status.excludeFromSearch));
  };

  async function urlToPostid(rawUrl: string): Promise<number> {
    const url = (await hooks.applyFilters('url_to_postid', rawUrl)).trim();
    const home = await base.homeUrl();
    if (hostOf(url) !== undefined && hostOf(url) !== hostOf(home)) return 0;
    // An ID identifies the post whatever the port is. A path belongs to this site only if the port is the same.
    const port = portOf(url);
    const idParameter = /[?&](?:p|page_id|attachment_id)=(\d+)/.exec(url);
    if (idParameter && Number(idParameter[1]) > 0) return Number(idParameter[1]);
    if (port !== undefined && port !== portOf(home)) return 0;
    const path = (url.split(/[?#]/)[0] ?? '').replace(/^(?:[a-z]+:)?\/\/[^/]*/i, '').replace(/^\/+|\/+$/g, '');
    const root = home.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\/+|\/+$/g, '');
    const sitePath =
      root !== '' && (path === root || path.startsWith(`${root}/`))
        ? path.slice(root.length).replace(/^\/+/, '')
        : path;
    if (sitePath === '')
      return (await options.getOption('show_on_front')) === 'page'
        ? Number(await options.getOption('page_on_front')) || 0
        : 0;
    const variables = await parsePath(
      (await base.structure()).startsWith('/index.php/') ? sitePath : sitePath.replace(/^index\.php\//, ''),
    );
    if (!variables || !isSingularQuery(variables)) return 0;
    const { ids } = await posts.queryPosts(variables);
    return ids[0] ?? 0;
  }

  return { parsePath, urlToPostid, publicQueryVars: queryVars.list };
}

/** Returns the port in a URL, empty if there is none; undefined for a path. */
function portOf(url: string): string | undefined {
  return /^(?:[a-z]+:)?\/\/[^/?#:]+(?::(\d*))?/i.exec(url)?.[1] ?? (hostOf(url) === undefined ? undefined : '');
}

/** Returns the host of a URL without `www.`; undefined for a path. */
function hostOf(url: string): string | undefined {
  const match = /^(?:[a-z]+:)?\/\/([^/?#:]+)/i.exec(url);
  return match?.[1]?.toLowerCase().replace(/^www\./, '');
}
