/** Limits of one attribute that `wpKses` may let through. */
export interface KsesAttributeLimits {
  required?: boolean;
  values?: readonly string[];
  maxlen?: number;
  minlen?: number;
  maxval?: number;
  minval?: number;
  /** `y`: only without a value; `n`: only with one. */
  valueless?: 'y' | 'n';
  /** Decides by the attribute's value. */
  valueCallback?: (value: string) => boolean;
}
/** Element name (lower case) → attribute → limits; `data-*` stands for all data attributes. */
export type KsesAllowedHtml = Readonly<Record<string, Readonly<Record<string, true | KsesAttributeLimits>>>>;
/** A value of a query argument; false removes the argument, null leaves it out. */
export type QueryArgValue =
  string | number | boolean | null | undefined | readonly unknown[] | { readonly [key: string]: unknown };

/** Escapes text for where it is put. Each runs its result through WordPress's filter. @since 0.1.0 */
export interface EscapingApi {
  /** For HTML text (`esc_html`); valid references stay. */
  readonly escHtml: (text: unknown) => string;
  /** For a quoted HTML attribute (`esc_attr`). */
  readonly escAttr: (text: unknown) => string;
  /** For the inside of a `<textarea>` (`esc_textarea`). */
  readonly escTextarea: (text: unknown) => string;
  /** For a quoted string in an event attribute (`esc_js`). */
  readonly escJs: (text: unknown) => string;
  /** Text for XML: the five special characters and what is no XML character (`esc_xml`). */
  readonly escXml: (text: unknown) => string;
  /** An address for HTML; '' when its scheme is not allowed (`esc_url`). */
  readonly escUrl: (url: unknown, protocols?: readonly string[] | null, context?: 'display' | 'raw') => string;
  /** An address for storage or redirects (`esc_url_raw`, `sanitize_url`). */
  readonly escUrlRaw: (url: unknown, protocols?: readonly string[] | null) => string;
  /** An address for storing: as `escUrl`, but `&` stays as it is; empty when its protocol is not allowed (`sanitize_url`). */
  readonly sanitizeUrl: (url: unknown, protocols?: readonly string[] | null) => string;
  /** A tag's name: letters, digits, `_`, `:` and `-`, in lower case (`tag_escape`). */
  readonly tagEscape: (name: string) => string;
}

