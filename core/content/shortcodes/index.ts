import { type HookApi, mapSeries } from '../../api/index.js';
import type { ShortcodeAtts, ShortcodeCallback, ShortcodesApi } from '../../api/shortcodes.js';
import { acceptAnyType, trim } from '../../formatting/php/text.js';
import { escapeBracketsInTags, shortcodesInTags, unescapeBrackets } from './html-attributes.js';
import { attsEntries, parseAtts } from './parse-atts.js';
import { findShortcodes, type FoundShortcode, shortcodePattern, usedTags } from './scan.js';
import { unautop } from './unautop.js';

export interface ShortcodeOptions {
  hooks: HookApi;
  /** Sanitizes an attribute of an element in a post (`wpKsesOneAttr`). */
  oneAttr: (attribute: string, element: string) => string;
  /** Calls code of a plugin (`owner`) and handles its errors. */
  invoke?: <T>(owner: string, entryName: string, call: () => T) => T;
}

interface Registration {
  callback: ShortcodeCallback;
  owner: string;
}

function toOutputText(value: unknown): string {
  if (value === true) return '1';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the array of matches that WordPress passes to filters. */
function toMatchArray(found: FoundShortcode): string[] {
  return [
    found.source,
    found.openBracket,
    found.tag,
    found.atts,
    found.selfClosing ? '/' : '',
    found.content,
    found.closeBracket,
  ];
}

/** Replaces each shortcode with the result of `output`. */
async function replaceShortcodes(
  text: string,
  tags: readonly string[],
  output: (found: FoundShortcode) => Promise<string>,
): Promise<{ text: string; count: number }> {
  const found = [...findShortcodes(text, tags)];
  return { text: joinOutputs(text, found, await mapSeries(found, output)), count: found.length };
}

function joinOutputs(text: string, found: readonly FoundShortcode[], outputs: readonly string[]): string {
  let position = 0;
  const parts = found.map(({ start, end }, index) => {
    const part = text.slice(position, start) + (outputs[index] ?? '');
    position = end;
    return part;
  });
  return parts.join('') + text.slice(position);
}

/**
 * Creates the shortcode API: the registry and the functions that run shortcodes.
 * @since 0.1.0
 */
export function createShortcodes({
  hooks,
  oneAttr,
  invoke = (_owner, _what, call) => call(),
}: ShortcodeOptions): ShortcodesApi {
  const registered = new Map<string, Registration>();
  const names = (): readonly string[] => [...registered.keys()];

  const runShortcode = async (found: FoundShortcode): Promise<string> => {
    if (found.openBracket === '[' && found.closeBracket === ']') return found.source.slice(1, -1);
    const registration = registered.get(found.tag);
    if (typeof registration?.callback !== 'function') return found.source;
    const { callback, owner } = registration;
    const atts = parseAtts(found.atts);
    const match = toMatchArray(found);
    const preOutput = await hooks.applyFilters<string | false>('pre_do_shortcode_tag', false, found.tag, atts, match);
    if (preOutput !== false) return toOutputText(preOutput);
    const output = invoke(owner, `shortcode [${found.tag}]`, () => callback(atts, found.content, found.tag));
    const value: unknown = await output;
    return toOutputText(
      await hooks.applyFilters<unknown>(
        'do_shortcode_tag',
        found.openBracket + toOutputText(value) + found.closeBracket,
        found.tag,
        atts,
        match,
      ),
    );
  };

  const doShortcodesInHtmlTags: ShortcodesApi['doShortcodesInHtmlTags'] = (content, ignoreHtml, tags) =>
    shortcodesInTags(content, { ignoreHtml, oneAttr, run: (text) => replaceShortcodes(text, tags, runShortcode) });

  const doShortcode: ShortcodesApi['doShortcode'] = async (content, ignoreHtml = false) => {
    const tags = usedTags(content, names());
    if (tags.length === 0) return content;
    const ready = await doShortcodesInHtmlTags(content, ignoreHtml, tags);
    const { text } = await replaceShortcodes(ready, tags, runShortcode);
    return unescapeBrackets(text);
  };

  const hasShortcode: ShortcodesApi['hasShortcode'] = (content, tag) => {
    if (!registered.has(tag)) return false;
    for (const found of findShortcodes(content, names())) {
      if (found.tag === tag || (found.content !== '' && hasShortcode(found.content, tag))) return true;
    }
    return false;
  };

  return {
    addShortcode(tag, callback, owner = '') {
      if (trim(tag) === '' || /[<>&/[\]\x00-\x20=]/.test(tag)) {
        void hooks.doAction('doing_it_wrong_run', 'addShortcode', `“${tag}” is not a valid shortcode name.`, '0.1.0');
        return () => undefined;
      }
      const registration: Registration = { callback, owner };
      const before = registered.get(tag);
      registered.set(tag, registration);
      return () => {
        if (registered.get(tag) !== registration) return;
        if (before) registered.set(tag, before);
        else registered.delete(tag);
      };
    },
    removeShortcode: (tag) => void registered.delete(tag),
    removeAllShortcodes: () => registered.clear(),
    shortcodeExists: (tag) => registered.has(tag),
    hasShortcode: acceptAnyType(hasShortcode),
    doShortcode: acceptAnyType(doShortcode),
    applyShortcodes: acceptAnyType(doShortcode),
    doShortcodesInHtmlTags: acceptAnyType(doShortcodesInHtmlTags),
    stripShortcodes: acceptAnyType((content) => {
      const tags = usedTags(content, hooks.applyFiltersSync('strip_shortcodes_tagnames', names(), content));
      if (tags.length === 0) return content;
      const outsideTags = escapeBracketsInTags(content);
      const found = [...findShortcodes(outsideTags, tags)];
      const strip = ({ openBracket, closeBracket, source }: FoundShortcode): string =>
        openBracket === '[' && closeBracket === ']' ? source.slice(1, -1) : openBracket + closeBracket;
      return unescapeBrackets(joinOutputs(outsideTags, found, found.map(strip)));
    }),
    shortcodeUnautop: acceptAnyType((text) => unautop(text, usedTags(text, names()))),
    shortcodeAtts: (pairs, atts, tag = '') => {
      // A string is used as the first attribute.
      const attributes: ShortcodeAtts = typeof atts === 'string' ? { 0: atts } : (atts ?? {});
      const merged: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(pairs))
        merged[name] = Object.hasOwn(attributes, name) ? attributes[name] : value;
      const result = tag === '' ? merged : hooks.applyFiltersSync(`shortcode_atts_${tag}`, merged, pairs, atts, tag);
      return result as { [K in keyof typeof pairs]: (typeof pairs)[K] | string };
    },
    shortcodeParseAtts: acceptAnyType(parseAtts),
    shortcodeAttsEntries: attsEntries,
    getShortcodeRegex: (tags) => shortcodePattern(tags ?? names()),
    shortcodeTags: names,
  };
}
