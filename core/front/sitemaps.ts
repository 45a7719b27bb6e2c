import {
  type BodyReply,
  type PostQuery,
  type SitemapEntry,
  type SitemapProvider,
  type TermQuery,
  type UserQuery,
  isWpError,
} from '../api/index.js';
import { markTrusted } from '../hooks/index.js';
import type { FrontPartDeps } from './front-deps.js';
import type { MainQuery } from './main-query.js';
import { textVar } from './query-vars.js';
import { escapeXmlText } from './xml-text.js';

/** Default number of URLs per file. */
const DEFAULT_URLS_PER_FILE = 2000;
/** Maximum number of files per subtype. Together they stay below the 50,000 files that an index may contain. */
const MAX_PAGES = 1000;

/**
 * Responds to requests for `/wp-sitemap….xml` and its stylesheets (WordPress: WP_Sitemaps); undefined if the sitemap
 * does not exist.
 */
export async function sitemapReply(deps: FrontPartDeps, { vars }: MainQuery): Promise<BodyReply | undefined> {
  const isPublic = String(await deps.options.getOption('blog_public')) !== '0';
  if (!(await deps.hooks.applyFilters('wp_sitemaps_enabled', isPublic))) return undefined;
  const reply = (body: string): BodyReply => ({
    kind: 'body',
    type: 'application/xml; charset=UTF-8',
    headers: { 'X-Robots-Tag': 'noindex, follow' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  });
  if (typeof vars['sitemap-stylesheet'] === 'string' && vars['sitemap-stylesheet'] !== '')
    return reply(stylesheet(deps));
  const providers = await sitemapProviders(deps);
  const name = String(vars.sitemap);
  const stylesheetLine = (kind: string): string =>
    `<?xml-stylesheet type="text/xsl" href="${escapeXmlText(`${deps.siteUrl}/wp-sitemap${kind}.xsl`)}" ?>\n`;
  if (name === 'index') {
    const list: string[] = [];
    for (const [provider, { subtypes, entries }] of Object.entries(providers)) {
      for (const subtype of await subtypes()) {
        const filteredPages = await getFilteredPageCount(deps, provider, subtype);
        const pageCount = filteredPages ?? (await countPages((page) => entries(subtype, page)));
        for (let page = 1; page <= Math.min(pageCount, MAX_PAGES); page++) {
          const loc = `${deps.siteUrl}/wp-sitemap-${provider}-${subtype === '' ? '' : `${subtype}-`}${page}.xml`;
          list.push((await deps.hooks.applyFilters('wp_sitemaps_index_entry', { loc }, provider, subtype, page)).loc);
        }
      }
    }
    return reply(
      `${stylesheetLine('-index')}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${list.map((loc) => `<sitemap><loc>${escapeXmlText(loc)}</loc></sitemap>`).join('')}</sitemapindex>\n`,
    );
  }
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  const subtype = typeof vars['sitemap-subtype'] === 'string' ? vars['sitemap-subtype'] : '';
  const subtypes = provider ? await provider.subtypes() : [];
  // A provider without subtypes returns the same entries for every subtype.
  if (!provider || !(subtypes.includes(subtype) || subtypes.join() === '')) return undefined;
  const entries = await provider.entries(subtype, Math.max(1, Number(vars.paged) || 1));
  if (entries.length === 0) return undefined;
  const urls = entries.map(
    ({ loc, lastmod }) =>
      `<url><loc>${escapeXmlText(loc)}</loc>${lastmod ? `<lastmod>${lastmod.replace(' ', 'T')}+00:00</lastmod>` : ''}</url>`,
  );
  return reply(
    `${stylesheetLine('')}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
  );
}

/** Returns the number of pages that plugins have set for core's own types; null if they have not. */
async function getFilteredPageCount(
  { hooks }: FrontPartDeps,
  provider: string,
  subtype: string,
): Promise<number | null> {
  if (provider === 'users') return hooks.applyFilters<number | null>('wp_sitemaps_users_pre_max_num_pages', null);
  return provider === 'posts' || provider === 'taxonomies'
    ? hooks.applyFilters<number | null>(`wp_sitemaps_${provider}_pre_max_num_pages`, null, subtype)
    : null;
}

/** Returns the maximum number of URLs per file. `objectType` is the type of the objects: post, term or user. */
async function maxUrls({ hooks }: FrontPartDeps, objectType: string): Promise<number> {
  const requested = Number(await hooks.applyFilters('wp_sitemaps_max_urls', DEFAULT_URLS_PER_FILE, objectType));
  return Number.isInteger(requested) && requested > 0 ? Math.min(requested, 50_000) : DEFAULT_URLS_PER_FILE;
}

/**
 * Counts the pages of a provider up to the first empty page. A page that repeats the previous one also ends the count,
 * because some providers ignore the page number.
 */
async function countPages(entries: (page: number) => Promise<SitemapEntry[]>): Promise<number> {
  let before = '';
  for (let page = 1; page <= MAX_PAGES; page++) {
    const list = await entries(page);
    const firstAndLast = `${list.at(0)?.loc} ${list.at(-1)?.loc}`;
    if (list.length === 0 || firstAndLast === before) return page - 1;
    before = firstAndLast;
  }
  return MAX_PAGES;
}

/** Returns the canonical URL of a sitemap; undefined if the sitemap does not exist. */
export async function sitemapUrl(deps: FrontPartDeps, vars: PostQuery): Promise<string | undefined> {
  const [name, subtype] = [textVar(vars, 'sitemap'), textVar(vars, 'sitemap-subtype')];
  if (name === 'index') return deps.content.homeUrl('/wp-sitemap.xml');
  if (!Object.hasOwn(await sitemapProviders(deps), name)) return undefined;
  return deps.content.homeUrl(
    `/wp-sitemap-${[name, subtype, String(Number(vars.paged) || 1)].filter((part) => part !== '').join('-')}.xml`,
  );
}

async function sitemapProviders(deps: FrontPartDeps): Promise<Record<string, SitemapProvider>> {
  return deps.hooks.applyFilters<Record<string, SitemapProvider>>('wp_sitemaps_providers', coreProviders(deps));
}

function coreProviders(deps: FrontPartDeps): Record<string, SitemapProvider> {
  return {
    posts: markTrusted({
      subtypes: () => listPostTypes(deps),
      entries: (type: string, page: number) => postEntries(deps, type, page),
    }),
    taxonomies: markTrusted({
      subtypes: () => listTaxonomies(deps),
      entries: (taxonomy: string, page: number) => termEntries(deps, taxonomy, page),
    }),
    users: markTrusted({ subtypes: () => [''], entries: (_subtype: string, page: number) => userEntries(deps, page) }),
  };
}

/** Returns the names of the post types that have a sitemap. */
async function listPostTypes({ content, hooks }: FrontPartDeps): Promise<string[]> {
  const types = content
    .getPostTypes({ public: true })
    .filter(({ name }) => name !== 'attachment' && content.isPostTypeViewable(name));
  return Object.keys(
    await hooks.applyFilters<object>(
      'wp_sitemaps_post_types',
      Object.fromEntries(types.map((type) => [type.name, type])),
    ),
  );
}

async function listTaxonomies({ content, hooks }: FrontPartDeps): Promise<string[]> {
  const publicTaxonomies = content.getTaxonomies({ public: true, publiclyQueryable: true });
  return Object.keys(
    await hooks.applyFilters<object>(
      'wp_sitemaps_taxonomies',
      Object.fromEntries(publicTaxonomies.map((taxonomy) => [taxonomy.name, taxonomy])),
    ),
  );
}

async function termEntries(deps: FrontPartDeps, taxonomy: string, page: number): Promise<SitemapEntry[]> {
  const { content, hooks } = deps;
  const preEntries = await hooks.applyFilters<SitemapEntry[] | null>(
    'wp_sitemaps_taxonomies_pre_url_list',
    null,
    taxonomy,
    page,
  );
  if (preEntries !== null) return preEntries;
  const number = await maxUrls(deps, 'term');
  const standard: TermQuery = { taxonomy, hide_empty: true, orderby: 'term_order', number };
  const requested = await hooks.applyFilters<TermQuery>('wp_sitemaps_taxonomies_query_args', standard, taxonomy);
  const terms = await content.getTerms({ ...requested, number, offset: (page - 1) * number });
  const entries: SitemapEntry[] = [];
  for (const term of isWpError(terms) ? [] : terms) {
    const loc = await content.getTermLink(term);
    if (typeof loc === 'string')
      entries.push(
        await hooks.applyFilters<SitemapEntry>('wp_sitemaps_taxonomies_entry', { loc }, term.term_id, taxonomy, term),
      );
  }
  return entries;
}

async function userEntries(deps: FrontPartDeps, page: number): Promise<SitemapEntry[]> {
  const { content, hooks, users } = deps;
  const instead = await hooks.applyFilters<SitemapEntry[] | null>('wp_sitemaps_users_pre_url_list', null, page);
  if (instead !== null) return instead;
  const number = await maxUrls(deps, 'user');
  const types = content
    .getPostTypes({ public: true })
    .map(({ name }) => name)
    .filter((name) => name !== 'attachment' && content.isPostTypeViewable(name));
  const { has_published_posts: requested } = await hooks.applyFilters<UserQuery>('wp_sitemaps_users_query_args', {
    has_published_posts: types,
    number,
  });
  const entries: SitemapEntry[] = [];
  for (const id of await deps.authorsOf(Array.isArray(requested) ? requested : types, number, (page - 1) * number)) {
    const entry = { loc: await content.getAuthorPostsUrl(id) };
    entries.push(
      hooks.hasFilter('wp_sitemaps_users_entry')
        ? await hooks.applyFilters<SitemapEntry>('wp_sitemaps_users_entry', entry, await users.getUserdata(id))
        : entry,
    );
  }
  return entries;
}

async function postEntries(deps: FrontPartDeps, type: string, page: number): Promise<SitemapEntry[]> {
  const { hooks, content, options } = deps;
  const instead = await hooks.applyFilters<SitemapEntry[] | null>('wp_sitemaps_posts_pre_url_list', null, type, page);
  if (instead !== null) return instead;
  const number = await maxUrls(deps, 'post');
  const standard: PostQuery = {
    post_type: type,
    post_status: ['publish'],
    orderby: 'ID',
    order: 'ASC',
    posts_per_page: number,
    paged: page,
    no_found_rows: true,
  };
  // Plugins may change which posts are listed, but not the paging, because the sitemap would never end.
  const {
    offset: _offset,
    nopaging: _nopaging,
    ...requested
  } = await hooks.applyFilters<PostQuery>('wp_sitemaps_posts_query_args', standard, type);
  const { posts } = await content.queryPosts({
    ...requested,
    posts_per_page: number,
    paged: page,
    no_found_rows: true,
  });
  const entries: SitemapEntry[] = [];
  if (type === 'page' && page === 1 && (await options.getOption('show_on_front')) === 'posts')
    entries.push(
      await hooks.applyFilters<SitemapEntry>('wp_sitemaps_posts_show_on_front_entry', {
        loc: await content.homeUrl('/'),
      }),
    );
  for (const post of posts) {
    const loc = await content.getPermalink(post);
    if (loc)
      entries.push(
        await hooks.applyFilters<SitemapEntry>(
          'wp_sitemaps_posts_entry',
          { loc, ...(post.post_modified_gmt ? { lastmod: post.post_modified_gmt } : {}) },
          post,
          type,
        ),
      );
  }
  return entries;
}

/** Returns the stylesheet that shows a sitemap as a list of links. */
function stylesheet({ translate: __ }: FrontPartDeps): string {
  return `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" exclude-result-prefixes="s">
<xsl:output method="html" encoding="UTF-8" indent="yes"/>
<xsl:template match="/"><html><head><title>${escapeXmlText(__('XML Sitemap'))}</title></head><body><h1>${escapeXmlText(__('XML Sitemap'))}</h1><ul><xsl:for-each select="//s:loc"><li><a href="{.}"><xsl:value-of select="."/></a></li></xsl:for-each></ul></body></html></xsl:template>
</xsl:stylesheet>
`;
}
