import type { CommentsApi, Post } from '../../api/index.js';
import { createAllowComment } from './allow.js';
import { createCommentCleaning } from './clean.js';
import { createCommentCounts } from './counts.js';
import type { CommentDeps } from './deps.js';
import { createModerationRules } from './moderation-rules.js';
import { createCommentsOfPosts } from './post-comments.js';
import { createOpening } from './comments-open.js';
import { createPlaces } from './comment-links.js';
import { createCommentQueries } from './query.js';
import { createCommentReads } from './read.js';
import { createCommentRemovals } from './removal.js';
import { createRepeats } from './flood.js';
import { createShownComments } from './comment-template.js';
import { createCommentStatuses } from './status.js';
import { createSubmissions } from './submission.js';
import { registerCommentTextFilters } from './text-filters.js';
import { createCommentWrites } from './write.js';

interface CommentsDeps extends CommentDeps {
  verifyNonce(nonce: string, action: string): boolean;
}

/** Creates the comments API. */
export function createComments(deps: CommentsDeps): CommentsApi & { deletePostComments(post: Post): Promise<void> } {
  const { hooks, formatting, roles } = deps;
  registerCommentTextFilters(hooks, formatting, roles);
  const reads = createCommentReads(deps);
  const counts = createCommentCounts(deps);
  const cleaning = createCommentCleaning(deps);
  const judge = createModerationRules(deps);
  const allow = createAllowComment({ ...deps, moderation: judge, floodCheck: createRepeats(deps) });
  const status = createCommentStatuses({ ...deps, reads, counts });
  const writes = createCommentWrites({ ...deps, reads, counts, status, validation: { ...allow, ...cleaning } });
  const { deleteWithoutRecount, ...removal } = createCommentRemovals({ ...deps, reads, counts, status });
  const opening = createOpening(deps);
  const submissions = createSubmissions({ ...deps, reads, comments: { ...opening, ...writes, ...cleaning } });
  return {
    ...reads,
    ...createCommentQueries(deps),
    ...counts,
    ...cleaning,
    ...judge,
    ...allow,
    ...status,
    ...writes,
    ...removal,
    ...opening,
    ...createPlaces({ ...deps, reads }),
    ...createShownComments(deps),
    ...submissions,
    ...createCommentsOfPosts({ ...deps, counts, deleteWithoutRecount }),
  };
}
