import type { ContentDeps } from '../deps.js';
import type { CachedRows } from '../../db/index.js';
import type { PostLinksAtOnce } from '../links/post-links.js';
import type { PostPasswordsAtOnce } from '../posts/passwords.js';
import type { PostsAtOnce } from '../posts/read.js';
import type { SiteTime } from '../site-time.js';

/** Dependencies of comments. */
export interface CommentDeps extends ContentDeps {
  kept: CachedRows;
  time: SiteTime;
  posts: PostsAtOnce & PostPasswordsAtOnce & Pick<PostLinksAtOnce, 'getPermalink'>;
  translate(text: string): string;
  now: () => number;
}

/** Meta keys that store a comment's previous status while it is in the trash or spam. */
export const BEFORE = { status: '_wp_trash_meta_status', time: '_wp_trash_meta_time' } as const;
