import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** Attributes of a shortcode: named ones by lower-case name, others by position. */
export type ShortcodeAtts = Record<string, string>;

/**
 * Returns the output of a shortcode. Values that are neither strings nor numbers become ''.
 * @param content content enclosed by the shortcode, '' if there is none
 */
export type ShortcodeCallback = (
  atts: ShortcodeAtts,
  content: string,
  tag: string,
) => MaybePromise<string | number | boolean | null | undefined | void>;

/**
 * Shortcodes.
 * @since 0.1.0
 */
export interface ShortcodesApi {
  /** Registers a shortcode (`add_shortcode`); an invalid name is reported (`doing_it_wrong_run`) and ignored. */
  readonly addShortcode: (tag: string, callback: ShortcodeCallback, owner?: string) => Undo;
  /** Unregisters a shortcode; its tags remain in existing content (`remove_shortcode`). */
  readonly removeShortcode: (tag: string) => void;
  /** Unregisters all shortcodes (`remove_all_shortcodes`). */
  readonly removeAllShortcodes: () => void;
  /** Whether a shortcode is registered (`shortcode_exists`). */
  readonly shortcodeExists: (tag: string) => boolean;
  /** Whether the text contains the registered shortcode, including nested in others (`has_shortcode`). */
  readonly hasShortcode: (content: string, tag: string) => boolean;
  /** Replaces shortcodes in a text with their output (`do_shortcode`). */
  readonly doShortcode: (content: string, ignoreHtml?: boolean) => Promise<string>;
  /** Alias of `doShortcode` (`apply_shortcodes`). */
  readonly applyShortcodes: (content: string, ignoreHtml?: boolean) => Promise<string>;
  /**
   * Runs the named shortcodes inside HTML tags and encodes other brackets there as character references
   * (`do_shortcodes_in_html_tags`).
   */
  readonly doShortcodesInHtmlTags: (content: string, ignoreHtml: boolean, tags: readonly string[]) => Promise<string>;
  /** Removes the registered shortcodes from a text (`strip_shortcodes`). */
  readonly stripShortcodes: (content: string) => string;
  /** Removes the paragraphs around standalone shortcodes (`shortcode_unautop`). */
  readonly shortcodeUnautop: (text: string) => string;
  /**
   * Merges known attributes with their defaults (`shortcode_atts`).
   * @param tag applies the filter `shortcode_atts_{tag}` to the result
   */
  readonly shortcodeAtts: <T extends Record<string, unknown>>(
    pairs: T,
    atts: ShortcodeAtts | '' | null,
    tag?: string,
  ) => { [K in keyof T]: T[K] | string };
  /** Parses the attributes of a shortcode tag; unnamed ones are numbered (`shortcode_parse_atts`). */
  readonly shortcodeParseAtts: (text: string) => ShortcodeAtts;
  /** Returns the names and values of parsed attributes in source order. */
  readonly shortcodeAttsEntries: (atts: ShortcodeAtts) => [string, string][];
  /** Returns a regular expression that matches shortcodes, with the groups of WordPress (`get_shortcode_regex`). */
  readonly getShortcodeRegex: (tags?: readonly string[]) => string;
  /** Returns the registered names, in order of registration. */
  readonly shortcodeTags: () => readonly string[];
}
