import type { Post } from '../api/index.js';
import { createComments } from './comments/index.js';
import type { ContentReads } from './content-reads.js';
import type { ContentDeps } from './deps.js';
import { createPostDeletes } from './posts/delete.js';
import { createPostInserts } from './posts/insert.js';
import { createPostPasswords } from './posts/passwords.js';
import { createRevisions } from './posts/revisions.js';
import { createTransitions } from './posts/transitions.js';
import { createSiteTime } from './site-time.js';
import { noDataCache } from '../cache/index.js';

/** Creates the functions that change posts and related data. */
export function createContentWrites(
  deps: ContentDeps,
  { base, forgetTerms, terms, reads, slugs, queries, links }: ContentReads,
) {
  const { hooks, options, formatting, now = Date.now, translate = (text: string) => text } = deps;
  const time = createSiteTime(options, now);
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
    getPost: reads.getPost,
    links: { siteUrl: base.siteUrl, getPermalink: links.getPermalink },
  });
  const { deletePostComments, ...comments } = createComments({
    ...deps,
    dataCache: deps.dataCache ?? noDataCache,
    time,
    translate,
    now,
    verifyNonce: deps.verifyNonce ?? (() => false),
    posts: { ...reads, ...passwords, getPermalink: links.getPermalink },
  });
  const deletes = createPostDeletes({
    ...deps,
    deleteTermRelationships: forgetTerms,
    posts: { ...reads, ...inserts },
    comments: { ...comments, deletePostComments },
  });
  const revisions = createRevisions({
    ...deps,
    posts: { ...reads, ...inserts, ...deletes },
    queryPosts: queries.queryPosts,
  });
  return { transitions, inserts, passwords, comments, deletes, revisions };
}
