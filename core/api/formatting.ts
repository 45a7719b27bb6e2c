/** Constraints on an attribute that `wpKses` allows. */
export interface KsesAttributeLimits {
  required?: boolean;
  values?: readonly string[];
  maxlen?: number;
  minlen?: number;
  maxval?: number;
  minval?: number;
  /** `y`: only without a value; `n`: only with a value. */
  valueless?: 'y' | 'n';
  /** Accepts or rejects the attribute's value. */
  valueCallback?: (value: string) => boolean;
}
/** Maps element names (lower case) to attributes and their constraints; `data-*` matches all data attributes. */
export type KsesAllowedHtml = Readonly<Record<string, Readonly<Record<string, true | KsesAttributeLimits>>>>;
/** Value of a query argument; false removes the argument, null omits it. */
export type QueryArgValue =
  string | number | boolean | null | undefined | readonly unknown[] | { readonly [key: string]: unknown };

/**
 * Functions that escape text for its output context. Each applies the corresponding WordPress filter to its result.
 * @since 0.1.0
 */
export interface EscapingApi {
  /** Escapes text for HTML (`esc_html`); valid character references are preserved. */
  readonly escHtml: (text: unknown) => string;
  /** Escapes text for a quoted HTML attribute (`esc_attr`). */
  readonly escAttr: (text: unknown) => string;
  /** Escapes text for the content of a `<textarea>` (`esc_textarea`). */
  readonly escTextarea: (text: unknown) => string;
  /** Escapes text for a quoted string in an event attribute (`esc_js`). */
  readonly escJs: (text: unknown) => string;
  /** Escapes text for XML: the five special characters, and characters that are invalid in XML (`esc_xml`). */
  readonly escXml: (text: unknown) => string;
  /** Escapes a URL for HTML; returns '' if its protocol is not allowed (`esc_url`). */
  readonly escUrl: (url: unknown, protocols?: readonly string[] | null, context?: 'display' | 'raw') => string;
  /** Sanitizes a URL for storage or redirects (`esc_url_raw`, `sanitize_url`). */
  readonly escUrlRaw: (url: unknown, protocols?: readonly string[] | null) => string;
  /**
   * Sanitizes a URL for storage: as `escUrl`, but `&` is preserved; empty if the protocol is not allowed
   * (`sanitize_url`).
   */
  readonly sanitizeUrl: (url: unknown, protocols?: readonly string[] | null) => string;
  /** Sanitizes a tag name: lower-case letters, digits, `_`, `:` and `-` (`tag_escape`). */
  readonly tagEscape: (name: string) => string;
}

/**
 * Functions that make untrusted values safe to store.
 * @since 0.1.0
 */
