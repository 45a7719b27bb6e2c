import type { MaybePromise } from './maybe-promise.js';

/** What a theme says of itself. @since 0.2.0 */
export interface ThemeData {
  /** The name of its folder. */
  readonly stylesheet: string;
  /** That of the theme it builds on; its own when it builds on none. */
  readonly template: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

/** The site's name and theme, and what is kept with the theme (WordPress: theme.php, `get_bloginfo`). @since 0.2.0 */
export interface ThemesApi {
  /** A fact about the site, such as `name`, `description`, `url`, `version`, `language`, `charset`; the name when none is asked for (`get_bloginfo`). */
  getBloginfo(show?: string): Promise<string>;
  /** The theme that is worn, by its folder (`get_stylesheet`). */
  getStylesheet(): string;
  /** The theme it builds on at the bottom, by its folder (`get_template`). */
  getTemplate(): string;
  /** A theme, the one that is worn when none is named; undefined when it is not here (`wp_get_theme`). */
  wpGetTheme(stylesheet?: string): ThemeData | undefined;
  /** What is kept with the theme under a name, after the filter `theme_mod_{name}` (`get_theme_mod`). */
  getThemeMod<T = unknown>(name: string, defaultValue?: T): Promise<T | false>;
  /** All that is kept with the theme (`get_theme_mods`). */
  getThemeMods(): Promise<Record<string, unknown>>;
  /** Keeps a value with the theme (`set_theme_mod`). */
  setThemeMod(name: string, value: unknown): Promise<boolean>;
  /** Forgets a value (`remove_theme_mod`). */
  removeThemeMod(name: string): Promise<void>;
  /** Says that pages have a feature; for plugins that bring it (`add_theme_support`). */
  addThemeSupport(feature: string, ...args: readonly unknown[]): void;
  /** Takes a feature back; one of the theme's own for as long as the plugin runs (`remove_theme_support`). */
  removeThemeSupport(feature: string): boolean;
  /** Whether pages have a feature, after the filter `current_theme_supports-{feature}` (`current_theme_supports`). */
  currentThemeSupports(feature: string, ...args: readonly unknown[]): boolean;
  /** What was said about a feature: the arguments, true without any, false when pages do not have it (`get_theme_support`). */
  getThemeSupport(feature: string): readonly unknown[] | boolean;
  /** An address below `wp-content` (`content_url`). */
  contentUrl(path?: string): string;
  /** The address of a feed: `rss2`, `atom` or `comments_rss2` (`get_feed_link`). */
  getFeedLink(feed?: string): Promise<string>;
  /** The page that says what becomes of people's data; empty when there is none (`get_privacy_policy_url`). */
  getPrivacyPolicyUrl(): MaybePromise<string>;
  /** `production` or `development` (`wp_get_environment_type`). */
  wpGetEnvironmentType(): 'production' | 'development';
}
