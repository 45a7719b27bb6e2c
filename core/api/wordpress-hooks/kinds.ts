import type { MetaType } from '../metadata.js';
import type { PostTypes, Taxonomies } from '../post-types.js';

/** The taxonomies whose hooks are known by name; a plugin adds its own to {@link Taxonomies}. */
export type TaxonomyName = keyof Taxonomies;
/** The post types whose hooks are known by name; a plugin adds its own to {@link PostTypes}. */
export type PostTypeName = keyof PostTypes;
/** What hooks are named after that a post is, or was. */
export type StatusName =
  'new' | 'auto-draft' | 'draft' | 'pending' | 'private' | 'publish' | 'future' | 'trash' | 'inherit';
/** What hooks are named after that a comment is, or was. */
export type CommentStatusName = 'approved' | 'unapproved' | 'spam' | 'trash' | 'delete';
/** The two kinds of transients. */
export type TransientKind = 'transient' | 'site_transient';
/** WordPress's names of the kinds of templates. */
export type TemplateKind =
  | '404'
  | 'archive'
  | 'attachment'
  | 'author'
  | 'category'
  | 'date'
  | 'embed'
  | 'frontpage'
  | 'home'
  | 'index'
  | 'page'
  | 'paged'
  | 'privacypolicy'
  | 'search'
  | 'single'
  | 'singular'
  | 'tag'
  | 'taxonomy';
/** The functions that take a file in. */
export type UploadAction = 'wp_handle_upload' | 'wp_handle_sideload';

export type { MetaType };

/** The same callback for several names. */
export type Named<Names extends string, Callback> = { readonly [Name in Names]: Callback };
