import type { ContentTypesApi } from '../../api/index.js';
import type { LinkBase } from './structure.js';

/** One pattern of paths and the query variables its groups become, in order; `null` for what is fixed. */
export interface RewriteRule {
  pattern: RegExp;
  /** Query variables of the groups. */
  groups: string[];
  fixed: Record<string, string>;
  /** The page a match names must exist, or the next rule is tried. */
  verifyPage?: boolean;
}

const TAGS: Record<string, [pattern: string, variable: string]> = {
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
const FEED = '(?:feed/)?(feed|rdf|rss|rss2|atom)';

/** The rules of a site, in the order they are tried (WordPress: WP_Rewrite::rewrite_rules). */
export async function rewriteRules(base: LinkBase, types: ContentTypesApi): Promise<RewriteRule[]> {
  const structure = await base.structure();
  if (structure === '') return [];
  const rules: RewriteRule[] = [];
  const front = (await base.front()).replace(/^\/+/, '');
  const rule = (path: string, groups: string[], fixed: Record<string, string> = {}, verifyPage?: boolean): void =>
    void rules.push({ pattern: new RegExp(`^${path}/?$`, 'i'), groups, fixed, ...(verifyPage ? { verifyPage } : {}) });
  /** A list of posts, its pages and its feeds. */
  const archive = (path: string, groups: string[], fixed: Record<string, string> = {}): void => {
    const prefix = path === '' ? '' : `${path}/`;
    rule(`${prefix}${FEED}`, [...groups, 'feed'], fixed);
    rule(`${prefix}page/?([0-9]{1,})`, [...groups, 'paged'], fixed);
    if (path !== '') rule(path, groups, fixed);
  };

  for (const type of types.getPostTypes()) {
    if (type.builtin || !type.rewrite || type.hasArchive === false) continue;
    const slug = type.hasArchive === true ? type.rewrite.slug : String(type.hasArchive);
    const path = `${type.rewrite.withFront ? front : ''}${escape(slug)}`;
    archive(path, [], { post_type: type.name });
  }
  for (const taxonomy of types.getTaxonomies()) {
    if (!taxonomy.rewrite || taxonomy.queryVar === false) continue;
    const kind = taxonomy.name === 'category' ? 'category' : taxonomy.name === 'post_tag' ? 'tag' : undefined;
    const slug = kind ? await base.base(kind) : taxonomy.rewrite.slug;
    const path = `${taxonomy.rewrite.withFront ? front : ''}${escape(slug)}/${taxonomy.rewrite.hierarchical ? '(.+?)' : '([^/]+)'}`;
    archive(path, [taxonomy.queryVar]);
  }
  for (const type of types.getPostTypes()) {
    if (type.builtin || !type.rewrite || type.queryVar === false) continue;
    const path = `${type.rewrite.withFront ? front : ''}${escape(type.rewrite.slug)}/${type.hierarchical ? '(.+?)' : '([^/]+)'}`;
    rule(`${path}(?:/([0-9]+))?`, [type.hierarchical ? 'pagename' : 'name', 'page'], { post_type: type.name });
  }
  archive('', []);
  archive('search/(.+)', ['s']);
  archive(`${front}author/([^/]+)`, ['author_name']);
  archive(`${front}([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})`, ['year', 'monthnum', 'day']);
  archive(`${front}([0-9]{4})/([0-9]{1,2})`, ['year', 'monthnum']);
  archive(`${front}([0-9]{4})`, ['year']);

  // Where a post's address looks like a page's, pages go first and must exist.
  const verbose = /^\/%(postname|category|tag|author)%/.test(structure);
  const pages = (): void => rule('(.?.+?)(?:/([0-9]+))?', ['pagename', 'page'], {}, verbose);
  if (verbose) pages();
  const post = postPattern(structure);
  rule(`${post.path}/${FEED}`, [...post.groups, 'feed']);
  rule(`${post.path}(?:/([0-9]+))?`, [...post.groups, 'page']);
  if (!verbose) pages();
  return rules;
}

function postPattern(structure: string): { path: string; groups: string[] } {
  const groups: string[] = [];
  const path = structure.replace(/^\/+|\/+$/g, '').split(/(%[a-z_]+%)/).map((part) => {
    const tag = TAGS[part];
    if (!tag) return escape(part);
    groups.push(tag[1]);
    return tag[0];
  });
  return { path: path.join(''), groups };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