export interface SanitizingApi {
  /**
   * Converts a title to a slug, or returns the fallback if the result is empty. Context `save` removes accents
   * (`sanitize_title`).
   */
  readonly sanitizeTitle: (title: string, fallback?: string, context?: string) => string;
  /**
   * Reduces a title to lower-case letters, digits and dashes; other characters are percent-encoded
   * (`sanitize_title_with_dashes`).
   */
  readonly sanitizeTitleWithDashes: (title: string, rawTitle?: string, context?: string) => string;
  /** Removes accents from letters, following the rules of a locale (`remove_accents`). */
  readonly removeAccents: (text: string, locale?: string) => string;
  /** Removes invalid characters from an email address; empty if nothing valid remains (`sanitize_email`). */
  readonly sanitizeEmail: (email: string) => string;
  /** Returns the address if it is a valid email address, otherwise false. */
  readonly isEmail: (email: string) => string | false;
  /**
   * Reduces a value to one line of plain text: no tags, line breaks, repeated whitespace or percent-encoded bytes
   * (`sanitize_text_field`).
   */
  readonly sanitizeTextField: (value: unknown) => string;
  /** As `sanitizeTextField`, but preserves line breaks (`sanitize_textarea_field`). */
  readonly sanitizeTextareaField: (value: unknown) => string;
  /**
   * Removes path, whitespace and special characters from a file name so that it is safe for storage
   * (`sanitize_file_name`).
   */
  readonly sanitizeFileName: (name: string) => string;
  /** Reduces a key to lower-case letters, digits, `_` and `-` (`sanitize_key`). */
  readonly sanitizeKey: (key: unknown) => string;
  /**
   * Reduces a class name to letters, digits, `_` and `-`; returns the fallback if nothing remains
   * (`sanitize_html_class`).
   */
  readonly sanitizeHtmlClass: (name: string, fallback?: string | null) => string;
  /** Sanitizes a login name; `strict` only allows letters, digits, spaces and `_.-@` (`sanitize_user`). */
  readonly sanitizeUser: (name: string, strict?: boolean) => string;
  /** Returns the color if it is `#` and three or six hexadecimal digits, otherwise undefined (`sanitize_hex_color`). */
  readonly sanitizeHexColor: (color: string) => string | undefined;
  /**
   * As `sanitizeHexColor`, but accepts colors with or without `#` and returns them without it
   * (`sanitize_hex_color_no_hash`).
   */
  readonly sanitizeHexColorNoHash: (color: string) => string | undefined;
  /** Adds `#` to a hex color; other values stay unchanged (`maybe_hash_hex_color`). */
  readonly maybeHashHexColor: (color: string) => string;
  /** Returns the color if it is `#` and three or six hexadecimal digits, otherwise false (`rest_parse_hex_color`). */
  readonly restParseHexColor: (color: string) => string | false;
  /** Reduces a locale name to letters, digits, `_` and `-` (`sanitize_locale_name`). */
  readonly sanitizeLocaleName: (name: string) => string;
  /**
   * Returns an ORDER BY clause if it consists of columns with optional directions, otherwise false
   * (`sanitize_sql_orderby`).
   */
  readonly sanitizeSqlOrderby: (orderby: string) => string | false;
  /** Returns the http URLs in a text, one per line (`sanitize_trackback_urls`). */
  readonly sanitizeTrackbackUrls: (text: string) => string;
  /** Reduces a MIME type to letters, digits and `-+*./` (`sanitize_mime_type`). */
  readonly sanitizeMimeType: (type: string) => string;
  /** Removes all elements, attributes and URL protocols that are not allowed (`wp_kses`). */
  readonly wpKses: (text: string, allowedHtml: KsesAllowedHtml | string, protocols?: readonly string[]) => string;
  /** Removes HTML that is not allowed in a post (`wp_kses_post`). */
  readonly wpKsesPost: (text: string) => string;
  /** Removes HTML that is not allowed in a comment (`wp_kses_data`). */
  readonly wpKsesData: (text: string) => string;
  /**
   * Sanitizes one attribute (`name="value"`) of an element in a post; empty if it is not allowed (`wp_kses_one_attr`).
   */
  readonly wpKsesOneAttr: (attribute: string, element: string) => string;
  /** As `wpKsesData`, for slashed text (`wp_filter_kses`). */
  readonly wpFilterKses: (text: string) => string;
  /** As `wpKsesPost`, for slashed text (`wp_filter_post_kses`). */
  readonly wpFilterPostKses: (text: string) => string;
  /** Removes all elements from slashed text (`wp_filter_nohtml_kses`). */
  readonly wpFilterNohtmlKses: (text: string) => string;
  /** Removes protocols that are not in the list from the start of a URL (`wp_kses_bad_protocol`). */
  readonly wpKsesBadProtocol: (text: string, protocols: readonly string[]) => string;
  /** Removes control characters, and backslashes before zeros unless `keepSlashZero` is set (`wp_kses_no_null`). */
  readonly wpKsesNoNull: (text: string, keepSlashZero?: boolean) => string;
  /** Converts numeric character references to characters (`wp_kses_decode_entities`). */
  readonly wpKsesDecodeEntities: (text: string) => string;
  /**
   * Returns the elements and attributes allowed in a context: `post`, `data`, `strip`, `entities`, or the given map
   * (`wp_kses_allowed_html`).
   */
  readonly wpKsesAllowedHtml: (context?: string | KsesAllowedHtml) => KsesAllowedHtml;
  /** Converts ampersands that do not start a known entity to `&amp;` (`wp_kses_normalize_entities`). */
  readonly wpKsesNormalizeEntities: (text: string, context?: 'html' | 'xml') => string;
  /** Returns the allowed URL protocols; the filter `kses_allowed_protocols` changes them (`wp_allowed_protocols`). */
  readonly wpAllowedProtocols: () => readonly string[];
  /** Removes unsafe declarations from a style attribute (`safecss_filter_attr`). */
  readonly safecssFilterAttr: (css: string) => string;
  /** Removes all tags, and the contents of `script` and `style` (`wp_strip_all_tags`). */
  readonly wpStripAllTags: (text: unknown, removeBreaks?: boolean) => string;
  /** Converts a value to a non-negative integer (`absint`). */
  readonly absint: (value: unknown) => number;
  /** Whether a value represents a boolean: a boolean, 0, 1, or these as a string (`rest_is_boolean`). */
  readonly restIsBoolean: (value: unknown) => boolean;
  /** Converts a value to a boolean: `false`, `FALSE`, `0` and the empty string are false (`rest_sanitize_boolean`). */
  readonly restSanitizeBoolean: (value: unknown) => boolean;
  /** Whether a value is an integer, or a string containing one (`rest_is_integer`). */
  readonly restIsInteger: (value: unknown) => boolean;
  /** Converts any value to a boolean; the string `false` in any case is false (`wp_validate_boolean`). */
  readonly wpValidateBoolean: (value: unknown) => boolean;
  /** Parses an RFC 3339 date to Unix seconds (UTC); false if it is invalid (`rest_parse_date`). */
  readonly restParseDate: (date: string, forceUtc?: boolean) => number | false;
  /**
   * Returns 0 for a relative path without traversal; 1 if it contains `..`, 2 if it has a drive letter, 3 if it is not
   * in the allowed list (`validate_file`).
   */
  readonly validateFile: (file: unknown, allowed?: readonly string[]) => 0 | 1 | 2 | 3;
  /** Returns the address if it is a valid IPv4 or IPv6 address, otherwise false (`rest_is_ip_address`). */
  readonly restIsIpAddress: (ip: string) => string | false;
  /** Returns the text if it is valid UTF-8, otherwise an empty string (`wp_check_invalid_utf8`). */
  readonly wpCheckInvalidUtf8: (text: string) => string;
  /** Sanitizes a URL for use in a header (`wp_sanitize_redirect`). */
  readonly wpSanitizeRedirect: (location: string) => string;
  /**
   * Returns the URL if it points to this site, or to a host added by the filter `allowed_redirect_hosts`; otherwise the
   * fallback (`wp_validate_redirect`).
   */
  readonly wpValidateRedirect: (location: string, fallback?: string) => string;
  /**
   * Returns the URL if the server may request it: http or https, without a password, not in the local network;
   * otherwise false (`wp_http_validate_url`).
   */
  readonly wpHttpValidateUrl: (url: unknown) => string | false;
  /** Whether a text is a UUID, optionally of a version; only version 4 is supported (`wp_is_uuid`). */
  readonly wpIsUuid: (uuid: unknown, version?: number | null) => boolean;
}

