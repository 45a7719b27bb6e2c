import type { PostQuery, QueryResult } from './post-query.js';
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
