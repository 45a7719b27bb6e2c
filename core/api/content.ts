import type { CommentsApi } from './comments.js';
import type { MenusApi } from './menus.js';
import type { PermalinksApi } from './permalinks.js';
import type { ContentTypesApi } from './post-types.js';
import type { PostsApi } from './posts.js';
import type { TermsApi } from './terms.js';

/** What a site holds: its types, posts, terms, comments and menus, and their addresses. @since 0.1.0 */
export interface ContentApi extends ContentTypesApi, PostsApi, TermsApi, CommentsApi, PermalinksApi, MenusApi {}