/**
 * Functions that convert user input to output for readers.
 * @since 0.1.0
 */
export interface PresentationApi {
  /** Converts quotes, dashes and other marks to typographic ones, outside of tags and code (`wptexturize`). */
  readonly wptexturize: (text: string) => string;
  /** Converts empty lines to paragraphs, and single line breaks to `<br>` unless `br` is false (`wpautop`). */
  readonly wpautop: (text: string, br?: boolean) => string;
  /** Converts ampersands that do not start an entity to `&#038;` (`convert_chars`). */
  readonly convertChars: (text: string) => string;
  /** Converts text smilies to characters if the option `use_smilies` is enabled (`convert_smilies`). */
  readonly convertSmilies: (text: string) => string;
  /** Corrects the capitalization of "WordPress" (`capital_P_dangit`). */
  readonly capitalPDangit: (text: string, title?: boolean) => string;
  /** Converts URLs and email addresses to links (`make_clickable`). */
  readonly makeClickable: (text: string) => string;
  /** Closes open tags and removes closing tags without an opening one (`force_balance_tags`). */
  readonly forceBalanceTags: (text: string) => string;
  /**
   * Returns the first words of a text, without tags, followed by `more` (`…`) if it was shortened (`wp_trim_words`).
   */
  readonly wpTrimWords: (text: string, count?: number, more?: string | null) => string;
  /** Returns the first characters of a text, without tags and without splitting an entity (`wp_html_excerpt`). */
  readonly wpHtmlExcerpt: (text: string, count: number, more?: string | null) => string;
  /** Adds loading attributes to the images and iframes of a content (`wp_filter_content_tags`). */
  readonly wpFilterContentTags: (text: string) => string;
  /** Adds `rel="nofollow"` to links. Accepts and returns slashed text, as WordPress does. */
  readonly wpRelNofollow: (text: string) => string;
  /** Adds `rel="nofollow ugc"` to links, except those to this site (`wp_rel_ugc`). */
  readonly wpRelUgc: (text: string) => string;
  /** Normalizes line breaks, trims the text and collapses repeated whitespace (`normalize_whitespace`). */
  readonly normalizeWhitespace: (text: string) => string;
  /** Decodes the entities of `&<>` and, depending on `style`, quotes (`wp_specialchars_decode`). */
  readonly wpSpecialcharsDecode: (text: string, style?: 'none' | 'double' | 'single' | 'both') => string;
  /** Converts named character references to numeric ones (`ent2ncr`). */
  readonly ent2ncr: (text: string) => string;
  /** Pads a number or string with leading zeros to a length (`zeroise`). */
  readonly zeroise: (value: unknown, length: number) => string;
  /** Adds a backslash before every letter so that a date format outputs it literally (`backslashit`). */
  readonly backslashit: (text: string) => string;
  /** Adds a `target` to links, and to other elements if named (`links_add_target`). */
  readonly linksAddTarget: (text: string, target?: string, tags?: readonly string[]) => string;
  /**
   * Shortens a URL for display: removes the protocol, `www.` and the trailing slash, and truncates it if it is too long
   * (`url_shorten`).
   */
  readonly urlShorten: (url: string, length?: number) => string;
  /**
   * Percent-encodes characters outside ASCII, up to `limit` bytes, without splitting a character (`utf8_uri_encode`).
   */
  readonly utf8UriEncode: (text: string, limit?: number, encodeAscii?: boolean) => string;
  /** Splits HTML into alternating text and markup, starting with text (`wp_html_split`). */
  readonly wpHtmlSplit: (text: string) => string[];
  /** Replaces strings inside tags and comments only (`wp_replace_in_html_tags`). */
  readonly wpReplaceInHtmlTags: (text: string, pairs: Readonly<Record<string, string>>) => string;
  /**
   * Adds query arguments to a URL (`add_query_arg`). Values are not encoded: encode them first, and escape the result
   * for HTML.
   */
  readonly addQueryArg: {
    (name: string, value: QueryArgValue, url?: string | false | null): string;
    (args: Readonly<Record<string, QueryArgValue>>, url?: string | false | null): string;
  };
  /** Removes query arguments from a URL, by default that of the current request (`remove_query_arg`). */
  readonly removeQueryArg: (name: string | readonly string[], url?: string | false | null) => string;
  /** Ensures exactly one trailing slash (`trailingslashit`). */
  readonly trailingslashit: (text: string) => string;
  /** Removes trailing slashes (`untrailingslashit`). */
  readonly untrailingslashit: (text: string) => string;
  /** Removes protocol and host from a URL (`wp_make_link_relative`). */
  readonly wpMakeLinkRelative: (link: string) => string;
  /** Normalizes a path: only `/`, no repeated slashes, and an upper-case drive letter (`wp_normalize_path`). */
  readonly wpNormalizePath: (path: string) => string;
  /** Whether a path starts at a root or a drive (`path_is_absolute`). */
  readonly pathIsAbsolute: (path: string) => boolean;
  /** Joins a path to a folder; an absolute path stays unchanged (`path_join`). */
  readonly pathJoin: (base: string, path: string) => string;
  /** Returns the last component of a path, without the suffix (`wp_basename`). */
  readonly wpBasename: (path: string, suffix?: string) => string;
  /** Converts a size such as `64M` to bytes (`wp_convert_hr_to_bytes`). */
  readonly wpConvertHrToBytes: (value: unknown) => number;
  /** Returns a duration such as `1:02:03` as readable text, or false (`human_readable_duration`). */
  readonly humanReadableDuration: (duration: string) => string | false;
  /**
   * Formats a file size with its unit (`size_format`).
   * @param bytes number of bytes; the result is false if it is negative
   */
  readonly sizeFormat: (bytes: unknown, decimals?: number) => string | false;
  /** Formats a number in the notation of the site's language (`number_format_i18n`). */
  readonly numberFormatI18n: (value: unknown, decimals?: number) => string;
  /**
   * Returns the difference between two times as readable text (`human_time_diff`).
   * @param from Unix seconds
   * @param to Unix seconds; 0 or absent means now
   */
  readonly humanTimeDiff: (from: number, to?: number) => string;
}

