import type { ContentApi, PermalinksApi, Post } from '../api/index.js';
import { keepNothing } from '../db/index.js';
import { type CommentsAtOnce, createComments } from './comments/index.js';
import type { ContentDeps } from './deps.js';
import { type ArchiveLinksAtOnce, createArchiveLinks } from './links/archive-links.js';
import { createPostLinks, type PostLinksAtOnce } from './links/post-links.js';
import { createRewrite, type RewriteAtOnce } from './links/rewrite.js';
import { createLinkBase, type LinkBase } from './links/structure.js';
import { createMenus, type MenusAtOnce } from './menus/index.js';
import { createListPages } from './pages/list-pages.js';
import { createPages, type PagesAtOnce } from './pages/pages.js';
import { registerSaveFilters } from './posts/clean-fields.js';
import { createPostDeletes } from './posts/delete.js';
import { createPostInserts } from './posts/insert.js';
import { rememberOldSlugs } from './posts/old-slugs.js';
import { createPostPasswords, type PostPasswordsAtOnce } from './posts/passwords.js';
import { createPostReads, type PostsAtOnce } from './posts/read.js';
import { createRevisions } from './posts/revisions.js';
import { createPostSlugs } from './posts/slugs.js';
import { createTransitions } from './posts/transitions.js';
import { createQueryPosts, type QueriesAtOnce, type QueryRun } from './query/query-posts.js';
import { createSiteTime } from './site-time.js';
import { createTerms } from './terms/index.js';
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

/** Content as the host's own parts ask for it. */
export type SiteContent = ContentApi & {
  /** What answers each request asks for: at once when it is in memory. */
  readonly now: ContentAtOnce;
};

/**
 * Creates the content of a site: posts of every type, terms, queries and addresses.
 * The registries come with it, so that one object answers for all of content.
 * @since 0.1.0
 */
export function createContent(deps: ContentDeps): SiteContent {
  const { db, hooks, meta, options, types, roles, formatting, now = Date.now, translate = (text) => text } = deps;
  const kept = deps.kept ?? keepNothing;
  const time = createSiteTime(options, now);
  const base = createLinkBase(options, formatting);
  const siteUrl: PermalinksApi['siteUrl'] = async (path) => base.siteUrl(path);
  const { forgetTerms, now: postTerms, ...terms } = createTerms(deps);
  const reads = createPostReads({ db, kept, hooks, types, roles, translate });
  const slugs = createPostSlugs({ db, hooks, meta, options, types, queryPosts: (query) => queries.queryPosts(query) });
  // Queries ask pages for paths, and pages are found by queries.
  const getPageByPath: PagesAtOnce['getPageByPath'] = (path, type) => pages.now.getPageByPath(path, type);
  const { isSingularQuery, run, ...queries } = createQueryPosts({
    ...deps,
    getPageByPath,
    getPostStatus: reads.now.getPostStatus,
    ...postTerms,
  });
  const pages = createPages({ ...deps, posts: reads.now, queryPosts: queries.queryPosts });
  const links = createPostLinks({
    ...deps,
    base,
    terms,
    posts: { ...reads.now, ...pages.now, wpUniquePostSlug: slugs.wpUniquePostSlug },
  });
  const transitions = createTransitions({ ...deps, getPost: reads.getPost, terms });
  const inserts = createPostInserts({
    ...deps,
    time,
    slugs,
    terms,
    getPost: reads.getPost,
    wpTransitionPostStatus: transitions.wpTransitionPostStatus,
    getPermalink: (post: Post) => links.getPermalink(post),
  });
  const passwords = createPostPasswords({
    hooks,
    formatting,
    translate,
    getPost: reads.now.getPost,
    links: { siteUrl, getPermalink: links.getPermalink },
  });
  const { deletePostComments, ...comments } = createComments({
    ...deps,
    kept,
    time,
    translate,
    now,
    verifyNonce: deps.verifyNonce ?? (() => false),
    posts: { ...reads.now, ...passwords.now, getPermalink: links.now.getPermalink },
  });
  const deletes = createPostDeletes({
    ...deps,
    forgetTerms,
    posts: { ...reads, ...inserts },
    comments: { ...comments, deletePostComments },
  });
  const revisions = createRevisions({
    ...deps,
    posts: { ...reads, ...inserts, ...deletes },
    queryPosts: queries.queryPosts,
  });
  const rewrite = createRewrite({
    ...deps,
    base,
    isSingularQuery,
    posts: { getPageByPath, queryPosts: queries.queryPosts },
  });
  const archives = createArchiveLinks({ ...deps, base, terms });
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
  registerSaveFilters(hooks, formatting, roles);
  rememberOldSlugs(hooks, meta, types);

  return {
    ...types,
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
    wpUniquePostSlug: slugs.wpUniquePostSlug,
    homeUrl: async (path) => base.homeUrl(path),
    siteUrl,
    now: {
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
      ...postTerms,
      mainQuery: run,
    },
  };
}
