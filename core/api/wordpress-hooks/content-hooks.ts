import type { Comment } from '../comments.js';
import type { PostQuery } from '../post-query.js';
import type { Post, PostInput } from '../posts.js';
import type { RestArg, RestRequest, RestResponse, RestSchema } from '../rest.js';
import type { Term, TermInput, TermQuery } from '../terms.js';
import type { WpError } from '../wp-error.js';
import type { CommentStatusName, CallbacksByName, PostTypeName, StatusName, TaxonomyName } from './kinds.js';
import type { PrintedLines } from './values.js';

/** Menus and menu items have their own hooks in the REST API. */
type OrdinaryType = Exclude<PostTypeName, 'nav_menu_item'>;
type OrdinaryTaxonomy = Exclude<TaxonomyName, 'nav_menu'>;

interface PostTypeFilters
  extends
    CallbacksByName<
      `rest_prepare_${OrdinaryType}`,
      (response: RestResponse, post: Post, request: RestRequest) => RestResponse
    >,
    CallbacksByName<
      `rest_pre_insert_${OrdinaryType}`,
      (post: PostInput | WpError, request: RestRequest) => PostInput | WpError
    >,
    CallbacksByName<`rest_${OrdinaryType}_query`, (args: PostQuery, request: RestRequest) => PostQuery>,
    CallbacksByName<`rest_${OrdinaryType | OrdinaryTaxonomy}_item_schema`, (schema: RestSchema) => RestSchema>,
    CallbacksByName<`rest_${OrdinaryType}_trashable`, (trashable: boolean, post: Post) => boolean> {}

interface TaxonomyFilters
  extends
    CallbacksByName<`get_${TaxonomyName}`, (term: Term, taxonomy: string) => Term>,
    CallbacksByName<
      `rest_prepare_${OrdinaryTaxonomy}`,
      (response: RestResponse, term: Term, request: RestRequest) => RestResponse
    >,
    CallbacksByName<`rest_pre_insert_${OrdinaryTaxonomy}`, (term: TermInput, request: RestRequest) => TermInput>,
    CallbacksByName<`rest_${OrdinaryTaxonomy}_query`, (args: TermQuery, request: RestRequest) => TermQuery>,
    CallbacksByName<`pre_${TaxonomyName}_name`, (name: string) => string>,
    CallbacksByName<`term_links-${TaxonomyName}`, (links: string[]) => string[]> {}

interface PostTypeActions
  extends
    CallbacksByName<
      `rest_insert_${OrdinaryType}` | `rest_after_insert_${OrdinaryType}`,
      (post: Post, request: RestRequest, creating: boolean) => void
    >,
    CallbacksByName<
      `rest_delete_${OrdinaryType}`,
      (post: Post, response: RestResponse, request: RestRequest) => void
    > {}

interface TaxonomyActions
  extends
    CallbacksByName<
      `create_${TaxonomyName}` | `created_${TaxonomyName}` | `edit_${TaxonomyName}` | `edited_${TaxonomyName}`,
      (termId: number, termTaxonomyId: number, input: TermInput) => void
    >,
    CallbacksByName<
      `saved_${TaxonomyName}`,
      (termId: number, termTaxonomyId: number, update: boolean, input: TermInput) => void
    >,
    CallbacksByName<
      `delete_${TaxonomyName}`,
      (termId: number, termTaxonomyId: number, term: Term, objectIds: number[]) => void
    >,
    CallbacksByName<
      `rest_insert_${OrdinaryTaxonomy}` | `rest_after_insert_${OrdinaryTaxonomy}`,
      (term: Term, request: RestRequest, creating: boolean) => void
    >,
    CallbacksByName<
      `rest_delete_${OrdinaryTaxonomy}`,
      (term: Term, response: RestResponse, request: RestRequest) => void
    >,
    CallbacksByName<`${TaxonomyName}_pre_add_form`, (taxonomy: string) => void>,
    CallbacksByName<`${TaxonomyName}_add_form_fields`, (taxonomy: string, out: PrintedLines) => void>,
    CallbacksByName<
      `${TaxonomyName}_edit_form` | `${TaxonomyName}_edit_form_fields` | `${TaxonomyName}_term_edit_form_top`,
      (term: Term, taxonomy: string, out: PrintedLines) => void
    >,
    CallbacksByName<
      `${TaxonomyName}_term_new_form_tag` | `${TaxonomyName}_term_edit_form_tag`,
      (out: PrintedLines) => void
    > {}

interface StatusActions
  extends
    CallbacksByName<`${StatusName}_to_${StatusName}`, (post: Post) => void>,
    CallbacksByName<`comment_${CommentStatusName}_to_${CommentStatusName}`, (comment: Comment) => void> {}

/** WordPress's hooks with a post type, taxonomy or status in their name. */
declare module '../hooks.js' {
  interface Filters extends PostTypeFilters, TaxonomyFilters {}
  interface Actions extends PostTypeActions, TaxonomyActions, StatusActions {}

  interface FilterPatterns {
    [name: `rest_prepare_${string}`]: (response: RestResponse, item: Post | Term, request: RestRequest) => RestResponse;
    [name: `rest_pre_insert_${string}`]: (
      input: PostInput | TermInput | WpError,
      request: RestRequest,
    ) => PostInput | TermInput | WpError;
    [name: `rest_${string}_query`]: (args: PostQuery | TermQuery, request: RestRequest) => PostQuery | TermQuery;
    [name: `rest_${string}_item_schema`]: (schema: RestSchema) => RestSchema;
    [name: `rest_${string}_collection_params`]: (
      params: Record<string, RestArg>,
      type: object,
    ) => Record<string, RestArg>;
    [name: `rest_${string}_trashable`]: (trashable: boolean, post: Post) => boolean;
    [name: `wp_${string}_revisions_to_keep`]: (limit: number, post: Post) => number;
    [name: `theme_${string}_templates`]: (
      templates: Readonly<Record<string, string>>,
      theme: object,
      post: Post,
      postType: string,
    ) => Readonly<Record<string, string>>;
  }

  interface ActionPatterns {
    [name: `save_post_${string}`]: (postId: number, post: Post, update: boolean) => void;
    [name: `edit_post_${string}`]: (postId: number, post: Post) => void;
    [name: `delete_post_${string}`]: (postId: number, post: Post) => void;
    [name: `deleted_post_${string}`]: (postId: number, post: Post) => void;
    [name: `publish_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `future_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `draft_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `pending_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `private_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `trash_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `inherit_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `auto-draft_${string}`]: (postId: number, post: Post, oldStatus: string) => void;
    [name: `comment_approved_${string}`]: (commentId: number, comment: Comment) => void;
    [name: `comment_unapproved_${string}`]: (commentId: number, comment: Comment) => void;
    [name: `comment_spam_${string}`]: (commentId: number, comment: Comment) => void;
    [name: `comment_trash_${string}`]: (commentId: number, comment: Comment) => void;
    [name: `rest_insert_${string}`]: (item: Post | Term, request: RestRequest, creating: boolean) => void;
    [name: `rest_after_insert_${string}`]: (item: Post | Term, request: RestRequest, creating: boolean) => void;
    [name: `rest_delete_${string}`]: (item: Post | Term, response: RestResponse, request: RestRequest) => void;
    [name: `registered_post_type_${string}`]: (name: string, postType: object) => void;
    [name: `registered_taxonomy_${string}`]: (name: string, objectType: string | string[], taxonomy: object) => void;
  }
}

export type {};