/** Components of a URL; components it does not have are absent. */
export interface UrlParts {
  scheme?: string;
  host?: string;
  port?: number;
  user?: string;
  pass?: string;
  path?: string;
  query?: string;
  fragment?: string;
}

/**
 * Functions for lists, maps and URLs from requests and options.
 * @since 0.1.0
 */
export interface StructuredApi {
  /** Merges arguments, given as a map or query string, with defaults (`wp_parse_args`). */
  readonly wpParseArgs: (
    args: string | Readonly<Record<string, unknown>>,
    defaults?: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
  /** Returns the values of a list, or of a string separated by commas or whitespace (`wp_parse_list`). */
  readonly wpParseList: (list: unknown) => unknown[];
  /** As `wpParseList`, converted to unique non-negative integers (`wp_parse_id_list`). */
  readonly wpParseIdList: (list: unknown) => number[];
  /** As `wpParseList`, converted to unique slugs (`wp_parse_slug_list`). */
  readonly wpParseSlugList: (list: unknown) => string[];
  /** Returns one field of every item in a list, optionally keyed by another field (`wp_list_pluck`). */
  readonly wpListPluck: (
    list: readonly Readonly<Record<string, unknown>>[],
    field: string,
    indexKey?: string,
  ) => unknown[] | Record<string, unknown>;
  /** Returns the entries of a map whose names are in a list and whose values are not null (`wp_array_slice_assoc`). */
  readonly wpArraySliceAssoc: (
    map: Readonly<Record<string, unknown>>,
    names: readonly string[],
  ) => Record<string, unknown>;
  /** Applies a function to every value in nested lists and maps (`map_deep`). */
  readonly mapDeep: (value: unknown, change: (value: unknown) => unknown) => unknown;
  /** Adds a backslash before quotes and backslashes in every string of a value (`wp_slash`). */
  readonly wpSlash: (value: unknown) => unknown;
  /** Removes one level of backslashes from every string of a value (`wp_unslash`). */
  readonly wpUnslash: (value: unknown) => unknown;
  /** Alias of `wpUnslash` (`stripslashes_deep`). */
  readonly stripslashesDeep: (value: unknown) => unknown;
  /** Encodes every value for a query string, spaces as `+` (`urlencode_deep`). */
  readonly urlencodeDeep: (value: unknown) => unknown;
  /** Encodes every value for a path, spaces as `%20` (`rawurlencode_deep`). */
  readonly rawurlencodeDeep: (value: unknown) => unknown;
  /** Reverses `urlencodeDeep` (`urldecode_deep`). */
  readonly urldecodeDeep: (value: unknown) => unknown;
  /** Builds a query string from values that are already encoded (`build_query`). */
  readonly buildQuery: (args: Readonly<Record<string, unknown>> | readonly unknown[]) => string;
  /**
   * Returns the components of a URL, or one of them (null if absent); false if the URL is malformed (`wp_parse_url`).
   */
  readonly wpParseUrl: {
    (url: string): UrlParts | false;
    <K extends keyof UrlParts>(url: string, component: K): NonNullable<UrlParts[K]> | null | false;
  };
  /**
   * Whether a request value can be converted to a list: a list, or a string or number that is treated as one
   * (`rest_is_array`).
   */
  readonly restIsArray: (value: unknown) => boolean;
  /** Converts a request value to a list (`rest_sanitize_array`). */
  readonly restSanitizeArray: (value: unknown) => unknown[];
  /** Whether a request value can be converted to a map; an empty string can (`rest_is_object`). */
  readonly restIsObject: (value: unknown) => boolean;
  /** Converts a request value to a map; empty if it cannot be converted (`rest_sanitize_object`). */
  readonly restSanitizeObject: (value: unknown) => Record<string, unknown>;
  /** Whether a text is `y`, in any case (`bool_from_yn`). */
  readonly boolFromYn: (text: string) => boolean;
  /**
   * Returns the items of a list with these fields: all of them, any (`OR`) or none (`NOT`) (`wp_list_filter`).
   * @since 0.1.0
   */
  readonly wpListFilter: <T extends Readonly<Record<string, unknown>>>(
    list: readonly T[],
    fields: Readonly<Record<string, unknown>>,
    operator?: 'AND' | 'OR' | 'NOT',
  ) => T[];
  /**
   * Sorts a list by one field, or by several with their own directions; the sort is stable (`wp_list_sort`).
   * @since 0.1.0
   */
  readonly wpListSort: <T extends Readonly<Record<string, unknown>>>(
    list: readonly T[],
    by: string | Readonly<Record<string, 'ASC' | 'DESC'>>,
    order?: 'ASC' | 'DESC',
  ) => T[];
  /**
   * Parses a query string with PHP's syntax (`wp_parse_str`).
   * @since 0.1.0
   */
  readonly wpParseStr: (query: string) => Record<string, unknown>;
  /**
   * Encodes a value as JSON that is also safe in markup; false if it cannot be encoded (`wp_json_encode`).
   * @since 0.1.0
   */
  readonly wpJsonEncode: (value: unknown, pretty?: boolean) => string | false;
  /**
   * Returns a prefix followed by a number that is unique within the process, for IDs in HTML (`wp_unique_id`).
   * @since 0.1.0
   */
  readonly wpUniqueId: (prefix?: string) => string;
  /**
   * Returns a random version 4 UUID (`wp_generate_uuid4`).
   * @since 0.1.0
   */
  readonly wpGenerateUuid4: () => string;
  /**
   * Changes the scheme of a URL; defaults to that of the site (`set_url_scheme`).
   * @since 0.1.0
   */
  readonly setUrlScheme: (
    url: string,
    scheme?: 'http' | 'https' | 'relative' | 'login' | 'admin' | 'rest' | null,
  ) => string;
  /**
   * Whether a date exists; the filter of the same name changes the result (`wp_checkdate`).
   * @since 0.1.0
   */
  readonly wpCheckdate: (month: number, day: number, year: number) => boolean;
}

/**
 * Helpers for form markup, and anonymization of personal data.
 * @since 0.1.0
 */
export interface FormHelpersApi {
  /**
   * Returns ` selected="selected"` if both values are equal when compared as strings, as in PHP; otherwise an empty
   * string (`selected`).
   */
  readonly selected: (value: unknown, current?: unknown) => string;
  /** As `selected`, for ` checked="checked"` (`checked`). */
  readonly checked: (value: unknown, current?: unknown) => string;
  /** As `selected`, for ` disabled="disabled"` (`disabled`). */
  readonly disabled: (value: unknown, current?: unknown) => string;
  /** As `selected`, for ` readonly="readonly"` (`readonly`). */
  readonly readonly: (value: unknown, current?: unknown) => string;
  /** Returns an admin notice as HTML; the message may contain the markup allowed in posts (`wp_get_admin_notice`). */
  readonly wpGetAdminNotice: (
    message: string,
    options?: {
      readonly type?: 'error' | 'success' | 'warning' | 'info';
      readonly dismissible?: boolean;
      readonly id?: string;
    },
  ) => string;
  /**
   * Encodes some letters of an email address as character references to hide it from email harvesters (`antispambot`).
   */
  readonly antispambot: (address: string, hex?: boolean) => string;
  /** Removes the part of an IP address that identifies a person (`wp_privacy_anonymize_ip`). */
  readonly wpPrivacyAnonymizeIp: (address: string) => string;
  /**
   * Returns the replacement for erased personal data of the type `email`, `url`, `ip`, `date`, `text` or `longtext`
   * (`wp_privacy_anonymize_data`).
   */
  readonly wpPrivacyAnonymizeData: (type: string, data?: string) => string;
}

/** WordPress's text functions, bound to one site. @since 0.1.0 */
export interface Formatting extends EscapingApi, SanitizingApi, PresentationApi, StructuredApi, FormHelpersApi {}
