import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { wpKsesBadProtocol } from './protocol.js';

/** An attribute as `wp_kses_hair` returns it. `value` is escaped for HTML. */
interface KsesAttribute {
  name: string;
  value: string;
  /** The whole attribute for output. */
  whole: string;
  /** Whether it has no value. */
  valueless: boolean;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;', '"': '&quot;' };

function hasEquals(source: string, position: number): boolean {
  const equals = /[ \t\n\f\r]*=/y;
  equals.lastIndex = position;
  return equals.test(source);
}

/**
 * Parses the attributes of a tag by the rules of HTML and normalizes them (`wp_kses_hair`). Names are in lower case,
 * values in double quotes. If a name is used twice, the first attribute is used.
 * @param attributes everything between the name of the element and `>`
 * @since 0.1.0
 */
export function wpKsesHair(attributes: string, protocols: readonly string[], uris: readonly string[]): KsesAttribute[] {
  if (!/[^\s/]/.test(attributes)) return [];
  const source = `<wp ${attributes}>`;
  const fragment = parseFragment(source, { sourceCodeLocationInfo: true });
  const node = fragment.childNodes[0] as DefaultTreeAdapterTypes.Element | undefined;
  if (!node || node.nodeName !== 'wp') return [];
  const locations = node.sourceCodeLocation?.attrs ?? {};
  return node.attrs.map(({ name, value: decoded }) => {
    const location = locations[name];
    const valueless =
      decoded === '' && location !== undefined && !hasEquals(source, location.startOffset + name.length);
    const safe = uris.includes(name) ? wpKsesBadProtocol(decoded, protocols) : decoded;
    const value = safe.replace(/[&<>'"]/g, (c) => ESCAPES[c] ?? c);
    return { name, value, whole: valueless ? name : `${name}="${value}"`, valueless };
  });
}

const NAME = '(?:[_a-zA-Z][-_a-zA-Z0-9:.]*|\\[\\[?[^[\\]]+\\]\\]?)';
const SPACE = '[ \\t\\n\\v\\f\\r]';
const ATTRIBUTE = new RegExp(
  `${NAME}(?:${SPACE}*=${SPACE}*(?:"[^"]*"|'[^']*'|[^ \\t\\n\\v\\f\\r"']+(?:${SPACE}|$))|(?:${SPACE}|$))${SPACE}*`,
  'y',
);

/** Splits well-formed attributes and leaves them unchanged (`wp_kses_hair_parse`); undefined if they are malformed. */
function wpKsesHairParse(attributes: string): string[] | undefined {
  const out: string[] = [];
  ATTRIBUTE.lastIndex = 0;
  let position = 0;
  while (position < attributes.length) {
    const match = ATTRIBUTE.exec(attributes);
    if (!match) return undefined;
    out.push(match[0]);
    position = ATTRIBUTE.lastIndex;
  }
  return out;
}

/**
 * Splits an opening tag into the part before its attributes, the attributes, and the part after them
 * (`wp_kses_attr_parse`). Joined, the parts equal the tag. Undefined for a closing or malformed tag.
 */
export function wpKsesAttrParse(tag: string): { front: string; attributes: string[]; back: string } | undefined {
  const match = /^(<[ \t\n\v\f\r]*)([a-zA-Z0-9]+[ \t\n\v\f\r]*)([^>]*)(>?)$/.exec(tag);
  if (!match) return undefined;
  const [, open = '', name = '', raw = '', close = ''] = match;
  const body = raw.replace(/[ \t\n\v\f\r]+$/, '');
  const slash = body.endsWith('/') ? /[ \t\n\v\f\r]*$/.exec(body.slice(0, -1))?.index : undefined;
  const attributes = wpKsesHairParse(slash === undefined ? raw : raw.slice(0, slash));
  if (!attributes) return undefined;
  return { front: open + name, attributes, back: (slash === undefined ? '' : raw.slice(slash)) + close };
}
