import type { MetaType } from '../metadata.js';
import type { PostTypes, Taxonomies } from '../post-types.js';

/** Taxonomies whose hooks are declared by name; a plugin adds its own to {@link Taxonomies}. */
export type TaxonomyName = keyof Taxonomies;
/** Post types whose hooks are declared by name; a plugin adds its own to {@link PostTypes}. */
export type PostTypeName = keyof PostTypes;
/** Post statuses used in hook names. */
export type StatusName =
  'new' | 'auto-draft' | 'draft' | 'pending' | 'private' | 'publish' | 'future' | 'trash' | 'inherit';
/** Comment statuses used in hook names. */
export type CommentStatusName = 'approved' | 'unapproved' | 'spam' | 'trash' | 'delete';
/** The two kinds of transients. */
export type TransientKind = 'transient' | 'site_transient';
/** Template types of WordPress. */
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
/** Functions that store an uploaded file. */
export type UploadAction = 'wp_handle_upload' | 'wp_handle_sideload';

export type { MetaType };

/** One callback type for several names. */
export type CallbacksByName<Names extends string, Callback> = { readonly [Name in Names]: Callback };
