import type { PermalinksApi, PostQuery, PostsApi } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import { decodeSlug } from '../slug-text.js';
import { type RewriteRule, rewriteRules } from './rewrite-rules.js';
import type { LinkBase } from './structure.js';

export interface RewriteDeps extends ContentDeps {
  base: LinkBase;
  posts: Pick<PostsApi, 'getPageByPath' | 'queryPosts'>;
  isSingularQuery(query: PostQuery): boolean;
}

/** Reads addresses back: a path into query variables, and an address into a post (WordPress: WP::parse_request, url_to_postid). */
export function createRewrite({ hooks, types, options, base, posts, isSingularQuery }: RewriteDeps): Pick<PermalinksApi, 'parsePath' | 'urlToPostid'> {
  async function parsePath(given: string): Promise<Record<string, string> | null> {
    const path = given.split(/[?#]/)[0]?.replace(/^\/+|\/+$/g, '').replace(/^index\.php\/?/, '') ?? '';
    if (path === '') return {};
    const rules = await hooks.applyFilters<RewriteRule[]>('rewrite_rules_array', await rewriteRules(base, types));
    for (const rule of rules) {
      const match = rule.pattern.exec(path) ?? rule.pattern.exec(decodeSlug(path));
      if (!match) continue;
      const variables: Record<string, string> = { ...rule.fixed };
      for (const [index, name] of rule.groups.entries()) {
        const value = match[index + 1];
        if (value !== undefined && value !== '') variables[name] = decodeSlug(value);
      }
      if (rule.verifyPage && !(await isKnownPage(variables.pagename ?? ''))) continue;
      return variables;
    }
    return null;
  }

  async function isKnownPage(path: string): Promise<boolean> {
    const page = await posts.getPageByPath(path);
    const status = page && types.getPostStatusObject(page.post_status);
    return Boolean(status && (status.public || status.protected || status.private || !status.excludeFromSearch));
  }

  async function urlToPostid(given: string): Promise<number> {
    const url = await hooks.applyFilters('url_to_postid', given);
    const home = await base.homeUrl();
    if (hostOf(url) !== undefined && hostOf(url) !== hostOf(home)) return 0;
    const plain = /[?&](?:p|page_id|attachment_id)=(\d+)/.exec(url);
    if (plain && Number(plain[1]) > 0) return Number(plain[1]);
    const path = (url.split(/[?#]/)[0] ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\/+|\/+$/g, '');
    const root = home.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^\/+|\/+$/g, '');
    const own = root !== '' && (path === root || path.startsWith(`${root}/`)) ? path.slice(root.length).replace(/^\/+/, '') : path;
    if (own === '') return (await options.getOption('show_on_front')) === 'page' ? Number(await options.getOption('page_on_front')) || 0 : 0;
    const variables = await parsePath(own);
    if (!variables || !isSingularQuery(variables)) return 0;
    const { ids } = await posts.queryPosts(variables);
    return ids[0] ?? 0;
  }

  return { parsePath, urlToPostid };
}

/** The host of an address, without `www.`; undefined for a path. */
function hostOf(url: string): string | undefined {
  const match = /^(?:[a-z]+:)?\/\/([^/?#:]+)/i.exec(url);
  return match?.[1]?.toLowerCase().replace(/^www\./, '');
}
