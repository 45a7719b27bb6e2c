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
  valueCallback?: (value: string) => boolean;
}
/** Element name (lower case) → attribute → limits; `data-*` stands for all data attributes. */
export type KsesAllowedHtml = Readonly<Record<string, Readonly<Record<string, true | KsesAttributeLimits>>>>;
/** A value of a query argument; false removes the argument, null leaves it out. */
export type QueryArgValue = string | number | boolean | null | undefined | readonly unknown[] | { readonly [key: string]: unknown };

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
  readonly escXml: (text: unknown) => string;
  /** An address for HTML; '' when its scheme is not allowed (`esc_url`). */
  readonly escUrl: (url: unknown, protocols?: readonly string[] | null, context?: 'display' | 'raw') => string;
  /** An address for storage or redirects (`esc_url_raw`, `sanitize_url`). */
  readonly escUrlRaw: (url: unknown, protocols?: readonly string[] | null) => string;
  readonly sanitizeUrl: (url: unknown, protocols?: readonly string[] | null) => string;
  readonly tagEscape: (name: string) => string;
}

/** Makes untrusted values safe to store. @since 0.1.0 */
export interface SanitizingApi {
  readonly sanitizeTitle: (title: string, fallback?: string, context?: string) => string;
  readonly sanitizeTitleWithDashes: (title: string, rawTitle?: string, context?: string) => string;
  readonly removeAccents: (text: string, locale?: string) => string;
  readonly sanitizeEmail: (email: string) => string;
  /** The address when it is one, else false. */
  readonly isEmail: (email: string) => string | false;
  readonly sanitizeTextField: (value: unknown) => string;
  readonly sanitizeTextareaField: (value: unknown) => string;
  readonly sanitizeFileName: (name: string) => string;
  readonly sanitizeKey: (key: unknown) => string;
  readonly sanitizeHtmlClass: (name: string, fallback?: string) => string;
  readonly sanitizeUser: (name: string, strict?: boolean) => string;
  readonly sanitizeHexColor: (color: string) => string | undefined;
  readonly sanitizeMimeType: (type: string) => string;
  readonly wpKses: (text: string, allowedHtml: KsesAllowedHtml | string, protocols?: readonly string[]) => string;
  readonly wpKsesPost: (text: string) => string;
  readonly wpKsesData: (text: string) => string;
  readonly wpKsesOneAttr: (attribute: string, element: string) => string;
  readonly wpKsesAllowedHtml: (context?: string | KsesAllowedHtml) => KsesAllowedHtml;
  readonly wpKsesNormalizeEntities: (text: string, context?: 'html' | 'xml') => string;
  readonly wpAllowedProtocols: () => readonly string[];
  readonly safecssFilterAttr: (css: string) => string;
  readonly wpStripAllTags: (text: unknown, removeBreaks?: boolean) => string;
  readonly absint: (value: unknown) => number;
  readonly restIsBoolean: (value: unknown) => boolean;
  readonly restSanitizeBoolean: (value: unknown) => boolean;
  readonly restIsInteger: (value: unknown) => boolean;
  readonly wpValidateBoolean: (value: unknown) => boolean;
  readonly restParseDate: (date: string, forceUtc?: boolean) => number | false;
  readonly validateFile: (file: unknown, allowed?: readonly string[]) => 0 | 1 | 2 | 3;
  readonly wpHttpValidateUrl: (url: unknown) => string | false;
  readonly wpIsUuid: (uuid: unknown, version?: 4) => boolean;
}

/** Turns what people typed into what readers see. @since 0.1.0 */
export interface PresentationApi {
  readonly wptexturize: (text: string) => string;
  readonly wpautop: (text: string, br?: boolean) => string;
  readonly convertChars: (text: string) => string;
  readonly convertSmilies: (text: string) => string;
  readonly capitalPDangit: (text: string, title?: boolean) => string;
  readonly makeClickable: (text: string) => string;
  readonly forceBalanceTags: (text: string) => string;
  readonly wpTrimWords: (text: string, count?: number, more?: string | null) => string;
  readonly wpHtmlExcerpt: (text: string, count: number, more?: string) => string;
  readonly wpFilterContentTags: (text: string) => string;
  /** Takes and gives slashed text, as WordPress's function does. */
  readonly wpRelNofollow: (text: string) => string;
  readonly wpRelUgc: (text: string) => string;
  readonly normalizeWhitespace: (text: string) => string;
  readonly wpSpecialcharsDecode: (text: string, style?: 'none' | 'double' | 'single' | 'both') => string;
  /** Values are taken as they are: encode them first, escape the result for HTML. */
  readonly addQueryArg: {
    (name: string, value: QueryArgValue, url?: string): string;
    (args: Readonly<Record<string, QueryArgValue>>, url?: string): string;
  };
  readonly removeQueryArg: (name: string | readonly string[], url?: string) => string;
  readonly trailingslashit: (text: string) => string;
  readonly untrailingslashit: (text: string) => string;
  readonly wpMakeLinkRelative: (link: string) => string;
  readonly wpNormalizePath: (path: string) => string;
  /** @param bytes a number of bytes; the answer is false when it is negative */
  readonly sizeFormat: (bytes: unknown, decimals?: number) => string | false;
  readonly numberFormatI18n: (value: unknown, decimals?: number) => string;
  /** @param from Unix seconds @param to Unix seconds; 0 or absent means now */
  readonly humanTimeDiff: (from: number, to?: number) => string;
}

/** WordPress's text functions, bound to one site. @since 0.1.0 */
export interface Formatting extends EscapingApi, SanitizingApi, PresentationApi {}