/** Makes untrusted values safe to store. @since 0.1.0 */
export interface SanitizingApi {
  /** A title as a slug, or the fallback when nothing is left of it. Context `save` takes accents off (`sanitize_title`). */
  readonly sanitizeTitle: (title: string, fallback?: string, context?: string) => string;
  /** Lower-case letters, digits and dashes; what else there is, percent-encoded (`sanitize_title_with_dashes`). */
  readonly sanitizeTitleWithDashes: (title: string, rawTitle?: string, context?: string) => string;
  /** Letters without their accents, by the rules of a locale (`remove_accents`). */
  readonly removeAccents: (text: string, locale?: string) => string;
  /** An e-mail address without what cannot stand in one; empty when none is left (`sanitize_email`). */
  readonly sanitizeEmail: (email: string) => string;
  /** The address when it is one, else false. */
  readonly isEmail: (email: string) => string | false;
  /** One line of plain text: no tags, no line breaks, no repeated blanks, no percent-encoded bytes (`sanitize_text_field`). */
  readonly sanitizeTextField: (value: unknown) => string;
  /** Plain text that keeps its lines; otherwise as `sanitizeTextField` (`sanitize_textarea_field`). */
  readonly sanitizeTextareaField: (value: unknown) => string;
  /** A file's name without path, blanks and special characters, safe to store under (`sanitize_file_name`). */
  readonly sanitizeFileName: (name: string) => string;
  /** Lower-case letters, digits, `_` and `-` (`sanitize_key`). */
  readonly sanitizeKey: (key: unknown) => string;
  /** A class name: letters, digits, `_` and `-`; the fallback when nothing is left (`sanitize_html_class`). */
  readonly sanitizeHtmlClass: (name: string, fallback?: string | null) => string;
  /** A login name; `strict` allows only letters, digits, blank, `_.-@` (`sanitize_user`). */
  readonly sanitizeUser: (name: string, strict?: boolean) => string;
  /** `#` and three or six hexadecimal digits, else undefined (`sanitize_hex_color`). */
  readonly sanitizeHexColor: (color: string) => string | undefined;
  /** As `sanitizeHexColor`, with or without `#` before and always without it after (`sanitize_hex_color_no_hash`). */
  readonly sanitizeHexColorNoHash: (color: string) => string | undefined;
  /** A colour with `#` before its digits; what is no colour stays as it is (`maybe_hash_hex_color`). */
  readonly maybeHashHexColor: (color: string) => string;
  /** `#` and three or six hexadecimal digits, else false (`rest_parse_hex_color`). */
  readonly restParseHexColor: (color: string) => string | false;
  /** The name of a locale: letters, digits, `_` and `-` (`sanitize_locale_name`). */
  readonly sanitizeLocaleName: (name: string) => string;
  /** Columns to order by, each with its direction, else false (`sanitize_sql_orderby`). */
  readonly sanitizeSqlOrderby: (orderby: string) => string | false;
  /** The http addresses in a text, one on each line (`sanitize_trackback_urls`). */
  readonly sanitizeTrackbackUrls: (text: string) => string;
  /** Letters, digits and `-+*./`, as a MIME type has them (`sanitize_mime_type`). */
  readonly sanitizeMimeType: (type: string) => string;
  /** Only the elements and attributes allowed, and addresses of the protocols allowed (`wp_kses`). */
  readonly wpKses: (text: string, allowedHtml: KsesAllowedHtml | string, protocols?: readonly string[]) => string;
  /** What may stand in a post (`wp_kses_post`). */
  readonly wpKsesPost: (text: string) => string;
  /** What may stand in a comment (`wp_kses_data`). */
  readonly wpKsesData: (text: string) => string;
  /** One attribute (`name="value"`) as it may stand on an element of a post; empty when it may not (`wp_kses_one_attr`). */
  readonly wpKsesOneAttr: (attribute: string, element: string) => string;
  /** As `wpKsesData`, of slashed text (`wp_filter_kses`). */
  readonly wpFilterKses: (text: string) => string;
  /** As `wpKsesPost`, of slashed text (`wp_filter_post_kses`). */
  readonly wpFilterPostKses: (text: string) => string;
  /** Slashed text without any element (`wp_filter_nohtml_kses`). */
  readonly wpFilterNohtmlKses: (text: string) => string;
  /** An address without the protocols in front that are not in the list (`wp_kses_bad_protocol`). */
  readonly wpKsesBadProtocol: (text: string, protocols: readonly string[]) => string;
  /** Text without control characters, and without backslashes before zeros unless these are kept (`wp_kses_no_null`). */
  readonly wpKsesNoNull: (text: string, keepSlashZero?: boolean) => string;
  /** Numeric references as the characters they stand for (`wp_kses_decode_entities`). */
  readonly wpKsesDecodeEntities: (text: string) => string;
  /** The elements and attributes allowed in a context: `post`, `data`, `strip`, `entities`, or as given (`wp_kses_allowed_html`). */
  readonly wpKsesAllowedHtml: (context?: string | KsesAllowedHtml) => KsesAllowedHtml;
  /** Ampersands that begin no known entity become `&amp;` (`wp_kses_normalize_entities`). */
  readonly wpKsesNormalizeEntities: (text: string, context?: 'html' | 'xml') => string;
  /** The protocols addresses may have; changed by the filter `kses_allowed_protocols` (`wp_allowed_protocols`). */
  readonly wpAllowedProtocols: () => readonly string[];
  /** Only the declarations of a style attribute that are safe (`safecss_filter_attr`). */
  readonly safecssFilterAttr: (css: string) => string;
  /** Text without tags, and without the contents of `script` and `style` (`wp_strip_all_tags`). */
  readonly wpStripAllTags: (text: unknown, removeBreaks?: boolean) => string;
  /** A whole number, zero or more (`absint`). */
  readonly absint: (value: unknown) => number;
  /** Whether a value stands for true or false: itself, 0, 1, or the words as text (`rest_is_boolean`). */
  readonly restIsBoolean: (value: unknown) => boolean;
  /** What a value that stands for true or false means: `false`, `FALSE`, `0` and empty are false (`rest_sanitize_boolean`). */
  readonly restSanitizeBoolean: (value: unknown) => boolean;
  /** Whether a value is a whole number, or the text of one (`rest_is_integer`). */
  readonly restIsInteger: (value: unknown) => boolean;
  /** True and false from values of any kind; the text `false` in any case is false (`wp_validate_boolean`). */
  readonly wpValidateBoolean: (value: unknown) => boolean;
  /** The moment of an RFC 3339 date (seconds, UTC), or false when it is none (`rest_parse_date`). */
  readonly restParseDate: (date: string, forceUtc?: boolean) => number | false;
  /** 0 for a relative path that stays inside; 1 climbs with `..`, 2 has a drive, 3 is not in the list allowed (`validate_file`). */
  readonly validateFile: (file: unknown, allowed?: readonly string[]) => 0 | 1 | 2 | 3;
  /** An IPv4 or IPv6 address, else false (`rest_is_ip_address`). */
  readonly restIsIpAddress: (ip: string) => string | false;
  /** A text that can be sent as UTF-8, else empty (`wp_check_invalid_utf8`). */
  readonly wpCheckInvalidUtf8: (text: string) => string;
  /** An address that can be sent in a header (`wp_sanitize_redirect`). */
  readonly wpSanitizeRedirect: (location: string) => string;
  /** The address when it leads into this site, or to a host that the filter `allowed_redirect_hosts` adds; else the fallback (`wp_validate_redirect`). */
  readonly wpValidateRedirect: (location: string, fallback?: string) => string;
  /** An address that the server may ask: http or https, no password, no local network; else false (`wp_http_validate_url`). */
  readonly wpHttpValidateUrl: (url: unknown) => string | false;
  /** Whether a text is a UUID, of this version when given; of versions only 4 is known (`wp_is_uuid`). */
  readonly wpIsUuid: (uuid: unknown, version?: number | null) => boolean;
}

