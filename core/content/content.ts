import type { ContentApi, PermalinksApi, Post, PostsApi } from '../api/index.js';
import { keepNothing } from '../db/index.js';
import type { ContentDeps } from './deps.js';
import { createArchiveLinks } from './links/archive-links.js';
import { createPostLinks } from './links/post-links.js';
import { createRewrite } from './links/rewrite.js';
import { createLinkBase } from './links/structure.js';
import { createListPages } from './pages/list-pages.js';
import { createPages } from './pages/pages.js';
import { registerSaveFilters } from './posts/clean-fields.js';
import { createPostDeletes } from './posts/delete.js';
import { createPostInserts } from './posts/insert.js';
import { rememberOldSlugs } from './posts/old-slugs.js';
import { createPostPasswords } from './posts/passwords.js';
import { createPostReads } from './posts/read.js';
import { createRevisions } from './posts/revisions.js';
import { createPostSlugs } from './posts/slugs.js';
import { createTransitions } from './posts/transitions.js';
import { createQueryPosts } from './query/query-posts.js';
import { createSiteTime } from './site-time.js';
import { createTerms } from './terms/index.js';

/**
 * Creates the content of a site: posts of every type, terms, queries and addresses.
 * The registries come with it, so that one object answers for all of content.
 * @since 0.1.0
 */
export function createContent(deps: ContentDeps): ContentApi {
  const { db, hooks, meta, options, types, roles, formatting, now = Date.now, translate = (text) => text } = deps;
  const kept = deps.kept ?? keepNothing;
  const time = createSiteTime(options, now);
  const base = createLinkBase(options, formatting);
  const siteUrl: PermalinksApi['siteUrl'] = async (path) => base.siteUrl(path);
  const { forgetTerms, ...terms } = createTerms(deps);
  const reads = createPostReads({ db, kept, hooks, types, roles, translate });
  const slugs = createPostSlugs({ db, hooks, meta, options, types });
  // Queries ask pages for paths, and pages are found by queries.
  const getPageByPath: PostsApi['getPageByPath'] = (path, type) => pages.getPageByPath(path, type);
  const { isSingularQuery, ...queries } = createQueryPosts({ ...deps, getPageByPath, getPostStatus: reads.getPostStatus });
  const pages = createPages({ ...deps, ...reads, queryPosts: queries.queryPosts });
  const links = createPostLinks({ ...deps, base, terms, posts: { ...reads, ...pages, wpUniquePostSlug: slugs.wpUniquePostSlug } });
  const transitions = createTransitions({ ...deps, getPost: reads.getPost, terms });
  const inserts = createPostInserts({
    ...deps, time, slugs, terms,
    getPost: reads.getPost,
    wpTransitionPostStatus: transitions.wpTransitionPostStatus,
    getPermalink: (post: Post) => links.getPermalink(post),
  });
  const deletes = createPostDeletes({ ...deps, forgetTerms, posts: { ...reads, ...inserts } });
  const revisions = createRevisions({ ...deps, posts: { ...reads, ...inserts, ...deletes } });
  const passwords = createPostPasswords({ hooks, formatting, translate, getPost: reads.getPost, links: { siteUrl, getPermalink: links.getPermalink } });
  const rewrite = createRewrite({ ...deps, base, isSingularQuery, posts: { getPageByPath, queryPosts: queries.queryPosts } });
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
    ...links,
    ...createArchiveLinks({ ...deps, base, terms }),
    ...rewrite,
    wpUniquePostSlug: slugs.wpUniquePostSlug,
    homeUrl: async (path) => base.homeUrl(path),
    siteUrl,
  };
}
