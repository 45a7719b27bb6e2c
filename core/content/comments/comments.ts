import type { CommentsApi, Post } from '../../api/index.js';
import { createAllowComment } from './allow.js';
import { createCommentSanitizer } from './clean.js';
import { createCommentCounts } from './counts.js';
import type { CommentDeps } from './deps.js';
import { createModerationRules } from './moderation-rules.js';
import { createPostComments } from './post-comments.js';
import { createCommentsOpen } from './comments-open.js';
import { createCommentLinks } from './comment-links.js';
import { createCommentQueries } from './query.js';
import { createCommentReads } from './read.js';
import { createCommentRemovals } from './removal.js';
import { createFloodChecks } from './flood.js';
import { createCommentTags } from './comment-template.js';
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
  const cleaning = createCommentSanitizer(deps);
  const moderationRules = createModerationRules(deps);
  const allow = createAllowComment({ ...deps, moderation: moderationRules, floodCheck: createFloodChecks(deps) });
  const status = createCommentStatuses({ ...deps, reads, counts });
  const writes = createCommentWrites({ ...deps, reads, counts, status, validation: { ...allow, ...cleaning } });
  const { deleteWithoutRecount, ...removal } = createCommentRemovals({ ...deps, reads, counts, status });
  const opening = createCommentsOpen(deps);
  const submissions = createSubmissions({ ...deps, reads, comments: { ...opening, ...writes, ...cleaning } });
  return {
    ...reads,
    ...createCommentQueries(deps),
    ...counts,
    ...cleaning,
    ...moderationRules,
    ...allow,
    ...status,
    ...writes,
    ...removal,
    ...opening,
    ...createCommentLinks({ ...deps, reads }),
    ...createCommentTags(deps),
    ...submissions,
    ...createPostComments({ ...deps, counts, deleteWithoutRecount }),
  };
}