/** Turns what people typed into what readers see. @since 0.1.0 */
export interface PresentationApi {
  /** Curly quotes, dashes and other marks of typesetting, outside of tags and code (`wptexturize`). */
  readonly wptexturize: (text: string) => string;
  /** Paragraphs from empty lines, and line breaks from single ones unless `br` is false (`wpautop`). */
  readonly wpautop: (text: string, br?: boolean) => string;
  /** Ampersands that begin no entity as `&#038;` (`convert_chars`). */
  readonly convertChars: (text: string) => string;
  /** Smilies as characters, when the option `use_smilies` is on (`convert_smilies`). */
  readonly convertSmilies: (text: string) => string;
  /** The P of WordPress, large (`capital_P_dangit`). */
  readonly capitalPDangit: (text: string, title?: boolean) => string;
  /** Addresses and e-mail addresses as links (`make_clickable`). */
  readonly makeClickable: (text: string) => string;
  /** Closes what is open, and drops closings without an opening (`force_balance_tags`). */
  readonly forceBalanceTags: (text: string) => string;
  /** The first words of a text, without tags, with `more` (`…`) when some were left out (`wp_trim_words`). */
  readonly wpTrimWords: (text: string, count?: number, more?: string | null) => string;
  /** The first characters of a text, without tags and without cutting an entity (`wp_html_excerpt`). */
  readonly wpHtmlExcerpt: (text: string, count: number, more?: string | null) => string;
  /** Gives pictures and frames of a content their loading attributes (`wp_filter_content_tags`). */
  readonly wpFilterContentTags: (text: string) => string;
  /** Takes and gives slashed text, as WordPress's function does. */
  readonly wpRelNofollow: (text: string) => string;
  /** Links with `rel="nofollow ugc"`, but those into this site (`wp_rel_ugc`). */
  readonly wpRelUgc: (text: string) => string;
  /** One kind of line break, and no blanks at the ends or repeated (`normalize_whitespace`). */
  readonly normalizeWhitespace: (text: string) => string;
  /** Entities of `&<>` and, by `style`, quotes, as the characters again (`wp_specialchars_decode`). */
  readonly wpSpecialcharsDecode: (text: string, style?: 'none' | 'double' | 'single' | 'both') => string;
  /** Named references as numeric ones (`ent2ncr`). */
  readonly ent2ncr: (text: string) => string;
  /** A number, or text, with zeros in front until it is long enough (`zeroise`). */
  readonly zeroise: (value: unknown, length: number) => string;
  /** A backslash before every letter, so that a date's format shows it as it is (`backslashit`). */
  readonly backslashit: (text: string) => string;
  /** Gives links, and other elements that are named, a `target` (`links_add_target`). */
  readonly linksAddTarget: (text: string, target?: string, tags?: readonly string[]) => string;
  /** An address for people: without protocol, `www.` and the last slash, and cut when it is long (`url_shorten`). */
  readonly urlShorten: (url: string, length?: number) => string;
  /** Text outside ASCII percent-encoded, at most `limit` bytes of it, never cutting a character (`utf8_uri_encode`). */
  readonly utf8UriEncode: (text: string, limit?: number, encodeAscii?: boolean) => string;
  /** HTML cut into text and markup in turn, text first (`wp_html_split`). */
  readonly wpHtmlSplit: (text: string) => string[];
  /** Texts replaced inside tags and comments only (`wp_replace_in_html_tags`). */
  readonly wpReplaceInHtmlTags: (text: string, pairs: Readonly<Record<string, string>>) => string;
  /** Values are taken as they are: encode them first, escape the result for HTML. */
  readonly addQueryArg: {
    (name: string, value: QueryArgValue, url?: string | false | null): string;
    (args: Readonly<Record<string, QueryArgValue>>, url?: string | false | null): string;
  };
  /** An address (the request's own when left out) without these arguments (`remove_query_arg`). */
  readonly removeQueryArg: (name: string | readonly string[], url?: string | false | null) => string;
  /** One slash at the end (`trailingslashit`). */
  readonly trailingslashit: (text: string) => string;
  /** No slash at the end (`untrailingslashit`). */
  readonly untrailingslashit: (text: string) => string;
  /** An address without protocol and host (`wp_make_link_relative`). */
  readonly wpMakeLinkRelative: (link: string) => string;
  /** A path with `/` only, no repeated ones, and a large drive letter (`wp_normalize_path`). */
  readonly wpNormalizePath: (path: string) => string;
  /** Whether a path begins at a root or a drive (`path_is_absolute`). */
  readonly pathIsAbsolute: (path: string) => boolean;
  /** A path inside a folder; an absolute one stays what it is (`path_join`). */
  readonly pathJoin: (base: string, path: string) => string;
  /** The last part of a path, without this ending (`wp_basename`). */
  readonly wpBasename: (path: string, suffix?: string) => string;
  /** How many bytes a size such as `64M` has (`wp_convert_hr_to_bytes`). */
  readonly wpConvertHrToBytes: (value: unknown) => number;
  /** A duration such as `1:02:03` in words, or false (`human_readable_duration`). */
  readonly humanReadableDuration: (duration: string) => string | false;
  /** @param bytes a number of bytes; the answer is false when it is negative */
  readonly sizeFormat: (bytes: unknown, decimals?: number) => string | false;
  /** A number in the notation of the site's language (`number_format_i18n`). */
  readonly numberFormatI18n: (value: unknown, decimals?: number) => string;
  /** @param from Unix seconds @param to Unix seconds; 0 or absent means now */
  readonly humanTimeDiff: (from: number, to?: number) => string;
}

