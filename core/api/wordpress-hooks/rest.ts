import type { AttachmentMetadata } from '../attachments.js';
import type { Comment, CommentInput, CommentQuery } from '../comments.js';
import type { NavMenuInput, NavMenuItemInput } from '../menus.js';
import type { PostQuery } from '../post-query.js';
import type { PostType } from '../post-types.js';
import type { Post } from '../posts.js';
import type { RestApi, RestArg, RestEndpoint, RestRequest, RestResponse, RestSchema } from '../rest.js';
import type { Term, TermQuery } from '../terms.js';
import type { UserInput, UserQuery, UserWithRoles } from '../users.js';
import type { SidebarArgs } from '../widgets.js';
import type { WpError } from '../wp-error.js';
import type { RestCallInfo, ExposedSetting } from './values.js';

/** WordPress's hooks of the REST API, as fired here. */
declare module '../hooks.js' {
  interface Filters {
    embed_html: (html: string, post: Post, width: number, height: number) => string;
    image_editor_output_format: (
      formats: Record<string, string>,
      file: string,
      mimeType: string,
    ) => Record<string, string>;
    is_post_embeddable: (embeddable: boolean, post: Post) => boolean;
    oembed_default_width: (width: number) => number;
    oembed_min_max_width: (widths: { min: number; max: number }) => { min: number; max: number };
    oembed_request_post_id: (postId: number, url: string) => number;
    oembed_response_data: (
      data: Record<string, unknown>,
      post: Post,
      width: number,
      height: number,
    ) => Record<string, unknown>;
    post_embed_url: (own: string, post: Post) => string;
    rest_allow_anonymous_comments: (allow: boolean, request: RestRequest) => boolean;
    rest_allowed_cors_headers: (headers: string[], request: RestRequest) => string[];
    rest_attachment_collection_params: (params: Record<string, RestArg>, postType: PostType) => Record<string, RestArg>;
    rest_attachment_item_schema: (schema: RestSchema) => RestSchema;
    rest_authentication_errors: (errors: unknown, call: RestCallInfo) => unknown;
    rest_comment_collection_params: (params: Record<string, RestArg>) => Record<string, RestArg>;
    rest_comment_query: (query: CommentQuery, request: RestRequest) => CommentQuery;
    rest_comment_trashable: (trashable: boolean, comment: Comment) => boolean;
    rest_dispatch_request: (result: unknown, request: RestRequest, route: string, handler: RestEndpoint) => unknown;
    rest_endpoints: (
      endpoints: Readonly<Record<string, readonly RestEndpoint[]>>,
    ) => Readonly<Record<string, readonly RestEndpoint[]>>;
    rest_endpoints_description: (description: Record<string, unknown>) => Record<string, unknown>;
    rest_envelope_response: (
      envelope: { body: unknown; status: number; headers: object },
      response: RestResponse,
    ) => { body: unknown; status: number; headers: object };
    rest_exposed_cors_headers: (headers: string[], request: RestRequest) => string[];
    rest_index: (response: RestResponse, request: RestRequest) => RestResponse;
    rest_jsonp_enabled: (enabled: boolean) => boolean;
    rest_namespace_index: (response: RestResponse, request: RestRequest) => RestResponse;
    rest_nav_menu_collection_params: (params: Record<string, RestArg>, taxonomy: string) => Record<string, RestArg>;
    rest_nav_menu_item_collection_params: (
      params: Record<string, RestArg>,
      postType: PostType | null,
    ) => Record<string, RestArg>;
    rest_nav_menu_item_query: (query: PostQuery, request: RestRequest) => PostQuery;
    rest_nav_menu_query: (query: TermQuery, request: RestRequest) => TermQuery;
    rest_post_dispatch: (response: RestResponse, server: RestApi, request: RestRequest) => RestResponse;
    rest_pre_dispatch: (result: unknown, server: RestApi, request: RestRequest) => unknown;
    rest_pre_echo_response: (result: unknown, server: RestApi, request: RestRequest) => unknown;
    rest_pre_get_setting: (value: unknown, name: string, setting: ExposedSetting) => unknown;
    rest_pre_insert_comment: (comment: CommentInput | WpError, request: RestRequest) => CommentInput | WpError;
    rest_pre_insert_nav_menu: (input: NavMenuInput, request: RestRequest) => NavMenuInput;
    rest_pre_insert_nav_menu_item: (input: NavMenuItemInput, request: RestRequest) => NavMenuItemInput;
    rest_pre_insert_user: (user: UserInput, request: RestRequest) => UserInput;
    rest_pre_serve_request: (
      served: boolean | string,
      response: RestResponse,
      request: RestRequest,
      server: RestApi,
    ) => boolean | string;
    rest_pre_update_setting: (updated: unknown, name: string, value: unknown, setting: ExposedSetting) => unknown;
    rest_prepare_attachment: (response: RestResponse, post: Post, request: RestRequest) => RestResponse;
    rest_prepare_autosave: (response: RestResponse, post: Post, request: RestRequest) => RestResponse;
    rest_prepare_comment: (response: RestResponse, comment: Comment, request: RestRequest) => RestResponse;
    rest_prepare_menu_location: (
      response: RestResponse,
      location: { name: string; description: string },
      request: RestRequest,
    ) => RestResponse;
    rest_prepare_nav_menu: (response: RestResponse, term: Term, request: RestRequest) => RestResponse;
    rest_prepare_nav_menu_item: (response: RestResponse, post: Post, request: RestRequest) => RestResponse;
    rest_prepare_revision: (response: RestResponse, post: Post, request: RestRequest) => RestResponse;
    rest_prepare_sidebar: (response: RestResponse, sidebar: Partial<SidebarArgs>, request: RestRequest) => RestResponse;
    rest_prepare_theme: (response: RestResponse, theme: object, request: RestRequest) => RestResponse;
    rest_prepare_user: (response: RestResponse, user: UserWithRoles, request: RestRequest) => RestResponse;
    rest_prepare_widget: (
      response: RestResponse,
      widget: { id: string; sidebar: string },
      request: RestRequest,
    ) => RestResponse;
    rest_prepare_widget_type: (
      response: RestResponse,
      widgetType: { id: string; name: string; description: string; is_multi: boolean; classname: string },
      request: RestRequest,
    ) => RestResponse;
    rest_preprocess_comment: (comment: CommentInput | WpError, request: RestRequest) => CommentInput | WpError;
    rest_report_bad_credentials: (report: boolean, call: RestCallInfo) => boolean;
    rest_request_after_callbacks: (response: unknown, handler: RestEndpoint, request: RestRequest) => unknown;
    rest_request_before_callbacks: (response: unknown, handler: RestEndpoint, request: RestRequest) => unknown;
    rest_response_link_curies: (
      curies: readonly { name: string; href: string }[],
    ) => readonly { name: string; href: string }[];
    rest_revision_query: (args: PostQuery, request: RestRequest) => PostQuery;
    rest_route_data: (
      data: Record<string, unknown>,
      routes: Readonly<Record<string, readonly RestEndpoint[]>>,
    ) => Record<string, unknown>;
    rest_send_nocache_headers: (send: boolean) => boolean;
    rest_user_collection_params: (params: Record<string, RestArg>) => Record<string, RestArg>;
    rest_user_query: (query: UserQuery, request: RestRequest) => UserQuery;
    the_excerpt: (excerpt: string) => string;
    /**
     * Instead of a class name as in WordPress, a callback returns a server object, based on the host's own; its
     * `dispatch` handles HTTP requests.
     */
    wp_rest_server_class: (server: string | RestApi, own: RestApi) => string | RestApi;
    wp_edited_image_metadata: (
      metadata: AttachmentMetadata,
      newAttachmentId: number,
      attachmentId: number,
    ) => AttachmentMetadata;
  }

