import type { ContentApi } from '../api/index.js';
import { createContentReads } from './content-reads.js';
import { createContentWrites } from './content-writes.js';
import type { ContentDeps } from './deps.js';
import { createRewrite } from './links/rewrite.js';
import { createMenus } from './menus/index.js';
import { createListPages } from './pages/list-pages.js';
import { registerSaveFilters } from './posts/clean-fields.js';
import { saveOldSlugs } from './posts/old-slugs.js';
import type { QueryRun } from './query/query-posts.js';

/** The content API with the parts that only core uses. */
export type SiteContent = ContentApi & {
  /** The steps of the main query of a page. */
  readonly mainQuery: QueryRun;
};

/**
 * Creates the content API: posts of every type, terms, comments, menus, queries and URLs. It includes the registries of
 * post types and taxonomies.
 * @since 0.1.0
 */
export function createContent(deps: ContentDeps): SiteContent {
  const contentReads = createContentReads(deps);
  const { base, terms, reads, queries, pages, links, archives } = contentReads;
  const { transitions, inserts, passwords, comments, deletes, revisions } = createContentWrites(deps, contentReads);
  const rewrite = createRewrite({
    ...deps,
    base,
    isSingularQuery: contentReads.isSingularQuery,
    posts: { getPageByPath: contentReads.getPageByPath, queryPosts: queries.queryPosts },
  });
  const menus = createMenus({
    ...deps,
    posts: reads,
    links,
    archives,
    terms,
    queryPosts: queries.queryPosts,
    inserts: { ...reads, ...inserts, ...deletes },
    homeUrl: base.homeUrl,
  });
  registerSaveFilters(deps.hooks, deps.formatting, deps.roles);
  saveOldSlugs(deps.hooks, deps.meta, deps.types);

  return {
    ...deps.types,
    ...reads,
    ...inserts,
    ...transitions,
    ...deletes,
    ...revisions,
    ...passwords,
    ...queries,
    ...pages,
    ...createListPages({ ...deps, getPages: pages.getPages, getPageLink: (page) => links.getPageLink(page) }),
    ...terms,
    ...comments,
    ...links,
    ...archives,
    ...menus,
    ...rewrite,
    wpUniquePostSlug: contentReads.slugs.wpUniquePostSlug,
    homeUrl: base.homeUrl,
    siteUrl: base.siteUrl,
    mainQuery: contentReads.run,
  };
}
