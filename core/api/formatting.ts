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
  escHtml(text: unknown): string;
  /** For a quoted HTML attribute (`esc_attr`). */
  escAttr(text: unknown): string;
  /** For the inside of a `<textarea>` (`esc_textarea`). */
  escTextarea(text: unknown): string;
  /** For a quoted string in an event attribute (`esc_js`). */
  escJs(text: unknown): string;
  escXml(text: unknown): string;
  /** An address for HTML; '' when its scheme is not allowed (`esc_url`). */
  escUrl(url: unknown, protocols?: readonly string[] | null, context?: 'display' | 'raw'): string;
  /** An address for storage or redirects (`esc_url_raw`, `sanitize_url`). */
  escUrlRaw(url: unknown, protocols?: readonly string[] | null): string;
  sanitizeUrl(url: unknown, protocols?: readonly string[] | null): string;
  tagEscape(name: string): string;
}

/** Makes untrusted values safe to store. @since 0.1.0 */
export interface SanitizingApi {
  sanitizeTitle(title: string, fallback?: string, context?: string): string;
  sanitizeTitleWithDashes(title: string, rawTitle?: string, context?: string): string;
  removeAccents(text: string, locale?: string): string;
  sanitizeEmail(email: string): string;
  /** The address when it is one, else false. */
  isEmail(email: string): string | false;
  sanitizeTextField(value: unknown): string;
  sanitizeTextareaField(value: unknown): string;
  sanitizeFileName(name: string): string;
  sanitizeKey(key: unknown): string;
  sanitizeHtmlClass(name: string, fallback?: string): string;
  sanitizeUser(name: string, strict?: boolean): string;
  sanitizeHexColor(color: string): string | undefined;
  sanitizeMimeType(type: string): string;
  wpKses(text: string, allowedHtml: KsesAllowedHtml | string, protocols?: readonly string[]): string;
  wpKsesPost(text: string): string;
  wpKsesData(text: string): string;
  wpKsesOneAttr(attribute: string, element: string): string;
  wpKsesAllowedHtml(context?: string | KsesAllowedHtml): KsesAllowedHtml;
  wpKsesNormalizeEntities(text: string, context?: 'html' | 'xml'): string;
  wpAllowedProtocols(): readonly string[];
  safecssFilterAttr(css: string): string;
  wpStripAllTags(text: unknown, removeBreaks?: boolean): string;
  absint(value: unknown): number;
  restIsBoolean(value: unknown): boolean;
  restSanitizeBoolean(value: unknown): boolean;
  restIsInteger(value: unknown): boolean;
  wpValidateBoolean(value: unknown): boolean;
  restParseDate(date: string, forceUtc?: boolean): number | false;
  validateFile(file: unknown, allowed?: readonly string[]): 0 | 1 | 2 | 3;
  wpHttpValidateUrl(url: unknown): string | false;
  wpIsUuid(uuid: unknown, version?: 4): boolean;
}

/** Turns what people typed into what readers see. @since 0.1.0 */
export interface PresentationApi {
  wptexturize(text: string): string;
  wpautop(text: string, br?: boolean): string;
  convertChars(text: string): string;
  convertSmilies(text: string): string;
  capitalPDangit(text: string, title?: boolean): string;
  makeClickable(text: string): string;
  forceBalanceTags(text: string): string;
  wpTrimWords(text: string, count?: number, more?: string | null): string;
  wpHtmlExcerpt(text: string, count: number, more?: string): string;
  wpFilterContentTags(text: string): string;
  /** Takes and gives slashed text, as WordPress's function does. */
  wpRelNofollow(text: string): string;
  wpRelUgc(text: string): string;
  normalizeWhitespace(text: string): string;
  wpSpecialcharsDecode(text: string, style?: 'none' | 'double' | 'single' | 'both'): string;
  /** Values are taken as they are: encode them first, escape the result for HTML. */
  addQueryArg(name: string, value: QueryArgValue, url?: string): string;
  addQueryArg(args: Readonly<Record<string, QueryArgValue>>, url?: string): string;
  removeQueryArg(name: string | readonly string[], url?: string): string;
  trailingslashit(text: string): string;
  untrailingslashit(text: string): string;
  wpMakeLinkRelative(link: string): string;
  wpNormalizePath(path: string): string;
  /** @param bytes a number of bytes; the answer is false when it is negative */
  sizeFormat(bytes: unknown, decimals?: number): string | false;
  numberFormatI18n(value: unknown, decimals?: number): string;
  /** @param from Unix seconds @param to Unix seconds; 0 or absent means now */
  humanTimeDiff(from: number, to?: number): string;
}

/** WordPress's text functions, bound to one site. @since 0.1.0 */
export interface Formatting extends EscapingApi, SanitizingApi, PresentationApi {}
