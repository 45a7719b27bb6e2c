import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/** Attributes of a shortcode: named ones by name in lower case, others by position. */
export type ShortcodeAtts = Record<string, string>;

/**
 * Produces what stands in the place of a shortcode. What is not text or a number becomes ''.
 * @param content what the shortcode encloses, '' when it encloses nothing
 */
export type ShortcodeCallback = (
  atts: ShortcodeAtts,
  content: string,
  tag: string,
) => MaybePromise<string | number | boolean | null | undefined | void>;

/** WordPress's shortcodes. @since 0.1.0 */
export interface ShortcodesApi {
  /** Registers a shortcode (`add_shortcode`); an invalid name is reported (`doing_it_wrong_run`) and ignored. */
  readonly addShortcode: (tag: string, callback: ShortcodeCallback, owner?: string) => Undo;
  /** Forgets a shortcode; its text stays in what was written (`remove_shortcode`). */
  readonly removeShortcode: (tag: string) => void;
  /** Forgets every shortcode (`remove_all_shortcodes`). */
  readonly removeAllShortcodes: () => void;
  /** Whether a shortcode is registered (`shortcode_exists`). */
  readonly shortcodeExists: (tag: string) => boolean;
  /** Whether the text holds the registered shortcode, also inside others. */
  readonly hasShortcode: (content: string, tag: string) => boolean;
  /** Puts the output of shortcodes into a text; a promise only when a callback gives one. */
  readonly doShortcode: (content: string, ignoreHtml?: boolean) => MaybePromise<string>;
  /** The same as `doShortcode` (`apply_shortcodes`). */
  readonly applyShortcodes: (content: string, ignoreHtml?: boolean) => MaybePromise<string>;
  /** Runs the named shortcodes inside tags and hides other brackets there as references. */
  readonly doShortcodesInHtmlTags: (
    content: string,
    ignoreHtml: boolean,
    tags: readonly string[],
  ) => MaybePromise<string>;
  /** A text without its registered shortcodes (`strip_shortcodes`). */
  readonly stripShortcodes: (content: string) => string;
  /** Takes shortcodes that stand alone out of their paragraphs. */
  readonly shortcodeUnautop: (text: string) => string;
  /** Known attributes with their defaults. @param tag runs the result through `shortcode_atts_{tag}` */
  readonly shortcodeAtts: <T extends Record<string, unknown>>(
    pairs: T,
    atts: ShortcodeAtts | '' | null,
    tag?: string,
  ) => { [K in keyof T]: T[K] | string };
  /** Attributes from the text of a tag; those without a name are numbered (`shortcode_parse_atts`). */
  readonly shortcodeParseAtts: (text: string) => ShortcodeAtts;
  /** The names and values of parsed attributes in the order they were written. */
  readonly shortcodeAttsEntries: (atts: ShortcodeAtts) => [string, string][];
  /** A pattern that finds shortcodes; groups as in WordPress. */
  readonly getShortcodeRegex: (tags?: readonly string[]) => string;
  /** Registered names, in order of registration. */
  readonly shortcodeTags: () => readonly string[];
}
