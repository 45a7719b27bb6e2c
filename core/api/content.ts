import type { WpError } from './wp-error.js';

/** One row of the posts table, under WordPress's column names. Times are `YYYY-MM-DD HH:MM:SS`, null for none. */
export interface Post {
  id: number;
  post_author: number;
  /** In the site's time zone. */
  post_date: string | null;
  /** UTC; null for a draft without a date. */
  post_date_gmt: string | null;
  post_content: string;
  post_title: string;
  post_excerpt: string;
  post_status: string;
  comment_status: string;
  ping_status: string;
  post_password: string;
  post_name: string;
  post_modified: string | null;
  post_modified_gmt: string | null;
  post_parent: number;
  guid: string;
  menu_order: number;
  post_type: string;
  post_mime_type: string;
  comment_count: number;
}

/** What `wpInsertPost` and `wpUpdatePost` take. */
export type PostInput = Partial<Omit<Post, 'comment_count'>> & {
  /** The id a new post should get if it is free. */
  import_id?: number;
  post_category?: number[];
  tags_input?: string[] | string;
  /** Terms by taxonomy: ids, or names. */
  tax_input?: Record<string, (number | string)[]>;
  meta_input?: Record<string, unknown>;
  page_template?: string;
};

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

export interface Term {
  term_id: number;
  name: string;
  slug: string;
  term_taxonomy_id: number;
  taxonomy: string;
  description: string;
  parent: number;
  count: number;
}

export interface TermQuery {
  taxonomy?: string | string[];
  object_ids?: number[];
  include?: number[];
  exclude?: number[];
  slug?: string | string[];
  name?: string | string[];
  parent?: number;
  child_of?: number;
  search?: string;
  hide_empty?: boolean;
  orderby?: string;
  order?: string;
  number?: number;
  offset?: number;
}

export interface TermInput {
  slug?: string;
  description?: string;
  parent?: number;
  name?: string;
}

export interface TaxQueryClause {
  taxonomy: string;
  field?: 'term_id' | 'slug' | 'name' | 'term_taxonomy_id';
  terms?: number | string | (number | string)[];
  operator?: string;
  include_children?: boolean;
}
/** A list of clauses, or of lists, with `relation`. */
export interface TaxQuery {
  relation?: string;
  clauses: (TaxQueryClause | TaxQuery)[];
}

export interface MetaQueryClause {
  key?: string;
  value?: unknown;
  compare?: string;
  compare_key?: string;
  type?: string;
}
export interface MetaQuery {
  relation?: string;
  clauses: (MetaQueryClause | MetaQuery)[];
}

export interface DateQueryClause {
  after?: string | { year?: number; month?: number; day?: number };
  before?: string | { year?: number; month?: number; day?: number };
  inclusive?: boolean;
  column?: string;
  compare?: string;
  year?: number | number[];
  month?: number | number[];
  monthnum?: number | number[];
  day?: number | number[];
  week?: number;
  dayofweek?: number;
  hour?: number;
  minute?: number;
  second?: number;
}

/**
 * Query variables, with the names of `WP_Query`. Lists such as `tax_query` may be plain arrays of clauses,
 * joined by AND, or carry `relation`.
 */
export type PostQuery = Record<string, unknown>;

export interface QueryResult {
  posts: Post[];
  ids: number[];
  /** How many match without paging. */
  found: number;
  pages: number;
}

/** Objects that carry metadata. */
export type MetaType = 'post' | 'user' | 'term' | 'comment';

export interface MetaArgs {
  objectSubtype?: string;
  type?: string;
  description?: string;
  single?: boolean;
  default?: unknown;
  sanitizeCallback?: (value: unknown, key: string, type: string) => unknown;
  authCallback?: (allowed: boolean, key: string, objectId: number, userId: number, capability: string, caps: string[]) => unknown;
  showInRest?: boolean | Record<string, unknown>;
}

export interface MetaRow {
  meta_id: number;
  object_id: number;
  meta_key: string;
  meta_value: unknown;
}