  interface Actions {
    rest_after_insert_attachment: (post: Post, request: RestRequest, creating: boolean) => void;
    rest_after_insert_comment: (comment: Comment, request: RestRequest, creating: boolean) => void;
    rest_after_insert_nav_menu: (menu: Term, request: RestRequest, creating: boolean) => void;
    rest_after_insert_nav_menu_item: (post: Post, request: RestRequest, creating: boolean) => void;
    rest_after_insert_user: (user: UserWithRoles, request: RestRequest, creating: boolean) => void;
    rest_after_save_widget: (widgetId: string, sidebar: string, request: RestRequest, creating: boolean) => void;
    rest_api_init: (server: RestApi) => void;
    rest_delete_comment: (comment: Comment, response: RestResponse, request: RestRequest) => void;
    rest_delete_nav_menu: (term: Term, response: RestResponse, request: RestRequest) => void;
    rest_delete_nav_menu_item: (post: Post, response: RestResponse, request: RestRequest) => void;
    rest_delete_user: (user: UserWithRoles, response: RestResponse, request: RestRequest) => void;
    rest_delete_widget: (widgetId: string, sidebarId: string, response: RestResponse, request: RestRequest) => void;
    rest_insert_attachment: (post: Post, request: RestRequest, creating: boolean) => void;
    rest_insert_comment: (comment: Comment, request: RestRequest, creating: boolean) => void;
    rest_insert_nav_menu: (menu: Term, request: RestRequest, creating: boolean) => void;
    rest_insert_nav_menu_item: (post: Post, request: RestRequest, creating: boolean) => void;
    rest_insert_user: (user: UserWithRoles, request: RestRequest, creating: boolean) => void;
    rest_save_sidebar: (sidebar: Partial<SidebarArgs>, request: RestRequest) => void;
  }
}

export type {};
