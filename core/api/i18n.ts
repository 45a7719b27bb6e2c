/**
 * A plural to be translated later by `translateNoopedPlural` (`_n_noop`).
 * @since 0.1.0
 */
export interface NoopedPlural {
  readonly singular: string;
  readonly plural: string;
  readonly context?: string;
}

/** Translations of a text domain, in the language of the current request. */
export interface TranslationApi {
  /** Translates a text (`__`). `%s` and `%1$s` are placeholders for the arguments. */
  __(text: string, ...args: readonly (string | number)[]): string;
  /** Translates a text with the plural form for a number (`_n`); `%d` or `%s` is the placeholder of the number. */
  _n(single: string, plural: string, count: number, ...args: readonly (string | number)[]): string;
  /** Translates a text with a context that disambiguates it (`_x`). */
  _x(text: string, context: string, ...args: readonly (string | number)[]): string;
  /**
   * As `_n`, with a context (`_nx`).
   * @since 0.1.0
   */
  _nx(single: string, plural: string, count: number, context: string, ...args: readonly (string | number)[]): string;
  /**
   * As `__`, escaped for HTML including the arguments (`esc_html__`).
   * @since 0.1.0
   */
  escHtml__(text: string, ...args: readonly (string | number)[]): string;
  /**
   * As `__`, escaped for an attribute (`esc_attr__`).
   * @since 0.1.0
   */
  escAttr__(text: string, ...args: readonly (string | number)[]): string;
  /**
   * As `_x`, escaped for HTML (`esc_html_x`).
   * @since 0.1.0
   */
  escHtmlX(text: string, context: string, ...args: readonly (string | number)[]): string;
  /**
   * As `_x`, escaped for an attribute (`esc_attr_x`).
   * @since 0.1.0
   */
  escAttrX(text: string, context: string, ...args: readonly (string | number)[]): string;
  /**
   * Registers a plural for later translation (`_n_noop`).
   * @since 0.1.0
   */
  _nNoop(singular: string, plural: string): NoopedPlural;
  /**
   * As `_nNoop`, with a context (`_nx_noop`).
   * @since 0.1.0
   */
  _nxNoop(singular: string, plural: string, context: string): NoopedPlural;
  /**
   * Translates a registered plural for a number (`translate_nooped_plural`).
   * @since 0.1.0
   */
  translateNoopedPlural(plural: NoopedPlural, count: number): string;
  /** Returns the language of the current request: `en_US`, `pl_PL`. */
  locale(): string;
  /**
   * Alias of `locale` (`get_locale`).
   * @since 0.1.0
   */
  getLocale(): string;
  /**
   * Alias of `locale` (`determine_locale`).
   * @since 0.1.0
   */
  determineLocale(): string;
  /**
   * Whether the language is written from right to left (`is_rtl`); none of the bundled languages is.
   * @since 0.1.0
   */
  isRtl(): boolean;
  /**
   * Returns the bundled languages (`get_available_languages`).
   * @since 0.1.0
   */
  getAvailableLanguages(): readonly string[];
  /**
   * Returns the languages in which the site is offered to visitors: its own first, then the others selected under
   * _Settings → General_.
   * @since 0.1.0
   */
  getSiteLanguages(): readonly string[];
  /**
   * Switches the current request to another language until `restorePreviousLocale`; false if the language is not
   * available (`switch_to_locale`).
   * @since 0.1.0
   */
  switchToLocale(locale: string): boolean;
  /**
   * Restores the language before the last switch and returns it; false if there was no switch
   * (`restore_previous_locale`).
   * @since 0.1.0
   */
  restorePreviousLocale(): string | false;
  /**
   * Whether the language of the request has been switched (`is_locale_switched`).
   * @since 0.1.0
   */
  isLocaleSwitched(): boolean;
}
