import type { ContentApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import type { CommentReads } from './read.js';

/** What the parts that change comments stand on besides. */
export interface CommentWriteDeps extends CommentDeps {
  reads: CommentReads;
  counts: Pick<ContentApi, 'wpUpdateCommentCount'>;
}
