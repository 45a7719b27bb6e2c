import { mapSeries } from '../../api/index.js';
import { splitHtml } from '../../formatting/html/html-tokens.js';
import { wpKsesAttrParse } from '../../formatting/kses/hair.js';
import { trim } from '../../formatting/php/text.js';

interface HtmlShortcodeOptions {
  /** Whether brackets inside tags are escaped instead of running the shortcodes there. */
  ignoreHtml: boolean;
  /** Runs the shortcodes of a text; `count` is their number. */
  run: (text: string) => Promise<{ text: string; count: number }>;
  /** Sanitizes an attribute of an element (`wp_kses_one_attr`). */
  oneAttr: (attribute: string, element: string) => string;
}

/** Escapes brackets that are not part of a shortcode. `unescapeBrackets` reverts this when all shortcodes have run. */
function escapeBrackets(text: string): string {
  return text.replaceAll('[', '&#91;').replaceAll(']', '&#93;');
}

/** Reverts `escapeBrackets` (`unescape_invalid_shortcodes`). */
export function unescapeBrackets(text: string): string {
  return text.replaceAll('&#91;', '[').replaceAll('&#93;', ']');
}

async function runInAttribute(attribute: string, element: string, options: HtmlShortcodeOptions): Promise<string> {
  const open = attribute.indexOf('[');
  if (open < 0 || !attribute.includes(']')) return attribute;
  const quote = attribute.search(/["']/);
  const isUnquoted = quote < 0 || open < quote;
  const { text, count } = await options.run(attribute);
  if (isUnquoted) return text;
  const sanitized = count > 0 ? options.oneAttr(text, element) : '';
  return trim(sanitized) === '' ? attribute : sanitized;
}

async function runInTag(tag: string, options: HtmlShortcodeOptions): Promise<string> {
  const opens = tag.includes('[');
  const closes = tag.includes(']');
  if (!opens && !closes) return tag;
  if (!opens || !closes || options.ignoreHtml || tag.startsWith('<!--') || tag.startsWith('<![CDATA['))
    return escapeBrackets(tag);
  const parts = wpKsesAttrParse(tag);
  if (!parts) {
    // An email address such as `[name] <[email]>` is not a tag.
    if (/^<[ \t\n\v\f\r]*\[\[?[^[\]]+\]/.test(tag)) {
      const { text } = await options.run(tag);
      return escapeBrackets(text);
    }
    return escapeBrackets(tag);
  }
  const element = /[a-zA-Z0-9]+/.exec(parts.front)?.[0] ?? '';
  const attributes = await mapSeries(parts.attributes, (attribute) => runInAttribute(attribute, element, options));
  return escapeBrackets(parts.front + attributes.join('') + parts.back);
}

/** Escapes the brackets inside tags, so that no shortcode is found there. */
export function escapeBracketsInTags(text: string): string {
  return splitHtml(withDistinctEscapes(text))
    .map((part, index) => (index % 2 === 1 ? escapeBrackets(part) : part))
    .join('');
}

/** Gives brackets that the author escaped a distinct form, so that they stay escaped. */
const withDistinctEscapes = (text: string): string => text.replaceAll('&#91;', '&#091;').replaceAll('&#93;', '&#093;');

/** Runs shortcodes inside tags and sanitizes their output (`do_shortcodes_in_html_tags`). */
export async function shortcodesInTags(text: string, options: HtmlShortcodeOptions): Promise<string> {
  const parts = await mapSeries(splitHtml(withDistinctEscapes(text)), (part, index) =>
    index % 2 === 1 ? runInTag(part, options) : part,
  );
  return parts.join('');
}