/** Named values on posts, users, terms and comments. @since 0.1.0 */
export interface MetadataApi {
  /** All values as a list, the first with `single`; without a key every key's list of stored texts. */
  getMetadata(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  getMetadataRaw(type: MetaType, objectId: number, key?: string, single?: boolean): Promise<unknown>;
  getMetadataDefault(type: MetaType, objectId: number, key: string, single?: boolean): Promise<unknown>;
  metadataExists(type: MetaType, objectId: number, key: string): Promise<boolean>;
  addMetadata(type: MetaType, objectId: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updateMetadata(type: MetaType, objectId: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deleteMetadata(type: MetaType, objectId: number, key: string, value?: unknown, all?: boolean): Promise<boolean>;
  getMetadataByMid(type: MetaType, metaId: number): Promise<MetaRow | false>;
  updateMetadataByMid(type: MetaType, metaId: number, value: unknown, key?: string): Promise<boolean>;
  deleteMetadataByMid(type: MetaType, metaId: number): Promise<boolean>;
  registerMeta(type: MetaType, key: string, args?: MetaArgs): boolean;
  unregisterMetaKey(type: MetaType, key: string, objectSubtype?: string): boolean;
  registeredMetaKeyExists(type: MetaType, key: string, objectSubtype?: string): boolean;
  getRegisteredMetaKeys(type: MetaType, objectSubtype?: string): ReadonlyMap<string, MetaArgs>;
  isProtectedMeta(key: string, type?: MetaType | ''): Promise<boolean>;
  sanitizeMeta(key: string, value: unknown, type: MetaType, subtype?: string): Promise<unknown>;

  getPostMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addPostMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updatePostMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deletePostMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  deletePostMetaByKey(key: string): Promise<boolean>;
  getUserMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addUserMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false>;
  updateUserMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean>;
  deleteUserMeta(id: number, key: string, value?: unknown): Promise<boolean>;
  getTermMeta(id: number, key?: string, single?: boolean): Promise<unknown>;
  addTermMeta(id: number, key: string, value: unknown, unique?: boolean): Promise<number | false | WpError>;
  updateTermMeta(id: number, key: string, value: unknown, previous?: unknown): Promise<number | boolean | WpError>;
  deleteTermMeta(id: number, key: string, value?: unknown): Promise<boolean>;
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

/** @since 0.1.0 */
export interface PostsApi {
  getPost(id: number): Promise<Post | null>;
  getPostField(field: keyof Post, id: number): Promise<string | number>;
  getPostStatus(id: number): Promise<string | false>;
  getPostType(id: number): Promise<string | false>;
  wpInsertPost(input: PostInput, wpError?: boolean): Promise<number | WpError>;
  wpUpdatePost(input: PostInput & { id: number }, wpError?: boolean): Promise<number | WpError>;
  wpDeletePost(id: number, force?: boolean): Promise<Post | false | null>;
  wpTrashPost(id: number): Promise<Post | false | null>;
  wpUntrashPost(id: number): Promise<Post | false | null>;
  wpPublishPost(id: number): Promise<void>;
  /** Publishes what is scheduled for now or earlier, and plans the rest again. */
  checkAndPublishFuturePost(id: number): Promise<void>;
  wpTransitionPostStatus(newStatus: string, oldStatus: string, post: Post): Promise<void>;
  wpUniquePostSlug(slug: string, id: number, status: string, type: string, parent: number): Promise<string>;
  wpGetPostParentId(id: number): Promise<number | false>;
  getPostAncestors(id: number): Promise<number[]>;
  wpCountPosts(type?: string): Promise<Record<string, number>>;
  isPostPubliclyViewable(id: number): Promise<boolean>;
  getTheTitle(id: number): Promise<string>;
  /** @param given passwords the visitor has entered, as plain text */
  postPasswordRequired(id: number, given?: string): Promise<boolean>;
  getThePasswordForm(id: number): Promise<string>;

  wpSavePostRevision(id: number): Promise<number | WpError | undefined>;
  wpGetPostRevisions(id: number): Promise<Post[]>;
  wpRestorePostRevision(revisionId: number): Promise<number | false | null>;
  wpDeletePostRevision(revisionId: number): Promise<Post | WpError | false | null>;
  wpCreatePostAutosave(input: PostInput & { id: number }): Promise<number | WpError>;
  wpGetPostAutosave(id: number, userId?: number): Promise<Post | false>;
  wpIsPostRevision(post: Post): number | false;
  wpIsPostAutosave(post: Post): number | false;

  queryPosts(query: PostQuery): Promise<QueryResult>;
  getPosts(query?: PostQuery): Promise<Post[]>;
  getPages(query?: PostQuery): Promise<Post[] | false>;
  wpListPages(query?: PostQuery): Promise<string>;
  getPageByPath(path: string, type?: string | string[]): Promise<Post | null>;
  getPageUri(id: number): Promise<string | false>;
}

/** @since 0.1.0 */
export interface TermsApi {
  wpInsertTerm(name: string, taxonomy: string, input?: TermInput): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  wpUpdateTerm(id: number, taxonomy: string, input: TermInput): Promise<{ term_id: number; term_taxonomy_id: number } | WpError>;
  wpDeleteTerm(id: number, taxonomy: string, defaultTerm?: number): Promise<boolean | 0 | WpError>;
  getTerm(id: number, taxonomy?: string): Promise<Term | null | WpError>;
  getTermBy(field: 'id' | 'slug' | 'name' | 'term_taxonomy_id', value: string | number, taxonomy: string): Promise<Term | false>;
  termExists(term: string | number, taxonomy?: string, parent?: number): Promise<{ term_id: number; term_taxonomy_id: number } | null>;
  getTerms(query: TermQuery): Promise<Term[] | WpError>;
  wpCountTerms(query: TermQuery): Promise<number | WpError>;
  getTermChildren(id: number, taxonomy: string): Promise<number[] | WpError>;
  getTheTerms(postId: number, taxonomy: string): Promise<Term[] | false | WpError>;
  wpGetObjectTerms(ids: number | number[], taxonomies: string | string[]): Promise<Term[] | WpError>;
  wpSetObjectTerms(id: number, terms: (number | string)[] | number | string, taxonomy: string, append?: boolean): Promise<number[] | WpError>;
  wpRemoveObjectTerms(id: number, terms: (number | string)[], taxonomy: string): Promise<boolean | WpError>;
  wpSetPostTerms(id: number, terms: (number | string)[] | string, taxonomy?: string, append?: boolean): Promise<number[] | false | WpError>;
  isObjectInTerm(id: number, taxonomy: string, terms: (number | string)[]): Promise<boolean | WpError>;
  wpUniqueTermSlug(slug: string, term: { taxonomy: string; parent: number; term_id?: number }): Promise<string>;
  wpUpdateTermCount(termTaxonomyIds: number[], taxonomy: string): Promise<void>;
}

/** Addresses of what the site holds. @since 0.1.0 */
export interface PermalinksApi {
  homeUrl(path?: string): Promise<string>;
  siteUrl(path?: string): Promise<string>;
  getPermalink(id: number | Post, leaveName?: boolean): Promise<string | false>;
  getPageLink(id: number | Post, leaveName?: boolean): Promise<string>;
  getSamplePermalink(id: number, title?: string | null, name?: string | null): Promise<[string, string]>;
  getPreviewPostLink(id: number, queryArgs?: Record<string, string>): Promise<string | null>;
  getTermLink(term: Term | number, taxonomy?: string): Promise<string | WpError>;
  getAuthorPostsUrl(userId: number, nicename?: string): Promise<string>;
  getYearLink(year: number): Promise<string>;
  getMonthLink(year: number, month: number): Promise<string>;
  getDayLink(year: number, month: number, day: number): Promise<string>;
  getPostTypeArchiveLink(type: string): Promise<string | false>;
  /** The post at an address of this site, or 0 (`url_to_postid`). */
  urlToPostid(url: string): Promise<number>;
  /** Query variables of a request path, or null when no rule matches (`WP::parse_request`). */
  parsePath(path: string): Promise<Record<string, string> | null>;
}

/** @since 0.1.0 */
export interface ContentApi extends ContentTypesApi, PostsApi, TermsApi, PermalinksApi {}
