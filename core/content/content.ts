import type { ContentApi } from '../api/index.js';
import type { CommentsAtOnce } from './comments/index.js';
import { createContentReads } from './content-reads.js';
import { createContentWrites } from './content-writes.js';
import type { ContentDeps } from './deps.js';
import type { ArchiveLinksAtOnce } from './links/archive-links.js';
import type { PostLinksAtOnce } from './links/post-links.js';
import { createRewrite, type RewriteAtOnce } from './links/rewrite.js';
import type { LinkBase } from './links/structure.js';
import { createMenus, type MenusAtOnce } from './menus/index.js';
import { createListPages } from './pages/list-pages.js';
import type { PagesAtOnce } from './pages/pages.js';
import { registerSaveFilters } from './posts/clean-fields.js';
import { saveOldSlugs } from './posts/old-slugs.js';
import type { PostPasswordsAtOnce } from './posts/passwords.js';
import type { PostsAtOnce } from './posts/read.js';
import type { QueriesAtOnce, QueryRun } from './query/query-posts.js';
import type { PostTerms } from './terms/post-terms.js';

type ContentAtOnce = PostsAtOnce &
  CommentsAtOnce &
  PostPasswordsAtOnce &
  QueriesAtOnce &
  PagesAtOnce &
  PostLinksAtOnce &
  ArchiveLinksAtOnce &
  RewriteAtOnce &
  MenusAtOnce &
  Pick<LinkBase, 'homeUrl' | 'siteUrl'> &
  PostTerms & { readonly mainQuery: QueryRun };

/** The content API as the host uses it. */
export type SiteContent = ContentApi & {
  /** Functions that every request needs; synchronous if the data is cached. */
  readonly now: ContentAtOnce;
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
  const { now: menusNow, ...menus } = createMenus({
    ...deps,
    posts: reads.now,
    links: links.now,
    archives,
    terms,
    queryPosts: queries.now.queryPosts,
    inserts: { ...reads, ...inserts, ...deletes },
    homeUrl: base.homeUrl,
  });
  registerSaveFilters(deps.hooks, deps.formatting, deps.roles);
  saveOldSlugs(deps.hooks, deps.meta, deps.types);
  const now: ContentAtOnce = {
    ...comments.now,
    ...reads.now,
    ...passwords.now,
    ...queries.now,
    ...pages.now,
    ...links.now,
    ...archives.now,
    ...rewrite.now,
    ...menusNow,
    homeUrl: base.homeUrl,
    siteUrl: base.siteUrl,
    ...found.postTerms,
    mainQuery: found.run,
  };

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
    homeUrl: async (path) => base.homeUrl(path),
    siteUrl: found.siteUrl,
    now,
  };
}
