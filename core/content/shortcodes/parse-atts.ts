import type { ShortcodeAtts } from '../../api/shortcodes.js';
import { stripCSlashes } from '../../formatting/php/text.js';

const W = '[ \\t\\n\\v\\f\\r]';
const NOT_W = '[^ \\t\\n\\v\\f\\r]';
const END = `(?:${W}|$)`;
const ATTRIBUTE = new RegExp(
  `([\\w-]+)${W}*=${W}*"([^"]*)"${END}|([\\w-]+)${W}*=${W}*'([^']*)'${END}|([\\w-]+)${W}*=${W}*([^ \\t\\n\\v\\f\\r'"]+)${END}|` +
    `"([^"]*)"${END}|'([^']*)'${END}|(${NOT_W}+)${END}`,
  'g',
);

/** The order in which attributes were written; stored separately because objects enumerate numeric keys first. */
const ORDER = Symbol('order of attributes');
type OrderedAtts = ShortcodeAtts & { [ORDER]?: readonly string[] };

/** Whether every `<` has its `>`. */
function tagsClosed(value: string): boolean {
  return value.lastIndexOf('<') <= value.lastIndexOf('>');
}

/** `shortcodeAttsEntries`: names and values in the order written. */
export function attsEntries(atts: ShortcodeAtts): [string, string][] {
  const order = (atts as OrderedAtts)[ORDER] ?? Object.keys(atts);
  return order.filter((name) => Object.hasOwn(atts, name)).map((name) => [name, atts[name] ?? '']);
}

/**
 * Parses the attributes of a shortcode (`shortcode_parse_atts`): named ones with lower-case names, others by position.
 * Values with an unclosed tag become ''.
 */
export function parseAtts(text: string): ShortcodeAtts {
  const found = new Map<string, string>();
  let next = 0;
  const named = (name: string, value: string): void => {
    found.set(name.toLowerCase(), stripCSlashes(value));
    if (/^(?:0|-?[1-9]\d*)$/.test(name)) next = Math.max(next, Number(name) + 1);
  };
  for (const match of text.replace(/[\u00a0\u200b]+/g, ' ').matchAll(ATTRIBUTE)) {
    // Exactly one value group matches: double-quoted, single-quoted or unquoted.
    const [, n1, v1, n2, v2, n3, v3, quoted, single, bare] = match;
    const name = n1 ?? n2 ?? n3;
    if (name !== undefined) {
      // A name that is empty for PHP is dropped with its value.
      if (name !== '0') named(name, v1 ?? v2 ?? v3 ?? '');
      continue;
    }
    const value = quoted ?? single ?? bare ?? '';
    if (value !== '') found.set(String(next++), stripCSlashes(value));
  }
  const atts: OrderedAtts = Object.create(Object.prototype) as OrderedAtts;
  for (const [name, value] of found) {
    Object.defineProperty(atts, name, {
      value: tagsClosed(value) ? value : '',
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  Object.defineProperty(atts, ORDER, { value: [...found.keys()] });
  return atts;
}
