import { absent, here, type Subject, twin } from './wordpress-function.js';

/** Text: escaping, sanitizing, translation and output. */
export const TEXT: readonly Subject[] = [
  {
    title: 'Escaping',
    functions: [
      ...here(10, 'esc_html esc_attr esc_url'),
      ...here(9, 'esc_url_raw wp_kses_post'),
      ...here(8, 'wp_kses esc_textarea esc_js'),
      ...here(5, 'wp_kses_allowed_html wp_kses_data esc_xml wp_specialchars_decode'),
      ...here(
        4,
        'tag_escape wp_filter_nohtml_kses wp_filter_post_kses wp_filter_kses safecss_filter_attr wp_allowed_protocols',
      ),
      ...here(8, 'wp_json_encode'),
      ...here(4, 'ent2ncr'),
      twin('_wp_specialchars', 4, 'escHtml', 'the same function under its public name'),
    ],
  },
  {
    title: 'Sanitizing',
    functions: [
      ...here(10, 'sanitize_text_field'),
      ...here(9, 'sanitize_key absint'),
      ...here(8, 'sanitize_title sanitize_email is_email wp_unslash sanitize_textarea_field'),
      ...here(7, 'sanitize_file_name wp_strip_all_tags sanitize_html_class'),
      ...here(6, 'sanitize_hex_color sanitize_url sanitize_user'),
      ...here(5, 'wp_slash sanitize_mime_type stripslashes_deep sanitize_title_with_dashes remove_accents map_deep'),
      ...here(
        4,
        'sanitize_meta sanitize_sql_orderby sanitize_hex_color_no_hash validate_file wp_check_invalid_utf8 wp_is_uuid wp_validate_boolean urlencode_deep rawurlencode_deep',
      ),
      twin('sanitize_title_for_query', 4, 'sanitizeTitle', ''),
    ],
  },
  {
    title: 'Displayed text',
    functions: [
      ...here(7, 'wpautop wp_trim_words'),
      ...here(6, 'wptexturize make_clickable wp_html_excerpt'),
      ...here(
        5,
        'convert_chars convert_smilies force_balance_tags capital_P_dangit wp_rel_nofollow normalize_whitespace antispambot',
      ),
      ...here(4, 'links_add_target url_shorten zeroise wp_filter_content_tags'),
      absent('wp_encode_emoji', 4, 'the database stores every character', 'remove the call'),
      absent('links_add_base_url', 4, 'used for old feeds only', '`new URL(link, base)`'),
      ...here(7, 'number_format_i18n size_format'),
    ],
  },
  {
    title: 'Arrays, objects and URLs',
    functions: [
      ...here(9, 'wp_parse_args'),
      ...here(9, 'add_query_arg'),
      ...here(8, 'wp_parse_url remove_query_arg'),
      ...here(7, 'wp_list_pluck trailingslashit'),
      ...here(6, 'untrailingslashit wp_parse_id_list wp_normalize_path wp_list_sort'),
      ...here(
        5,
        'wp_parse_str wp_list_filter wp_parse_list wp_basename wp_unique_id path_join wp_array_slice_assoc build_query',
      ),
      ...here(
        4,
        'path_is_absolute wp_parse_slug_list set_url_scheme wp_make_link_relative wp_convert_hr_to_bytes bool_from_yn',
      ),
      twin('wp_filter_object_list', 4, 'wpListFilter', 'and `wpListPluck`'),
      twin('wp_unique_prefixed_id', 4, 'wpUniqueId', 'with the prefix'),
      absent('wp_recursive_ksort', 4, 'objects keep their order', '`Object.entries(map).sort()`'),
      absent('wp_is_numeric_array', 4, 'arrays and objects are different types', '`Array.isArray(value)`'),
    ],
  },
  {
    title: 'Languages',
    functions: [
      ...here(10, '__ esc_html__ esc_attr__'),
      twin('_e', 9, '__', 'views use `{{__ "…"}}`; nothing is printed'),
      twin('esc_html_e', 9, 'escHtml__', 'returns the text; views escape by default'),
      twin('esc_attr_e', 8, 'escAttr__', 'returns the text; views escape by default'),
      twin(
        'load_plugin_textdomain',
        9,
        '__',
        "the plugin's `languages/*.po` are loaded by the host; `textDomain` in plugin.json names them",
      ),
      ...here(8, '_n _x'),
      ...here(7, 'get_locale'),
      ...here(6, 'esc_html_x esc_attr_x _nx is_rtl determine_locale get_user_locale'),
      ...here(6, 'switch_to_locale restore_previous_locale'),
      ...here(5, '_n_noop translate_nooped_plural is_locale_switched'),
      ...here(4, '_nx_noop get_available_languages'),
      twin('translate', 4, '__', ''),
      twin('switch_to_user_locale', 4, 'switchToLocale', '`switchToLocale(await getUserLocale(id))`'),
      twin('_ex', 5, '_x', 'returns the text; views use `{{_x "…" "…"}}`'),
      twin('load_textdomain', 5, '__', "the host loads translations from the plugin's `languages/` folder"),
      twin('unload_textdomain', 4, '__', 'translations are unloaded with the plugin'),
      twin('is_textdomain_loaded', 4, '__', "the plugin's translations are always loaded"),
      twin('load_theme_textdomain', 4, '__', 'translations of a theme are in its `languages/` folder'),
      twin(
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
      ...here(8, 'current_time'),
      ...here(7, 'date_i18n wp_date'),
      ...here(6, 'human_time_diff mysql2date'),
      ...here(5, 'get_gmt_from_date get_date_from_gmt wp_timezone_string'),
      twin('current_datetime', 5, 'currentTime', ''),
      twin('wp_timezone', 5, 'wpTimezoneString', 'the name of the time zone; dates are timestamps without a time zone'),
      ...here(4, 'wp_checkdate human_readable_duration'),
      absent('iso8601_to_datetime', 4, 'JavaScript has the class `Date`', '`new Date(text)`'),
      twin('mysql_to_rfc3339', 4, 'mysql2date', "`mysql2date('Y-m-d\\\\TH:i:s', date)`"),
    ],
  },
  {
    title: 'Shortcodes',
    functions: [
      ...here(9, 'add_shortcode do_shortcode'),
      ...here(8, 'shortcode_atts'),
      ...here(6, 'has_shortcode shortcode_exists strip_shortcodes'),
      ...here(5, 'remove_shortcode shortcode_parse_atts get_shortcode_regex shortcode_unautop apply_shortcodes'),
    ],
  },
];
