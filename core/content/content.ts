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

/** The content API as the host uses it. */
export type SiteContent = ContentApi & {
  /** The steps of a page's main query. */
  readonly mainQuery: QueryRun;
};

/**
 * Creates the content of a site: posts of every type, terms, queries and URLs.
 * Includes the registries, so that one object provides the whole content API.
 * @since 0.1.0
 */
export function createContent(deps: ContentDeps): SiteContent {
  const found = createContentReads(deps);
  const { base, terms, reads, queries, pages, links, archives } = found;
  const { transitions, inserts, passwords, comments, deletes, revisions } = createContentWrites(deps, found);
  const rewrite = createRewrite({
    ...deps,
    base,
    isSingularQuery: found.isSingularQuery,
    posts: { getPageByPath: found.getPageByPath, queryPosts: queries.queryPosts },
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
    wpUniquePostSlug: found.slugs.wpUniquePostSlug,
    homeUrl: base.homeUrl,
    siteUrl: base.siteUrl,
    mainQuery: found.run,
  };
}
