import { isRegExp } from 'node:util/types';

/** Whether a callback may return this value from a filter, given the value it received. */
export type ReturnCheck = (after: unknown, before: unknown) => boolean;

/**
 * Whether a value is of the same kind as another: a string stays a string, a list a list, an instance an instance of
 * the same class.
 * A filter whose value is null or false accepts any kind; `undefined` is never accepted, since it means a forgotten
 * `return`.
 */
export function isSameKind(after: unknown, before: unknown): boolean {
  if (before === undefined) return true;
  if (after === undefined) return false;
  if (before === null || before === false) return true;
  if (before === true) return typeof after === 'boolean' || isObject(after);
  if (typeof before !== 'object') return typeof after === typeof before;
  if (!isObject(after)) return false;
  if (Array.isArray(before)) return Array.isArray(after);
  const { constructor } = before;
  return typeof constructor !== 'function' || constructor === Object
    ? !Array.isArray(after)
    : after instanceof constructor;
}

/** Returns what a filter accepts, where that is more or less than the kind of its value. */
export function returnCheckOf(name: string): ReturnCheck {
  const known = RETURN_CHECKS.get(name);
  if (known) return known;
  if (PATTERNS.some((pattern) => pattern.test(name))) return something;
  return isSameKind;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isScalar = (value: unknown): boolean => isText(value) || typeof value === 'number' || typeof value === 'boolean';
const isPlain = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);
const valuesAre =
  (test: (value: unknown) => boolean): ReturnCheck =>
  (after) =>
    isPlain(after) && Object.values(after).every(test);
const listOf =
  (test: (value: unknown) => boolean): ReturnCheck =>
  (after) =>
    Array.isArray(after) && after.every(test);
const anyOf =
  (...allowed: readonly ReturnCheck[]): ReturnCheck =>
  (after, before) =>
    allowed.some((allows) => allows(after, before));
const something: ReturnCheck = (after) => after !== undefined;
/** Accepts an object with all these methods. */
const can =
  (...names: readonly string[]): ReturnCheck =>
  (after) =>
    isObject(after) && names.every((name) => typeof (after as Record<string, unknown>)[name] === 'function');
const flag: ReturnCheck = (after) => typeof after === 'boolean';
/** WordPress's values for "none" and "do not". */
const none: ReturnCheck = (after) => after === false || after === null;
const isWpError = (after: unknown): boolean =>
  isObject(after) && typeof (after as { getErrorCode?: unknown }).getErrorCode === 'function';

const isPost = (value: unknown): boolean =>
  isObject(value) &&
  typeof (value as { id?: unknown }).id === 'number' &&
  isText((value as { post_type?: unknown }).post_type);
const isComment = (value: unknown): boolean =>
  isObject(value) && typeof (value as { comment_id?: unknown }).comment_id === 'number';
const isTerm = (value: unknown): boolean =>
  isScalar(value) || (isObject(value) && isText((value as { taxonomy?: unknown }).taxonomy));
const isMenuItem = (value: unknown): boolean => isPlain(value) && isText(value.title) && isText(value.url);
const isBlock = (value: unknown): boolean =>
  isPlain(value) &&
  (value.blockName === null || isText(value.blockName)) &&
  isPlain(value.attrs) &&
  Array.isArray(value.innerBlocks) &&
  isText(value.innerHTML) &&
  Array.isArray(value.innerContent);
const isEmail = (value: unknown): boolean =>
  isPlain(value) && isText(value.subject) && (isText(value.to) || (Array.isArray(value.to) && value.to.every(isText)));
const isSitemapProvider = (value: unknown): boolean =>
  isObject(value) &&
  typeof (value as { subtypes?: unknown }).subtypes === 'function' &&
  typeof (value as { entries?: unknown }).entries === 'function';
/** Patterns are recognized by behavior, since a plugin's may come from another realm. */
const isRewriteRule = (value: unknown): boolean =>
  isPlain(value) && isRegExp(value.pattern) && Array.isArray(value.groups) && isPlain(value.fixed);
const isCheck = (value: unknown): boolean =>
  isPlain(value) &&
  [value.id, value.label, value.description, value.recommendation].every(isText) &&
  ['good', 'recommended', 'critical'].includes(String(value.state));
const isSchedule = (value: unknown): boolean => isPlain(value) && typeof value.interval === 'number';

const texts = listOf(isText);
const posts = listOf(isPost);
const comments = listOf(isComment);
const terms = listOf(isTerm);
const menu = listOf(isMenuItem);
const orNone = anyOf(isSameKind, none);

