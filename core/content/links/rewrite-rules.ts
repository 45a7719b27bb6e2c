import type { ContentTypesApi, RewriteRule } from '../../api/index.js';
import { TAXONOMY_BASES, type LinkBase } from './structure.js';

const PATTERN_TAGS: Record<string, [pattern: string, variable: string]> = {
  '%year%': ['([0-9]{4})', 'year'],
  '%monthnum%': ['([0-9]{1,2})', 'monthnum'],
  '%day%': ['([0-9]{1,2})', 'day'],
  '%hour%': ['([0-9]{1,2})', 'hour'],
  '%minute%': ['([0-9]{1,2})', 'minute'],
  '%second%': ['([0-9]{1,2})', 'second'],
  '%postname%': ['([^/]+)', 'name'],
  '%post_id%': ['([0-9]+)', 'p'],
  '%author%': ['([^/]+)', 'author_name'],
  '%category%': ['(.+?)', 'category_name'],
};
const FEED_TYPES = '(feed|rdf|rss|rss2|atom)';

/** Creates the functions that add rewrite rules in WordPress's order. */
function createCollector() {
  const rules: RewriteRule[] = [];
  const rule = (path: string, groups: string[], fixed: Record<string, string> = {}, verifyPage = false): void =>
    void rules.push({ pattern: new RegExp(`^${path}/?$`), groups, fixed, ...(verifyPage ? { verifyPage } : {}) });
  /** Adds two rules for feeds, because a greedy part of the path would also match an optional `feed/`. */
  const feeds = (prefix: string, groups: string[], fixed: Record<string, string>, verifyPage = false): void => {
    rule(`${prefix}feed/${FEED_TYPES}`, [...groups, 'feed'], fixed, verifyPage);
    rule(`${prefix}${FEED_TYPES}`, [...groups, 'feed'], fixed, verifyPage);
  };
  return {
    rules,
    rule,
    feeds,
    /** Adds the rules of a list of posts: feeds, embed and pages. */
    archive(path: string, groups: string[], fixed: Record<string, string> = {}): void {
      const prefix = path === '' ? '' : `${path}/`;
      feeds(prefix, groups, fixed);
      rule(`${prefix}embed`, groups, { ...fixed, embed: 'true' });
      rule(`${prefix}page/?([0-9]{1,})`, [...groups, 'paged'], fixed);
      if (path !== '') rule(path, groups, fixed);
    },
    /** Adds the rules of a single post: feeds, pages and comment pages. */
    single(path: string, groups: string[], fixed: Record<string, string> = {}, verifyPage = false): void {
      rule(`${path}/embed`, groups, { ...fixed, embed: 'true' }, verifyPage);
      rule(`${path}/trackback`, groups, { ...fixed, tb: '1' }, verifyPage);
      feeds(`${path}/`, groups, fixed, verifyPage);
      rule(`${path}/page/?([0-9]{1,})`, [...groups, 'paged'], fixed, verifyPage);
      rule(`${path}/comment-page-([0-9]{1,})`, [...groups, 'cpage'], fixed, verifyPage);
      rule(`${path}(?:/([0-9]+))?`, [...groups, 'page'], fixed, verifyPage);
    },
  };
}

type RuleCollector = ReturnType<typeof createCollector>;
/** Returns the base path of a slug: below the prefix of all posts, or at the top level. */
type BasePathFor = (withFront: boolean, slug: string) => string;

