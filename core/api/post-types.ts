import type { WpError } from './wp-error.js';

/** Admin labels of a post type. */
export interface PostTypeLabels {
  name: string;
  singular_name: string;
  [label: string]: string | null;
}

/** Arguments of `registerPostType`; defaults depend on `public`, as in WordPress. */
export interface PostTypeArgs {
  label?: string;
  labels?: Partial<PostTypeLabels>;
  description?: string;
  public?: boolean;
  hierarchical?: boolean;
  excludeFromSearch?: boolean;
  publiclyQueryable?: boolean;
  showUi?: boolean;
  showInMenu?: boolean | string;
  showInNavMenus?: boolean;
  showInAdminBar?: boolean;
  showInRest?: boolean;
  restBase?: string | false;
  restNamespace?: string | false;
  menuPosition?: number | null;
  menuIcon?: string | null;
  /** Base of the capability names: `book`, or singular and plural. */
  capabilityType?: string | [string, string];
  /** Overrides of individual capability names. */
  capabilities?: Record<string, string>;
  mapMetaCap?: boolean | null;
  supports?: string[] | false;
  taxonomies?: string[];
  hasArchive?: boolean | string;
  rewrite?: boolean | { slug?: string; withFront?: boolean; pages?: boolean };
  queryVar?: string | boolean;
  canExport?: boolean;
  deleteWithUser?: boolean | null;
  template?: unknown[];
  templateLock?: string | false;
  /** Whether it is a core type. */
  builtin?: boolean;
}

/** A registered post type. */
export interface PostType {
  name: string;
  label: string;
  labels: PostTypeLabels;
  description: string;
  public: boolean;
  hierarchical: boolean;
  excludeFromSearch: boolean;
  publiclyQueryable: boolean;
  showUi: boolean;
  showInMenu: boolean | string;
  showInNavMenus: boolean;
  showInAdminBar: boolean;
  showInRest: boolean;
  restBase: string | false;
  restNamespace: string | false;
  menuPosition: number | null;
  menuIcon: string | null;
  capabilityType: string | [string, string];
  mapMetaCap: boolean;
  /** Capabilities by their generic names: `cap.edit_posts`. */
  cap: {
    edit_post: string;
    read_post: string;
    delete_post: string;
    edit_posts: string;
    edit_others_posts: string;
    delete_posts: string;
    publish_posts: string;
    read_private_posts: string;
    create_posts: string;
    [general: string]: string;
  };
  supports: string[];
  taxonomies: string[];
  hasArchive: boolean | string;
  rewrite: false | { slug: string; withFront: boolean; pages: boolean };
  queryVar: string | false;
  canExport: boolean;
  deleteWithUser: boolean | null;
  template: unknown[];
  templateLock: string | false;
  builtin: boolean;
}

/** Arguments of `registerPostStatus`. */
export interface PostStatusArgs {
  label?: string;
  public?: boolean;
  internal?: boolean;
  protected?: boolean;
  private?: boolean;
  publiclyQueryable?: boolean;
  excludeFromSearch?: boolean;
  showInAdminAllList?: boolean;
  showInAdminStatusList?: boolean;
  dateFloating?: boolean;
  builtin?: boolean;
}

/** A registered post status. */
export interface PostStatus extends Required<PostStatusArgs> {
  name: string;
}

/** Arguments of `registerTaxonomy`. */
export interface TaxonomyArgs {
  label?: string;
  labels?: Record<string, string>;
  description?: string;
  public?: boolean;
  publiclyQueryable?: boolean;
  hierarchical?: boolean;
  showUi?: boolean;
  showInRest?: boolean;
  restBase?: string | false;
  restNamespace?: string | false;
  capabilities?: Partial<TaxonomyCapabilities>;
  rewrite?: boolean | { slug?: string; withFront?: boolean; hierarchical?: boolean };
  queryVar?: string | boolean;
  defaultTerm?: string | null;
  sort?: boolean;
  builtin?: boolean;
}

/** Capabilities required for operations on terms. */
export interface TaxonomyCapabilities {
  manage_terms: string;
  edit_terms: string;
  delete_terms: string;
  assign_terms: string;
}

