import { absent, sameName, type Subject, equivalent } from './wordpress-function.js';

/** Users, requests and responses. */
export const PEOPLE_AND_REQUESTS: readonly Subject[] = [
  {
    title: 'Users',
    functions: [
      ...sameName(9, 'get_current_user_id is_user_logged_in wp_get_current_user'),
      ...sameName(8, 'get_userdata get_user_by'),
      ...sameName(7, 'get_users username_exists email_exists wp_insert_user'),
      ...sameName(6, 'wp_create_user wp_update_user get_user_option wp_delete_user get_avatar_url get_avatar'),
      ...sameName(
        5,
        'wp_set_password validate_username update_user_option count_users wp_generate_password get_edit_profile_url wp_hash_password wp_check_password',
      ),
      ...sameName(4, 'delete_user_option wp_get_user_contact_methods count_user_posts'),
      equivalent('get_avatar_data', 4, 'getAvatarUrl', ''),
      equivalent('get_the_author_posts_link', 4, 'getAuthorPostsUrl', 'returns the URL; write the link yourself'),
      equivalent('get_currentuserinfo', 4, 'wpGetCurrentUser', ''),
      absent('wp_dropdown_users', 4, 'the host renders no form fields', 'a view with a `<select>` of `getUsers`'),
    ],
  },
  {
    title: 'Roles and capabilities',
    functions: [
      ...sameName(10, 'current_user_can'),
      ...sameName(7, 'user_can get_role'),
      ...sameName(6, 'add_role remove_role map_meta_cap get_editable_roles is_super_admin'),
      ...sameName(5, 'author_can'),
      equivalent('wp_roles', 6, 'getRoles', 'every role with its capabilities'),
      equivalent('current_user_can_for_blog', 4, 'currentUserCan', 'one site'),
      equivalent('translate_user_role', 5, '__', 'labels of roles are translated as other texts'),
    ],
  },
  {
    title: 'Login',
    functions: [
      ...sameName(7, 'wp_login_url wp_logout_url'),
      ...sameName(
        6,
        'wp_set_current_user wp_set_auth_cookie wp_lostpassword_url wp_registration_url wp_signon wp_logout',
      ),
      ...sameName(5, 'wp_authenticate wp_clear_auth_cookie get_password_reset_key check_password_reset_key'),
      equivalent('wp_new_user_notification', 5, 'retrievePassword', 'the email with the link for choosing a password'),
      ...sameName(
        4,
        'reset_password wp_destroy_all_sessions wp_destroy_current_session wp_get_all_sessions wp_get_session_token retrieve_password',
      ),
      equivalent(
        'auth_redirect',
        5,
        'wpLoginUrl',
        '`wpRedirect(await wpLoginUrl(here))`; screens of the admin ask for the login by themselves',
      ),
      equivalent(
        'wp_validate_auth_cookie',
        4,
        'getCurrentUserId',
        'the host validates the cookie before any plugin runs',
      ),
      equivalent(
        'register_new_user',
        4,
        'wpInsertUser',
        'with a password of `wpGeneratePassword`, and `wpNewUserNotification`',
      ),
      absent(
        'wp_login_form',
        5,
        'passwords are entered on the login page only, which handles rate limits, two-factor authentication and passkeys',
        'a link to `wpLoginUrl(back)`',
      ),
      absent('wp_generate_auth_cookie', 4, 'a login is a session on the server', '`wpSetAuthCookie`'),
    ],
  },
  {
    title: 'Nonces and checks',
    functions: [
      ...sameName(9, 'wp_create_nonce wp_verify_nonce wp_nonce_field'),
      ...sameName(8, 'check_ajax_referer'),
      ...sameName(7, 'check_admin_referer wp_nonce_url'),
      ...sameName(5, 'wp_get_referer wp_referer_field wp_hash'),
      absent('wp_salt', 5, "plugins cannot read the site's key", '`wpHash(text)`'),
      ...sameName(4, 'wp_get_raw_referer'),
      absent(
        'wp_get_original_referer',
        4,
        'forms contain the URL to return to',
        'a hidden field, checked by `wpValidateRedirect`',
      ),
    ],
  },
  {
    title: 'REST',
    functions: [
      ...sameName(9, 'register_rest_route rest_url'),
      ...sameName(8, 'rest_ensure_response'),
      ...sameName(6, 'register_rest_field rest_authorization_required_code'),
      ...sameName(10, 'is_wp_error'),
      ...sameName(
        5,
        'rest_sanitize_boolean rest_validate_request_arg rest_sanitize_request_arg rest_validate_value_from_schema rest_sanitize_value_from_schema rest_is_boolean',
      ),
      equivalent('rest_do_request', 5, 'dispatch', ''),
      equivalent('get_rest_url', 5, 'restUrl', ''),
      equivalent('rest_get_server', 5, 'dispatch', 'the server object is not available; register and dispatch routes'),
      ...sameName(4, 'rest_parse_date rest_is_integer'),
      equivalent('rest_get_url_prefix', 4, 'restUrl', 'contains it'),
      equivalent('rest_get_route_for_post', 4, 'restUrl', "with the type's base and the id"),
      equivalent(
        'rest_convert_error_to_response',
        4,
        'dispatch',
        'if a callback returns a WpError, its status is the status of the response',
      ),
      equivalent('rest_preload_api_request', 4, 'dispatch', 'and `wpAddInlineScript` with the data'),
    ],
  },
  {
    title: 'AJAX',
    functions: [
      ...sameName(9, 'wp_send_json_success wp_send_json_error'),
      ...sameName(8, 'wp_die wp_doing_ajax'),
      ...sameName(7, 'wp_send_json'),
      ...sameName(4, 'wp_is_json_request'),
      equivalent('wp_is_serving_rest_request', 4, 'currentRequest', 'undefined in REST requests, jobs and commands'),
    ],
  },
  {
    title: 'Requests to other sites',
    functions: [
      ...sameName(9, 'wp_remote_get wp_remote_retrieve_body wp_remote_post'),
      ...sameName(8, 'wp_remote_retrieve_response_code'),
      ...sameName(7, 'wp_remote_request'),
      ...sameName(6, 'wp_safe_remote_get wp_remote_retrieve_response_message wp_remote_retrieve_header'),
      ...sameName(5, 'wp_safe_remote_post wp_remote_head wp_remote_retrieve_headers wp_http_validate_url'),
      ...sameName(
        4,
        'wp_safe_remote_request wp_safe_remote_head wp_remote_retrieve_cookies wp_remote_retrieve_cookie_value',
      ),
      equivalent(
        'wp_remote_retrieve_cookie',
        4,
        'wpRemoteRetrieveCookieValue',
        '`wpRemoteRetrieveCookies` returns the whole cookie',
      ),
    ],
  },
  {
    title: 'Responses',
    functions: [
      ...sameName(8, 'wp_redirect wp_safe_redirect'),
      ...sameName(5, 'wp_sanitize_redirect wp_validate_redirect'),
      absent(
        'status_header',
        5,
        'the status is part of the response',
        "`{ kind: 'page', status: 404, … }`, or `set404()`",
      ),
      equivalent(
        'nocache_headers',
        5,
        'bypass',
        'of `scope.cache`; pages with forms or personal data already have the headers',
      ),
      absent('wp_get_nocache_headers', 4, 'the host sends them', '`cache.bypass()`'),
      absent('get_status_header_desc', 4, 'Node.js has them', '`STATUS_CODES` of `node:http`'),
      absent('send_nosniff_header', 4, 'the host sends it with every response', 'nothing to do'),
      absent(
        'send_frame_options_header',
        4,
        'the host sends it with every response',
        '`contributes.hosts` says what pages may frame',
      ),
      absent('wp_ob_end_flush_all', 4, 'output is not buffered: responses are return values', 'return a `Reply`'),
    ],
  },
  {
    title: 'Emails',
    functions: [
      equivalent('wp_mail', 9, 'mail', '`mail({ to, subject, text })`; the filters `wp_mail*` run'),
      ...sameName(4, 'wp_notify_postauthor wp_notify_moderator'),
    ],
  },
  {
    title: 'Privacy',
    functions: [
      ...sameName(5, 'get_privacy_policy_url'),
      absent(
        'wp_add_privacy_policy_content',
        5,
        'the privacy policy is written by the site owner, or by the plugin `compliance`',
        "a text in the plugin's documentation",
      ),
      ...sameName(4, 'wp_privacy_anonymize_ip wp_privacy_anonymize_data'),
      equivalent('get_the_privacy_policy_link', 4, 'getPrivacyPolicyUrl', 'returns the URL; write the link yourself'),
    ],
  },
];
