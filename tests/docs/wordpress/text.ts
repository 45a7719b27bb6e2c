import { absent, sameName, type Subject, equivalent } from './wordpress-function.js';

/** Text: escaping, sanitizing, translation and output. */
export const TEXT: readonly Subject[] = [
  {
    title: 'Escaping',
    functions: [
      ...sameName(10, 'esc_html esc_attr esc_url'),
      ...sameName(9, 'esc_url_raw wp_kses_post'),
      ...sameName(8, 'wp_kses esc_textarea esc_js'),
      ...sameName(5, 'wp_kses_allowed_html wp_kses_data esc_xml wp_specialchars_decode'),
      ...sameName(
        4,
        'tag_escape wp_filter_nohtml_kses wp_filter_post_kses wp_filter_kses safecss_filter_attr wp_allowed_protocols',
      ),
      ...sameName(8, 'wp_json_encode'),
      ...sameName(4, 'ent2ncr'),
      equivalent('_wp_specialchars', 4, 'escHtml', 'the same function under its public name'),
    ],
  },
  {
    title: 'Sanitizing',
    functions: [
      ...sameName(10, 'sanitize_text_field'),
      ...sameName(9, 'sanitize_key absint'),
      ...sameName(8, 'sanitize_title sanitize_email is_email wp_unslash sanitize_textarea_field'),
      ...sameName(7, 'sanitize_file_name wp_strip_all_tags sanitize_html_class'),
      ...sameName(6, 'sanitize_hex_color sanitize_url sanitize_user'),
      ...sameName(
        5,
        'wp_slash sanitize_mime_type stripslashes_deep sanitize_title_with_dashes remove_accents map_deep',
      ),
      ...sameName(
        4,
        'sanitize_meta sanitize_sql_orderby sanitize_hex_color_no_hash validate_file wp_check_invalid_utf8 wp_is_uuid wp_validate_boolean urlencode_deep rawurlencode_deep',
      ),
      equivalent('sanitize_title_for_query', 4, 'sanitizeTitle', ''),
    ],
  },
  {
    title: 'Displayed text',
    functions: [
      ...sameName(7, 'wpautop wp_trim_words'),
      ...sameName(6, 'wptexturize make_clickable wp_html_excerpt'),
      ...sameName(
        5,
        'convert_chars convert_smilies force_balance_tags capital_P_dangit wp_rel_nofollow normalize_whitespace antispambot',
      ),
      ...sameName(4, 'links_add_target url_shorten zeroise wp_filter_content_tags'),
      absent('wp_encode_emoji', 4, 'the database stores every character', 'remove the call'),
      absent('links_add_base_url', 4, 'used for old feeds only', '`new URL(link, base)`'),
      ...sameName(7, 'number_format_i18n size_format'),
    ],
  },
  {
    title: 'Arrays, objects and URLs',
    functions: [
      ...sameName(9, 'wp_parse_args'),
      ...sameName(9, 'add_query_arg'),
      ...sameName(8, 'wp_parse_url remove_query_arg'),
      ...sameName(7, 'wp_list_pluck trailingslashit'),
      ...sameName(6, 'untrailingslashit wp_parse_id_list wp_normalize_path wp_list_sort'),
      ...sameName(
        5,
        'wp_parse_str wp_list_filter wp_parse_list wp_basename wp_unique_id path_join wp_array_slice_assoc build_query',
      ),
      ...sameName(
        4,
        'path_is_absolute wp_parse_slug_list set_url_scheme wp_make_link_relative wp_convert_hr_to_bytes bool_from_yn',
      ),
      equivalent('wp_filter_object_list', 4, 'wpListFilter', 'and `wpListPluck`'),
      equivalent('wp_unique_prefixed_id', 4, 'wpUniqueId', 'with the prefix'),
      absent('wp_recursive_ksort', 4, 'objects keep their order', '`Object.entries(map).sort()`'),
      absent('wp_is_numeric_array', 4, 'arrays and objects are different types', '`Array.isArray(value)`'),
    ],
  },
  {
    title: 'Languages',
    functions: [
      ...sameName(10, '__ esc_html__ esc_attr__'),
      equivalent('_e', 9, '__', 'views use `{{__ "…"}}`; nothing is printed'),
      equivalent('esc_html_e', 9, 'escHtml__', 'returns the text; views escape by default'),
      equivalent('esc_attr_e', 8, 'escAttr__', 'returns the text; views escape by default'),
      equivalent(
        'load_plugin_textdomain',
        9,
        '__',
        "the plugin's `languages/*.po` are loaded by the host; `textDomain` in plugin.json names them",
      ),
      ...sameName(8, '_n _x'),
      ...sameName(7, 'get_locale'),
      ...sameName(6, 'esc_html_x esc_attr_x _nx is_rtl determine_locale get_user_locale'),
      ...sameName(6, 'switch_to_locale restore_previous_locale'),
      ...sameName(5, '_n_noop translate_nooped_plural is_locale_switched'),
      ...sameName(4, '_nx_noop get_available_languages'),
      equivalent('translate', 4, '__', ''),
      equivalent('switch_to_user_locale', 4, 'switchToLocale', '`switchToLocale(await getUserLocale(id))`'),
      equivalent('_ex', 5, '_x', 'returns the text; views use `{{_x "…" "…"}}`'),
      equivalent('load_textdomain', 5, '__', "the host loads translations from the plugin's `languages/` folder"),
      equivalent('unload_textdomain', 4, '__', 'translations are unloaded with the plugin'),
      equivalent('is_textdomain_loaded', 4, '__', "the plugin's translations are always loaded"),
      equivalent('load_theme_textdomain', 4, '__', 'translations of a theme are in its `languages/` folder'),
      equivalent(
        'wp_set_script_translations',
        6,
        'wpAddInlineScript',
        'pass the translated texts, or use `wpLocalizeScript`',
      ),
    ],
  },
  {
    title: 'Dates',
    functions: [
      ...sameName(8, 'current_time'),
      ...sameName(7, 'date_i18n wp_date'),
      ...sameName(6, 'human_time_diff mysql2date'),
      ...sameName(5, 'get_gmt_from_date get_date_from_gmt wp_timezone_string'),
      equivalent('current_datetime', 5, 'currentTime', ''),
      equivalent(
        'wp_timezone',
        5,
        'wpTimezoneString',
        'the name of the time zone; dates are timestamps without a time zone',
      ),
      ...sameName(4, 'wp_checkdate human_readable_duration'),
      absent('iso8601_to_datetime', 4, 'JavaScript has the class `Date`', '`new Date(text)`'),
      equivalent('mysql_to_rfc3339', 4, 'mysql2date', "`mysql2date('Y-m-d\\\\TH:i:s', date)`"),
    ],
  },
  {
    title: 'Shortcodes',
    functions: [
      ...sameName(9, 'add_shortcode do_shortcode'),
      ...sameName(8, 'shortcode_atts'),
      ...sameName(6, 'has_shortcode shortcode_exists strip_shortcodes'),
      ...sameName(5, 'remove_shortcode shortcode_parse_atts get_shortcode_regex shortcode_unautop apply_shortcodes'),
    ],
  },
];
