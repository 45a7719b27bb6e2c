import type { ShortcodeAtts } from '../../api/shortcodes.js';
import { stripCSlashes } from '../../formatting/php/text.js';

const SPACE = '[ \\t\\n\\v\\f\\r]';
const NOT_SPACE = '[^ \\t\\n\\v\\f\\r]';
const END_OF_VALUE = `(?:${SPACE}|$)`;
const ATTRIBUTE = new RegExp(
  `([\\w-]+)${SPACE}*=${SPACE}*"([^"]*)"${END_OF_VALUE}|([\\w-]+)${SPACE}*=${SPACE}*'([^']*)'${END_OF_VALUE}|([\\w-]+)${SPACE}*=${SPACE}*([^ \\t\\n\\v\\f\\r'"]+)${END_OF_VALUE}|` +
    `"([^"]*)"${END_OF_VALUE}|'([^']*)'${END_OF_VALUE}|(${NOT_SPACE}+)${END_OF_VALUE}`,
  'g',
);

/** The order of attributes in the text. It is stored separately, because objects enumerate numeric keys first. */
const ORDER = Symbol('order of attributes');
type OrderedAtts = ShortcodeAtts & { [ORDER]?: readonly string[] };

/** Whether every `<` in a value is followed by a `>`. */
function hasClosedTags(value: string): boolean {
  return value.lastIndexOf('<') <= value.lastIndexOf('>');
}

/** Returns names and values in their order in the text (`shortcodeAttsEntries`). */
export function attsEntries(atts: ShortcodeAtts): [string, string][] {
  const order = (atts as OrderedAtts)[ORDER] ?? Object.keys(atts);
  return order.filter((name) => Object.hasOwn(atts, name)).map((name) => [name, atts[name] ?? '']);
}

/**
 * Parses the attributes of a shortcode (`shortcode_parse_atts`). The keys are lower-case names, or positions for
 * attributes without a name. A value with an unclosed tag becomes ''.
 */
export function parseAtts(text: string): ShortcodeAtts {
  const found = new Map<string, string>();
  let next = 0;
  const addNamed = (name: string, value: string): void => {
    found.set(name.toLowerCase(), stripCSlashes(value));
    if (/^(?:0|-?[1-9]\d*)$/.test(name)) next = Math.max(next, Number(name) + 1);
  };
  for (const match of text.replace(/[\u00a0\u200b]+/g, ' ').matchAll(ATTRIBUTE)) {
    // Exactly one value group matches: double-quoted, single-quoted or unquoted.
    const [, n1, v1, n2, v2, n3, v3, quoted, single, unquoted] = match;
    const name = n1 ?? n2 ?? n3;
    if (name !== undefined) {
      // The name `0`, which is empty in PHP, is dropped with its value.
      if (name !== '0') addNamed(name, v1 ?? v2 ?? v3 ?? '');
      continue;
    }
    const value = quoted ?? single ?? unquoted ?? '';
    if (value !== '') found.set(String(next++), stripCSlashes(value));
  }
  const atts: OrderedAtts = Object.create(Object.prototype) as OrderedAtts;
  for (const [name, value] of found) {
    Object.defineProperty(atts, name, {
      value: hasClosedTags(value) ? value : '',
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  Object.defineProperty(atts, ORDER, { value: [...found.keys()] });
  return atts;
}
