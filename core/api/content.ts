import type { CommentsApi } from './comments.js';
import type { MenusApi } from './menus.js';
import type { PermalinksApi } from './permalinks.js';
import type { ContentTypesApi } from './post-types.js';
import type { PostsApi } from './posts.js';
import type { TermsApi } from './terms.js';

/**
 * Content of a site: types, posts, terms, comments, menus, and their URLs.
 * @since 0.1.0
 */
export interface ContentApi extends ContentTypesApi, PostsApi, TermsApi, CommentsApi, PermalinksApi, MenusApi {}