/** The parts of an address; what it does not have is absent. */
export interface AddressParts {
  scheme?: string;
  host?: string;
  port?: number;
  user?: string;
  pass?: string;
  path?: string;
  query?: string;
  fragment?: string;
}

/** Lists, maps and addresses, as requests and options bring them. @since 0.1.0 */
export interface StructuredApi {
  /** Arguments, as a map or a query string, with defaults for what is not among them (`wp_parse_args`). */
  readonly wpParseArgs: (
    args: string | Readonly<Record<string, unknown>>,
    defaults?: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
  /** The values of a list, or of a text that separates them by commas or blanks (`wp_parse_list`). */
  readonly wpParseList: (list: unknown) => unknown[];
  /** As `wpParseList`, as whole numbers from zero on, each one once (`wp_parse_id_list`). */
  readonly wpParseIdList: (list: unknown) => number[];
  /** As `wpParseList`, as slugs, each one once (`wp_parse_slug_list`). */
  readonly wpParseSlugList: (list: unknown) => string[];
  /** One field of every item of a list, by another field when one is named (`wp_list_pluck`). */
  readonly wpListPluck: (
    list: readonly Readonly<Record<string, unknown>>[],
    field: string,
    indexKey?: string,
  ) => unknown[] | Record<string, unknown>;
  /** Those of a map's entries whose names are in a list and whose values are not null (`wp_array_slice_assoc`). */
  readonly wpArraySliceAssoc: (
    map: Readonly<Record<string, unknown>>,
    names: readonly string[],
  ) => Record<string, unknown>;
  /** Runs a function over every value of nested lists and maps (`map_deep`). */
  readonly mapDeep: (value: unknown, change: (value: unknown) => unknown) => unknown;
  /** Every text in a value with a backslash before quotes and backslashes (`wp_slash`). */
  readonly wpSlash: (value: unknown) => unknown;
  /** Every text in a value without one level of backslashes (`wp_unslash`). */
  readonly wpUnslash: (value: unknown) => unknown;
  /** The same as `wpUnslash` (`stripslashes_deep`). */
  readonly stripslashesDeep: (value: unknown) => unknown;
  /** Every value as it may stand in a query, blanks as `+` (`urlencode_deep`). */
  readonly urlencodeDeep: (value: unknown) => unknown;
  /** Every value as it may stand in a path, blanks as `%20` (`rawurlencode_deep`). */
  readonly rawurlencodeDeep: (value: unknown) => unknown;
  /** What `urlencodeDeep` did, undone (`urldecode_deep`). */
  readonly urldecodeDeep: (value: unknown) => unknown;
  /** A query string of values that are encoded already (`build_query`). */
  readonly buildQuery: (args: Readonly<Record<string, unknown>> | readonly unknown[]) => string;
  /** The parts of an address, or one of them (null when it has none); false when it is malformed (`wp_parse_url`). */
  readonly wpParseUrl: {
    (url: string): AddressParts | false;
    <K extends keyof AddressParts>(url: string, component: K): NonNullable<AddressParts[K]> | null | false;
  };
  /** Whether a request's value can stand for a list: one, or text or a number that is taken as one (`rest_is_array`). */
  readonly restIsArray: (value: unknown) => boolean;
  /** The list that a request's value stands for (`rest_sanitize_array`). */
  readonly restSanitizeArray: (value: unknown) => unknown[];
  /** Whether a request's value can stand for a map; an empty text can (`rest_is_object`). */
  readonly restIsObject: (value: unknown) => boolean;
  /** The map that a request's value stands for; empty when it stands for none (`rest_sanitize_object`). */
  readonly restSanitizeObject: (value: unknown) => Record<string, unknown>;
  /** Whether a text is `y`, in any case (`bool_from_yn`). */
  readonly boolFromYn: (text: string) => boolean;
  /** The items of a list that have these fields: all of them, any (`OR`), or none (`NOT`) (`wp_list_filter`). @since 0.2.0 */
  readonly wpListFilter: <T extends Readonly<Record<string, unknown>>>(
    list: readonly T[],
    fields: Readonly<Record<string, unknown>>,
    operator?: 'AND' | 'OR' | 'NOT',
  ) => T[];
  /** A list by one of its fields, or by several, each its own way; equal ones keep their order (`wp_list_sort`). @since 0.2.0 */
  readonly wpListSort: <T extends Readonly<Record<string, unknown>>>(
    list: readonly T[],
    by: string | Readonly<Record<string, 'ASC' | 'DESC'>>,
    order?: 'ASC' | 'DESC',
  ) => T[];
  /** The fields of a query string, in PHP's grammar (`wp_parse_str`). @since 0.2.0 */
  readonly wpParseStr: (query: string) => Record<string, unknown>;
  /** A value as JSON that is safe in markup, too; false when it cannot be written (`wp_json_encode`). @since 0.2.0 */
  readonly wpJsonEncode: (value: unknown, pretty?: boolean) => string | false;
  /** A number that no other call of the process was given, behind a prefix: for ids in HTML (`wp_unique_id`). @since 0.2.0 */
  readonly wpUniqueId: (prefix?: string) => string;
  /** A random UUID of version 4 (`wp_generate_uuid4`). @since 0.2.0 */
  readonly wpGenerateUuid4: () => string;
  /** An address with another scheme; the site's own when none is named (`set_url_scheme`). @since 0.2.0 */
  readonly setUrlScheme: (
    url: string,
    scheme?: 'http' | 'https' | 'relative' | 'login' | 'admin' | 'rest' | null,
  ) => string;
  /** Whether there is such a day; the filter of the same name changes it (`wp_checkdate`). @since 0.2.0 */
  readonly wpCheckdate: (month: number, day: number, year: number) => boolean;
}

/** Small pieces of forms, and data about people without the people. @since 0.2.0 */
export interface FormPiecesApi {
  /** ` selected="selected"` when two values are the same, as PHP compares texts; else nothing (`selected`). */
  readonly selected: (value: unknown, current?: unknown) => string;
  /** ` checked="checked"`, likewise (`checked`). */
  readonly checked: (value: unknown, current?: unknown) => string;
  /** ` disabled="disabled"`, likewise (`disabled`). */
  readonly disabled: (value: unknown, current?: unknown) => string;
  /** ` readonly="readonly"`, likewise (`readonly`). */
  readonly readonly: (value: unknown, current?: unknown) => string;
  /** A notice of the admin as HTML; the message keeps the markup that texts may have (`wp_get_admin_notice`). */
  readonly wpGetAdminNotice: (
    message: string,
    options?: {
      readonly type?: 'error' | 'success' | 'warning' | 'info';
      readonly dismissible?: boolean;
      readonly id?: string;
    },
  ) => string;
  /** An address of e-mail, some of its letters as references, for those who read pages by machine (`antispambot`). */
  readonly antispambot: (address: string, hex?: boolean) => string;
  /** A network address without the part that names somebody (`wp_privacy_anonymize_ip`). */
  readonly wpPrivacyAnonymizeIp: (address: string) => string;
  /** What stands for a piece of data about somebody once it is taken away: of `email`, `url`, `ip`, `date`, `text`, `longtext` (`wp_privacy_anonymize_data`). */
  readonly wpPrivacyAnonymizeData: (type: string, data?: string) => string;
}

/** WordPress's text functions, bound to one site. @since 0.1.0 */
export interface Formatting extends EscapingApi, SanitizingApi, PresentationApi, StructuredApi, FormPiecesApi {}
