import type { WpError } from './wp-error.js';

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
  cap: Record<string, string>;
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

export interface PostStatus extends Required<PostStatusArgs> {
  name: string;
}

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

export interface TaxonomyCapabilities {
  manage_terms: string;
  edit_terms: string;
  delete_terms: string;
  assign_terms: string;
}

export interface Taxonomy {
  name: string;
  label: string;
  labels: Record<string, string>;
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
  registerPostType(name: string, args?: PostTypeArgs): PostType | WpError;
  unregisterPostType(name: string): true | WpError;
  getPostTypeObject(name: string): PostType | null;
  getPostTypes(filter?: Partial<PostType>): PostType[];
  postTypeExists(name: string): boolean;
  postTypeSupports(name: string, feature: string): boolean;
  isPostTypeHierarchical(name: string): boolean;
  isPostTypeViewable(name: string): boolean;
  registerPostStatus(name: string, args?: PostStatusArgs): PostStatus;
  unregisterPostStatus(name: string): void;
  getPostStatusObject(name: string): PostStatus | null;
  getPostStati(filter?: Partial<PostStatus>): PostStatus[];
  registerTaxonomy(name: string, objectType: string | string[], args?: TaxonomyArgs): Taxonomy | WpError;
  unregisterTaxonomy(name: string): true | WpError;
  registerTaxonomyForObjectType(taxonomy: string, objectType: string): boolean;
  getTaxonomy(name: string): Taxonomy | false;
  getTaxonomies(filter?: Partial<Taxonomy>): Taxonomy[];
  getObjectTaxonomies(objectType: string): Taxonomy[];
  taxonomyExists(name: string): boolean;
}
