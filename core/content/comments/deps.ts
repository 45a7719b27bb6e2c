import type { ContentDeps } from '../deps.js';
import type { PermalinksApi, PostsApi } from '../../api/index.js';
import type { PostReads } from '../posts/read.js';
import type { SiteTime } from '../site-time.js';
import type { DataCache } from '../../cache/index.js';

/** Dependencies of comments. */
export interface CommentDeps extends ContentDeps {
  dataCache: DataCache;
  time: SiteTime;
  posts: PostReads & Pick<PostsApi, 'postPasswordRequired'> & Pick<PermalinksApi, 'getPermalink'>;
  translate(text: string): string;
  now: () => number;
}

/** Meta keys that store a comment's previous status while it is in the trash or spam. */
export const BEFORE = { status: '_wp_trash_meta_status', time: '_wp_trash_meta_time' } as const;