/** WordPress's filters that accept more than the kind of their value, or of which the host requires more. */
const RETURN_CHECKS: ReadonlyMap<string, ReturnCheck> = new Map<string, ReturnCheck>([
  // Code that expects a boolean would treat any object as true.
  ...[
    'check_password',
    'post_password_required',
    'validate_username',
    'is_protected_meta',
    'is_post_type_viewable',
    'pings_open',
    'show_admin_bar',
    'pre_handle_404',
    'do_parse_request',
    'comments_open',
    'allow_empty_comment',
    'wp_is_comment_flood',
    'comment_flood_filter',
    'notify_post_author',
    'notify_moderator',
    'rest_allow_anonymous_comments',
    'wp_is_application_passwords_available',
    'wp_is_application_passwords_available_for_user',
    'rest_jsonp_enabled',
    'http_request_host_is_external',
    'safecss_filter_attr_allow_css',
  ].map((name): [string, ReturnCheck] => [name, flag]),
  ...[
    'redirect_canonical',
    'get_canonical_url',
    'old_slug_redirect_url',
    'schedule_event',
    'get_post_status',
    'wp_next_scheduled',
    'get_schedule',
    'is_email',
    'authenticate',
    'email_exists',
    'username_exists',
    'old_slug_redirect_post_id',
    'url_to_postid',
    'wp_get_attachment_url',
    'wp_get_attachment_image_src',
    'wp_get_attachment_metadata',
    'wp_update_attachment_metadata',
    'get_attached_file',
    'wp_get_original_image_path',
    'image_get_intermediate_size',
    'post_thumbnail_id',
    'post_thumbnail_url',
    'wp_calculate_image_sizes',
    'big_image_size_threshold',
  ].map((name): [string, ReturnCheck] => [name, orNone]),
  ['wp_rest_server_class', anyOf(isSameKind, can('dispatch', 'registerRestRoute', 'restUrl'))],
  ['wp_admin_bar_class', anyOf(isSameKind, can('addNode', 'removeNode', 'getNode', 'getNodes'))],
  ['determine_current_user', anyOf(orNone, isWpError)],
  ['pre_insert_term', anyOf(isSameKind, isWpError)],
  ['pre_comment_approved', anyOf(isScalar, isWpError)],
  ['wp_update_comment_data', anyOf(isSameKind, isWpError)],
  ...['rest_preprocess_comment', 'rest_pre_insert_comment'].map((name): [string, ReturnCheck] => [
    name,
    anyOf(isSameKind, isWpError),
  ]),
  ['get_comments_number', isScalar],
  ['the_comments', comments],
  ['comments_array', comments],
  ['get_the_terms', anyOf(terms, none, isWpError)],
  ['get_terms', terms],
  ['terms_pre_query', anyOf(terms, none)],
  ['terms_clauses', valuesAre(isText)],
  ['get_pages', anyOf(posts, none)],
  ['the_posts', posts],
  ['posts_results', posts],
  [
    'posts_pre_query',
    anyOf(
      listOf((entry) => isPost(entry) || typeof entry === 'number'),
      none,
    ),
  ],
  ['posts_clauses', valuesAre(isText)],
  ['render_block_data', isBlock],
  ['document_title_parts', valuesAre(isScalar)],
  ['wp_robots', valuesAre(isScalar)],
  ['user_has_cap', valuesAre((value) => value === null || value === undefined || isScalar(value))],
  ['cron_schedules', valuesAre(isSchedule)],
  ['wp_sitemaps_providers', valuesAre(isSitemapProvider)],
  ['rewrite_rules_array', listOf(isRewriteRule)],
  ['site_status_tests', listOf(isCheck)],
  ['wp_mail', isEmail],
  ['wp_get_nav_menu_items', listOf(isPost)],
  ['wp_nav_menu_objects', listOf(isPost)],
  ['plinth/fallback_menu_items', menu],
  ['plinth/footer_links', menu],
  ['plinth/header_links', menu],
  ...[
    'map_meta_cap',
    'body_class',
    'content_pagination',
    'nav_menu_css_class',
    'nav_menu_submenu_css_class',
    'template_hierarchy',
    'kses_allowed_protocols',
    'allowed_redirect_hosts',
    'safe_style_css',
    'wp_kses_uri_attributes',
    'excerpt_allowed_blocks',
    'excerpt_allowed_wrapper_blocks',
    'illegal_user_logins',
    'no_texturize_tags',
    'no_texturize_shortcodes',
    'strip_shortcodes_tagnames',
    'page_css_class',
    'rest_allowed_cors_headers',
    'rest_exposed_cors_headers',
    'sanitize_file_name_chars',
    'wp_internal_hosts',
    'intermediate_image_sizes',
  ].map((name): [string, ReturnCheck] => [name, texts]),
  ...[
    'rest_authentication_errors',
    'rest_request_after_callbacks',
    'rest_pre_echo_response',
    'do_shortcode_tag',
    'pre_update_option',
  ].map((name): [string, ReturnCheck] => [name, something]),
]);

/** Filters over stored values, which may be of any kind. */
const PATTERNS: readonly RegExp[] = [
  /^(?:default_|pre_update_|sanitize_)?option_/,
  /^(?:pre_set_)?(?:site_)?transient_/,
  /^sanitize_\w+_meta_/,
  /^default_\w+_metadata$/,
  /^get_(?:the_author|user_option)_/,
  /^pre_user_/,
];
