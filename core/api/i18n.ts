/** Words that are translated later, by `translateNoopedPlural` (`_n_noop`). @since 0.2.0 */
export interface NoopedPlural {
  readonly singular: string;
  readonly plural: string;
  readonly context?: string;
}

/** Translations of one text domain, in the language of the running request. */
export interface TranslationApi {
  /** Translates (`__`). `%s` and `%1$s` stand for the arguments. */
  __(text: string, ...args: readonly (string | number)[]): string;
  /** Translates with the plural form for a number (`_n`); `%d` or `%s` stands for it. */
  _n(single: string, plural: string, count: number, ...args: readonly (string | number)[]): string;
  /** Translates a word that means different things (`_x`). */
  _x(text: string, context: string, ...args: readonly (string | number)[]): string;
  /** As `_n`, of words that mean different things (`_nx`). @since 0.2.0 */
  _nx(single: string, plural: string, count: number, context: string, ...args: readonly (string | number)[]): string;
  /** As `__`, for HTML: arguments and all are escaped (`esc_html__`). @since 0.2.0 */
  escHtml__(text: string, ...args: readonly (string | number)[]): string;
  /** As `__`, for an attribute (`esc_attr__`). @since 0.2.0 */
  escAttr__(text: string, ...args: readonly (string | number)[]): string;
  /** As `_x`, for HTML (`esc_html_x`). @since 0.2.0 */
  escHtmlX(text: string, context: string, ...args: readonly (string | number)[]): string;
  /** As `_x`, for an attribute (`esc_attr_x`). @since 0.2.0 */
  escAttrX(text: string, context: string, ...args: readonly (string | number)[]): string;
  /** Names words with a plural for later (`_n_noop`). @since 0.2.0 */
  _nNoop(singular: string, plural: string): NoopedPlural;
  /** The same of words that mean different things (`_nx_noop`). @since 0.2.0 */
  _nxNoop(singular: string, plural: string, context: string): NoopedPlural;
  /** Translates such words for a number (`translate_nooped_plural`). @since 0.2.0 */
  translateNoopedPlural(plural: NoopedPlural, count: number): string;
  /** `en_US`, `pl_PL`: the language of the running request. */
  locale(): string;
  /** The same (`get_locale`). @since 0.2.0 */
  getLocale(): string;
  /** The same (`determine_locale`). @since 0.2.0 */
  determineLocale(): string;
  /** Whether the language is written from right to left (`is_rtl`); none that the host ships is. @since 0.2.0 */
  isRtl(): boolean;
  /** The languages that the host ships (`get_available_languages`). @since 0.2.0 */
  getAvailableLanguages(): readonly string[];
  /** Has the rest of the running request speak another language, until `restorePreviousLocale`; false for one that is not here (`switch_to_locale`). @since 0.2.0 */
  switchToLocale(locale: string): boolean;
  /** Goes back to the language before the last switch, and answers it; false when there was none (`restore_previous_locale`). @since 0.2.0 */
  restorePreviousLocale(): string | false;
  /** Whether the request speaks another language than it began with (`is_locale_switched`). @since 0.2.0 */
  isLocaleSwitched(): boolean;
}
