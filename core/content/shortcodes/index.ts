import { type HookApi, mapSeries, type MaybePromise } from '../../api/index.js';
import type { ShortcodeAtts, ShortcodeCallback, ShortcodesApi } from '../../api/shortcodes.js';
import { ofText, trim } from '../../formatting/php/text.js';
import { hideBracketsInTags, shortcodesInTags, showBrackets } from './html-attributes.js';
import { attsEntries, parseAtts } from './parse-atts.js';
import { findShortcodes, type FoundShortcode, shortcodePattern, usedTags } from './scan.js';
import { unautop } from './unautop.js';

export interface ShortcodeOptions {
  hooks: HookApi;
  /** Sanitizes an attribute of an element in a post (`wpKsesOneAttr`). */
  oneAttr: (attribute: string, element: string) => string;
  /** Calls the code of an owner, so that the host can handle its errors. */
  invoke?: <T>(owner: string, what: string, call: () => T) => T;
}

interface Registration {
  callback: ShortcodeCallback;
  owner: string;
}

function outputText(value: unknown): string {
  if (value === true) return '1';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns WordPress's match array for filters. */
function asMatch(found: FoundShortcode): string[] {
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
  output: (found: FoundShortcode) => MaybePromise<string>,
): Promise<{ text: string; count: number }> {
  const found = [...findShortcodes(text, tags)];
  return { text: replaceFound(text, found, await mapSeries(found, output)), count: found.length };
}

function replaceFound(text: string, found: readonly FoundShortcode[], outputs: readonly string[]): string {
  let at = 0;
  const parts = found.map(({ start, end }, index) => {
    const part = text.slice(at, start) + (outputs[index] ?? '');
    at = end;
    return part;
  });
  return parts.join('') + text.slice(at);
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

  const runOne = async (found: FoundShortcode): Promise<string> => {
    if (found.openBracket === '[' && found.closeBracket === ']') return found.source.slice(1, -1);
    const registration = registered.get(found.tag);
    if (typeof registration?.callback !== 'function') return found.source;
    const { callback, owner } = registration;
    const atts = parseAtts(found.atts);
    const match = asMatch(found);
    const early = await hooks.applyFilters<string | false>('pre_do_shortcode_tag', false, found.tag, atts, match);
    if (early !== false) return outputText(early);
    const output = invoke(owner, `shortcode [${found.tag}]`, () => callback(atts, found.content, found.tag));
    const value = await (output as MaybePromise<unknown>);
    return outputText(
      await hooks.applyFilters<unknown>(
        'do_shortcode_tag',
        found.openBracket + outputText(value) + found.closeBracket,
        found.tag,
        atts,
        match,
      ),
    );
  };

  const doShortcodesInHtmlTags: ShortcodesApi['doShortcodesInHtmlTags'] = (content, ignoreHtml, tags) =>
    shortcodesInTags(content, { ignoreHtml, oneAttr, run: (text) => replaceShortcodes(text, tags, runOne) });

  const doShortcode: ShortcodesApi['doShortcode'] = async (content, ignoreHtml = false) => {
    const tags = usedTags(content, names());
    if (tags.length === 0) return content;
    const ready = await doShortcodesInHtmlTags(content, ignoreHtml, tags);
    const { text } = await replaceShortcodes(ready, tags, runOne);
    return showBrackets(text);
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
    hasShortcode: ofText(hasShortcode),
    doShortcode: ofText(doShortcode),
    applyShortcodes: ofText(doShortcode),
    doShortcodesInHtmlTags: ofText(doShortcodesInHtmlTags),
    stripShortcodes: ofText((content) => {
      const tags = usedTags(content, hooks.applyFiltersSync('strip_shortcodes_tagnames', names(), content));
      if (tags.length === 0) return content;
      const outsideTags = hideBracketsInTags(content);
      const found = [...findShortcodes(outsideTags, tags)];
      const strip = ({ openBracket, closeBracket, source }: FoundShortcode): string =>
        openBracket === '[' && closeBracket === ']' ? source.slice(1, -1) : openBracket + closeBracket;
      return showBrackets(replaceFound(outsideTags, found, found.map(strip)));
    }),
    shortcodeUnautop: ofText((text) => unautop(text, usedTags(text, names()))),
    shortcodeAtts: (pairs, atts, tag = '') => {
      // A string instead of attributes is the first attribute.
      const attributes: ShortcodeAtts = typeof atts === 'string' ? { 0: atts } : (atts ?? {});
      const out: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(pairs))
        out[name] = Object.hasOwn(attributes, name) ? attributes[name] : value;
      const result = tag === '' ? out : hooks.applyFiltersSync(`shortcode_atts_${tag}`, out, pairs, atts, tag);
      return result as { [K in keyof typeof pairs]: (typeof pairs)[K] | string };
    },
    shortcodeParseAtts: ofText(parseAtts),
    shortcodeAttsEntries: attsEntries,
    getShortcodeRegex: (tags) => shortcodePattern(tags ?? names()),
    shortcodeTags: names,
  };
}
