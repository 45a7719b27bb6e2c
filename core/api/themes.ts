/**
 * Metadata of a theme.
 * @since 0.1.0
 */
export interface ThemeData {
  /** Folder name of the theme. */
  readonly stylesheet: string;
  /** Folder name of the parent theme; its own if it has none. */
  readonly template: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

/**
 * The site's name and theme, and theme modifications (WordPress: theme.php, `get_bloginfo`).
 * @since 0.1.0
 */
export interface ThemesApi {
  /**
   * Returns information about the site, such as `name`, `description`, `url`, `version`, `language`, `charset`;
   * defaults to the name (`get_bloginfo`).
   */
  getBloginfo(show?: string): Promise<string>;
  /** Returns the folder name of the active theme (`get_stylesheet`). */
  getStylesheet(): string;
  /** Returns the folder name of the root parent theme (`get_template`). */
  getTemplate(): string;
  /** Returns a theme, by default the active one; undefined if it is not installed (`wp_get_theme`). */
  wpGetTheme(stylesheet?: string): ThemeData | undefined;
  /** Returns a theme modification, after the filter `theme_mod_{name}` (`get_theme_mod`). */
  getThemeMod<T = unknown>(name: string, defaultValue?: T): Promise<T | false>;
  /** Returns all theme modifications (`get_theme_mods`). */
  getThemeMods(): Promise<Record<string, unknown>>;
  /** Sets a theme modification (`set_theme_mod`). */
  setThemeMod(name: string, value: unknown): Promise<boolean>;
  /** Removes a theme modification (`remove_theme_mod`). */
  removeThemeMod(name: string): Promise<void>;
  /** Declares support for a theme feature; for plugins that provide it (`add_theme_support`). */
  addThemeSupport(feature: string, ...args: readonly unknown[]): void;
  /** Removes support for a feature; for a feature of the theme, as long as the plugin runs (`remove_theme_support`). */
  removeThemeSupport(feature: string): boolean;
  /** Whether a feature is supported, after the filter `current_theme_supports-{feature}` (`current_theme_supports`). */
  currentThemeSupports(feature: string, ...args: readonly unknown[]): boolean;
  /**
   * Returns the arguments of a feature's support: true without arguments, false if it is not supported
   * (`get_theme_support`).
   */
  getThemeSupport(feature: string): readonly unknown[] | boolean;
  /** Returns a URL below `wp-content` (`content_url`). */
  contentUrl(path?: string): string;
  /** Returns the URL of a feed: `rss2`, `atom` or `comments_rss2` (`get_feed_link`). */
  getFeedLink(feed?: string): Promise<string>;
  /** Returns the URL of the privacy policy page; empty if there is none (`get_privacy_policy_url`). */
  getPrivacyPolicyUrl(): Promise<string>;
  /** Returns `production` or `development` (`wp_get_environment_type`). */
  wpGetEnvironmentType(): 'production' | 'development';
}
