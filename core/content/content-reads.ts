import type { PostsApi } from '../api/index.js';
import type { ContentDeps } from './deps.js';
import { createArchiveLinks } from './links/archive-links.js';
import { createPostLinks } from './links/post-links.js';
import { createLinkBase } from './links/structure.js';
import { createPages } from './pages/pages.js';
import { createPostReads } from './posts/read.js';
import { createPostSlugs } from './posts/slugs.js';
import { createQueryPosts } from './query/query-posts.js';
import { createTerms } from './terms/index.js';
import { noDataCache } from '../cache/index.js';

export type ContentReads = ReturnType<typeof createContentReads>;

/** Creates the functions that read content and its URLs. */
export function createContentReads(deps: ContentDeps) {
  const { db, hooks, meta, options, types, roles, formatting, translate = (text: string) => text } = deps;
  const base = createLinkBase(options, formatting);
  const { deleteTermRelationships, primePostTerms, findTerms, ...terms } = createTerms(deps);
  const reads = createPostReads({ db, dataCache: deps.dataCache ?? noDataCache, hooks, types, roles, translate });
  const slugs = createPostSlugs({ db, hooks, meta, options, types, queryPosts: (query) => queries.queryPosts(query) });
  // Queries and pages depend on each other: a query may contain a page path, and a page path is resolved by a query.
  const getPageByPath: PostsApi['getPageByPath'] = (path, type) => pages.getPageByPath(path, type);
  const { isSingularQuery, run, ...queries } = createQueryPosts({
    ...deps,
    getPageByPath,
    getPostStatus: reads.getPostStatus,
    primePostTerms,
    findTerms,
  });
  const pages = createPages({ ...deps, posts: reads, queryPosts: queries.queryPosts });
  const links = createPostLinks({
    ...deps,
    base,
    terms,
    posts: { ...reads, ...pages, wpUniquePostSlug: slugs.wpUniquePostSlug },
  });
  const archives = createArchiveLinks({ ...deps, base, terms, permalinks: links });
  return {
    base,
    forgetTerms: deleteTermRelationships,
    terms,
    reads,
    slugs,
    getPageByPath,
    isSingularQuery,
    run,
    queries,
    pages,
    links,
    archives,
  };
}
