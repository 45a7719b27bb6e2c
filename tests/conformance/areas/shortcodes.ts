import type { ShortcodeAtts, ShortcodeCallback } from '../../../core/api/index.js';
import { type CallInput, runCalls } from './site-free.js';

const FUNCTIONS: Record<string, ShortcodeCallback> = {
  __return_empty_string: () => '',
  __return_false: () => false,
  __return_true: () => true,
};

/** PHP has one array type: keys 0, 1, 2 … make a list. */
function phpArray(map: Record<string, unknown>): unknown {
  return Object.keys(map).every((key, index) => key === String(index)) ? Object.values(map) : map;
}

/** Runs one recorded case of the shortcode functions. */
export function runShortcodesCase(input: CallInput): Promise<unknown> {
  return runCalls(input, ({ shortcodes }) => ({
    ...shortcodes,
    shortcode_parse_atts: (text: string) => phpArray(shortcodes.shortcodeParseAtts(text)),
    shortcode_atts: (pairs: Record<string, unknown>, atts: ShortcodeAtts, tag?: string) =>
      phpArray(shortcodes.shortcodeAtts(pairs, atts, tag)),
    // PHP names callbacks by strings; a name without a function is not callable.
    add_shortcode: (tag: string, name: string) =>
      void shortcodes.addShortcode(tag, FUNCTIONS[name] as ShortcodeCallback),
    '@preg_shortcode_regex': (...tags: string[]) => shortcodes.getShortcodeRegex(tags.length > 0 ? tags : undefined),
  }));
}
