import type { WpError } from './wp-error.js';

/** The words for a type of posts in the admin. */
export interface PostTypeLabels {
  name: string;
  singular_name: string;
  [label: string]: string | null;
}

/** Arguments of `registerPostType`; what is left out follows `public`, as in WordPress. */
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
  /** The stem of the capabilities: `book`, or singular and plural. */
  capabilityType?: string | [string, string];
  /** Single capabilities under other names. */
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
  /** One of the host's own types. */
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
  /** Capability by its general name: `cap.edit_posts`. */
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

/** What `registerPostStatus` takes. */
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

/** A registered status. */
export interface PostStatus extends Required<PostStatusArgs> {
  name: string;
}

/** What `registerTaxonomy` takes. */
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

/** What one must be able to do for each kind of work with terms. */
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

/** Post types, statuses and taxonomies; plain look-ups, so that templates can use them. @since 0.1.0 */
export interface ContentTypesApi {
  /** Makes a type of posts known, until the plugin stops (`register_post_type`). */
  registerPostType(name: string, args?: PostTypeArgs): PostType | WpError;
  /** Takes back `registerPostType`; the host's own types stay (`invalid_post_type`) (`unregister_post_type`). */
  unregisterPostType(name: string): true | WpError;
  /** A registered post type, or null (`get_post_type_object`). */
  getPostTypeObject(name: string): PostType | null;
  /** The registered post types, those with these properties when given (`get_post_types`). */
  getPostTypes(filter?: Partial<PostType>): PostType[];
  /** Whether a post type is registered (`post_type_exists`). */
  postTypeExists(name: string): boolean;
  /** Whether posts of a type have a feature, such as `editor` or `revisions` (`post_type_supports`). */
  postTypeSupports(name: string, feature: string): boolean;
  /** Whether posts of a type have parents (`is_post_type_hierarchical`). */
  isPostTypeHierarchical(name: string): boolean;
  /** Whether posts of a type have pages for visitors (`is_post_type_viewable`). */
  isPostTypeViewable(name: string): boolean;
  /** Makes a status known (`register_post_status`). */
  registerPostStatus(name: string, args?: PostStatusArgs): PostStatus;
  /** Takes back `registerPostStatus`. */
  unregisterPostStatus(name: string): void;
  /** A registered status, or null (`get_post_status_object`). */
  getPostStatusObject(name: string): PostStatus | null;
  /** The registered statuses, those with these properties when given (`get_post_stati`). */
  getPostStati(filter?: Partial<PostStatus>): PostStatus[];
  /** Makes a taxonomy known, until the plugin stops (`register_taxonomy`). */
  registerTaxonomy(name: string, objectType: string | string[], args?: TaxonomyArgs): Taxonomy | WpError;
  /** Takes back `registerTaxonomy`; the host's own stay (`invalid_taxonomy`) (`unregister_taxonomy`). */
  unregisterTaxonomy(name: string): true | WpError;
  /** Gives a type of posts a taxonomy too; false when one of them is not known (`register_taxonomy_for_object_type`). */
  registerTaxonomyForObjectType(taxonomy: string, objectType: string): boolean;
  /** A registered taxonomy, or false (`get_taxonomy`). */
  getTaxonomy(name: string): Taxonomy | false;
  /** The registered taxonomies, those with these properties when given (`get_taxonomies`). */
  getTaxonomies(filter?: Partial<Taxonomy>): Taxonomy[];
  /** The taxonomies of a type of posts (`get_object_taxonomies`). */
  getObjectTaxonomies(objectType: string): Taxonomy[];
  /** Whether a taxonomy is registered (`taxonomy_exists`). */
  taxonomyExists(name: string): boolean;
}

/**
 * The post types by name, for hooks that are named after one alone, such as `rest_prepare_{post_type}`. A plugin adds its own:
 * `declare module 'plinth' { interface PostTypes { event: true } }`.
 * @since 0.2.0
 */
export interface PostTypes {
  post: true;
  page: true;
  attachment: true;
  nav_menu_item: true;
  wp_block: true;
}

/**
 * The taxonomies by name, for hooks that are named after one alone, such as `edited_{taxonomy}`. A plugin adds its own:
 * `declare module 'plinth' { interface Taxonomies { genre: true } }`.
 * @since 0.2.0
 */
export interface Taxonomies {
  category: true;
  post_tag: true;
  nav_menu: true;
}