/** A registered taxonomy. */
export interface Taxonomy {
  name: string;
  label: string;
  labels: { name: string; singular_name: string; [name: string]: string };
  description: string;
  objectType: string[];
  public: boolean;
  publiclyQueryable: boolean;
  hierarchical: boolean;
  showUi: boolean;
  showInRest: boolean;
  restBase: string | false;
  restNamespace: string | false;
  cap: TaxonomyCapabilities;
  rewrite: false | { slug: string; withFront: boolean; hierarchical: boolean };
  queryVar: string | false;
  defaultTerm: string | null;
  builtin: boolean;
}

/**
 * Post types, statuses and taxonomies; lookups are synchronous so that templates can use them.
 * @since 0.1.0
 */
export interface ContentTypesApi {
  /** Registers a post type until the plugin stops (`register_post_type`). */
  registerPostType(name: string, args?: PostTypeArgs): PostType | WpError;
  /** Unregisters a post type; core types cannot be unregistered (`invalid_post_type`) (`unregister_post_type`). */
  unregisterPostType(name: string): true | WpError;
  /** Returns a registered post type, or null (`get_post_type_object`). */
  getPostTypeObject(name: string): PostType | null;
  /** Returns the registered post types, optionally filtered by properties (`get_post_types`). */
  getPostTypes(filter?: Partial<PostType>): PostType[];
  /** Whether a post type is registered (`post_type_exists`). */
  postTypeExists(name: string): boolean;
  /** Whether a post type supports a feature, such as `editor` or `revisions` (`post_type_supports`). */
  postTypeSupports(name: string, feature: string): boolean;
  /** Whether posts of a type can have parents (`is_post_type_hierarchical`). */
  isPostTypeHierarchical(name: string): boolean;
  /** Whether posts of a type have public pages (`is_post_type_viewable`). */
  isPostTypeViewable(name: string): boolean;
  /** Registers a post status (`register_post_status`). */
  registerPostStatus(name: string, args?: PostStatusArgs): PostStatus;
  /** Unregisters a post status. */
  unregisterPostStatus(name: string): void;
  /** Returns a registered status, or null (`get_post_status_object`). */
  getPostStatusObject(name: string): PostStatus | null;
  /** Returns the registered statuses, optionally filtered by properties (`get_post_stati`). */
  getPostStati(filter?: Partial<PostStatus>): PostStatus[];
  /** Registers a taxonomy until the plugin stops (`register_taxonomy`). */
  registerTaxonomy(name: string, objectType: string | string[], args?: TaxonomyArgs): Taxonomy | WpError;
  /** Unregisters a taxonomy; core taxonomies cannot be unregistered (`invalid_taxonomy`) (`unregister_taxonomy`). */
  unregisterTaxonomy(name: string): true | WpError;
  /** Adds a taxonomy to a post type; false if either is not registered (`register_taxonomy_for_object_type`). */
  registerTaxonomyForObjectType(taxonomy: string, objectType: string): boolean;
  /** Returns a registered taxonomy, or false (`get_taxonomy`). */
  getTaxonomy(name: string): Taxonomy | false;
  /** Returns the registered taxonomies, optionally filtered by properties (`get_taxonomies`). */
  getTaxonomies(filter?: Partial<Taxonomy>): Taxonomy[];
  /** Returns the taxonomies of a post type (`get_object_taxonomies`). */
  getObjectTaxonomies(objectType: string): Taxonomy[];
  /** Whether a taxonomy is registered (`taxonomy_exists`). */
  taxonomyExists(name: string): boolean;
}

/**
 * Post types by name, for hooks named after a post type, such as `rest_prepare_{post_type}`. A plugin adds its own:
 * `declare module 'plinth' { interface PostTypes { event: true } }`.
 * @since 0.1.0
 */
export interface PostTypes {
  post: true;
  page: true;
  attachment: true;
  nav_menu_item: true;
  wp_block: true;
}

/**
 * Taxonomies by name, for hooks named after a taxonomy, such as `edited_{taxonomy}`. A plugin adds its own:
 * `declare module 'plinth' { interface Taxonomies { genre: true } }`.
 * @since 0.1.0
 */
export interface Taxonomies {
  category: true;
  post_tag: true;
  nav_menu: true;
}