/** Returns the rewrite rules of a site in matching order (WordPress: WP_Rewrite::rewrite_rules). */
export async function rewriteRules(base: LinkBase, types: ContentTypesApi): Promise<RewriteRule[]> {
  const structure = await base.structure();
  if (structure === '') return [];
  const ruleCollector = createCollector();
  const { rules, rule, feeds, archive, single } = ruleCollector;
  const front = (await base.front()).replace(/^\/+/, '');
  const basePathFor: BasePathFor = (withFront, slug) => `${withFront ? escapeRegExp(front) : ''}${escapeRegExp(slug)}`;
  sitemapRules(rules);
  typeArchiveRules(ruleCollector, types, basePathFor);
  await taxonomyRules(ruleCollector, base, types, basePathFor);
  typeRules(ruleCollector, types, basePathFor);
  rules.push(
    { pattern: /^robots\.txt$/, groups: [], fixed: { robots: '1' } },
    { pattern: /^favicon\.ico$/, groups: [], fixed: { favicon: '1' } },
  );
  rules.push({ pattern: /^.*wp-(?:atom|rdf|rss|rss2|feed|commentsrss2)\.php$/, groups: [], fixed: { feed: 'old' } });
  archive('', []);
  feeds('comments/', [], { withcomments: '1' });
  archive('search/(.+)', ['s']);
  archive(`${escapeRegExp(front)}author/([^/]+)`, ['author_name']);
  archive(`${escapeRegExp(front)}([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})`, ['year', 'monthnum', 'day']);
  archive(`${escapeRegExp(front)}([0-9]{4})/([0-9]{1,2})`, ['year', 'monthnum']);
  archive(`${escapeRegExp(front)}([0-9]{4})`, ['year']);

  // If the URLs of posts look like those of pages, pages are matched first, and the page must exist.
  const pagesFirst = /^\/%(postname|category|tag|author)%/.test(structure);
  const addPageRules = (): void => {
    rule('.?.+?/attachment/([^/]+)', ['attachment']);
    single('(.?.+?)', ['pagename'], {}, pagesFirst);
  };
  if (pagesFirst) addPageRules();
  const post = postPattern(structure);
  const parentPath = post.path.replace(/\((?!\?)/g, '(?:');
  rule(`${parentPath}/attachment/([^/]+)`, ['attachment']);
  single(post.path, post.groups);
  // URLs of attachments are below those of their posts.
  rule(`${parentPath}/([^/]+)`, ['attachment']);
  if (!pagesFirst) addPageRules();
  return rules;
}

/** Adds the rules of post type archives. */
function typeArchiveRules({ archive }: RuleCollector, types: ContentTypesApi, below: BasePathFor): void {
  for (const type of types.getPostTypes()) {
    if (type.builtin || !type.rewrite || type.hasArchive === false) continue;
    const slug = type.hasArchive === true ? type.rewrite.slug : String(type.hasArchive);
    archive(below(type.rewrite.withFront, slug), [], { post_type: type.name });
  }
}

async function taxonomyRules(
  { archive }: RuleCollector,
  base: LinkBase,
  types: ContentTypesApi,
  below: BasePathFor,
): Promise<void> {
  for (const taxonomy of types.getTaxonomies()) {
    if (!taxonomy.rewrite || taxonomy.queryVar === false) continue;
    const kind = TAXONOMY_BASES.get(taxonomy.name);
    const slug = kind ? await base.base(kind) : taxonomy.rewrite.slug;
    const term = taxonomy.rewrite.hierarchical || kind === 'category' ? '(.+?)' : '([^/]+)';
    archive(`${below(taxonomy.rewrite.withFront, slug)}/${term}`, [taxonomy.queryVar]);
  }
}

/** Adds the rules of posts of custom post types. */
function typeRules({ single }: RuleCollector, types: ContentTypesApi, below: BasePathFor): void {
  for (const type of types.getPostTypes()) {
    if (type.builtin || !type.rewrite || type.queryVar === false) continue;
    const path = `${below(type.rewrite.withFront, type.rewrite.slug)}/${type.hierarchical ? '(.+?)' : '([^/]+)'}`;
    single(path, [type.hierarchical ? 'pagename' : 'name'], { post_type: type.name });
  }
}

function sitemapRules(rules: RewriteRule[]): void {
  rules.push(
    { pattern: /^wp-sitemap\.xml$/, groups: [], fixed: { sitemap: 'index' } },
    { pattern: /^sitemap\.xml$/, groups: [], fixed: { sitemap: 'index' } },
    { pattern: /^wp-sitemap\.xsl$/, groups: [], fixed: { 'sitemap-stylesheet': 'sitemap' } },
    { pattern: /^wp-sitemap-index\.xsl$/, groups: [], fixed: { 'sitemap-stylesheet': 'index' } },
    {
      pattern: /^wp-sitemap-([a-z]+?)-([a-z\d_-]+?)-(\d+?)\.xml$/,
      groups: ['sitemap', 'sitemap-subtype', 'paged'],
      fixed: {},
    },
    { pattern: /^wp-sitemap-([a-z]+?)-(\d+?)\.xml$/, groups: ['sitemap', 'paged'], fixed: {} },
  );
}

function postPattern(structure: string): { path: string; groups: string[] } {
  const groups: string[] = [];
  const path = structure
    .replace(/^\/+|\/+$/g, '')
    .split(/(%[a-z_]+%)/)
    .map((part) => {
      const tag = PATTERN_TAGS[part];
      if (!tag) return escapeRegExp(part);
      groups.push(tag[1]);
      return tag[0];
    });
  return { path: path.join(''), groups };
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
