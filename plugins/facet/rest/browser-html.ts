/** A tag that is already in the form that browsers serialize, as most are. */
const TAG = /<\/?[a-z][a-z0-9-]*(?: [a-z-]+="[^"&<>\u00a0]*")*>/;
/**
 * Such tags and texts are copied as a whole; SVG and MathML elements are processed, since their contents are serialized
 * differently.
 */
const PLAIN = `(?:(?!</?(?:svg|math)\\b)${TAG.source}|[^&<>\\u00a0]+){1,200}`;
const TOKEN = new RegExp(
  `(${PLAIN})|${/<!--[\s\S]*?-->|<\/?[a-zA-Z](?:[^"'>]|"[^"]*"|'[^']*')*>|[^<]+|</.source}`,
  'g',
);
const PLAIN_TAG = new RegExp(`^${TAG.source}$`);
const NAME = /^<\/?([^\s/>]+)/;
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const CHARACTER = /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|(quot|apos|amp|lt|gt|nbsp));|[&<>"\u00a0]/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', nbsp: '\u00a0' };
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const FOREIGN = new Set(['svg', 'math']);

/**
 * Serializes HTML as browsers do for `innerHTML`, so that both sides can compare their fragments. Source: the
 * HTML standard, “serializing HTML fragments”. Unsupported cases (implicitly closed paragraphs, rare entities) differ
 * from the output of a browser, so the result may only be used for comparison.
 */
export function serializeLikeBrowser(html: string): string {
  let foreignDepth = 0;

  function serializeTag(token: string): string {
    const name = NAME.exec(token)?.[1] ?? '';
    const lower = name.toLowerCase();
    if (token.startsWith('</')) {
      if (FOREIGN.has(lower)) foreignDepth--;
      return `</${foreignDepth > 0 ? name : lower}>`;
    }
    const isSelfClosing = token.endsWith('/>');
    if (FOREIGN.has(lower) && !isSelfClosing) foreignDepth++;
    if (PLAIN_TAG.test(token)) return token;
    const isForeign = foreignDepth > 0 || FOREIGN.has(lower);
    const tagName = isForeign ? name : lower;
    const attributes = [...token.slice(1 + name.length, isSelfClosing ? -2 : -1).matchAll(ATTRIBUTE)].map(
      ([, attribute = '', double, single, bare]) =>
        ` ${isForeign ? attribute : attribute.toLowerCase()}="${serializeText(double ?? single ?? bare ?? '', true)}"`,
    );
    return `<${tagName}${attributes.join('')}>${isSelfClosing && isForeign && !VOID.has(lower) ? `</${tagName}>` : ''}`;
  }

  return html.replace(TOKEN, (token, plain?: string) => {
    if (plain !== undefined) return token;
    if (!token.startsWith('<') || token === '<') return serializeText(token, false);
    return token.startsWith('<!') ? token : serializeTag(token);
  });
}

/** @param quoted whether the text is in the quotes of an attribute */
function serializeText(text: string, quoted: boolean): string {
  if (!/[&<>"\u00a0]/.test(text)) return text;
  return text.replace(CHARACTER, (match: string, hex?: string, decimal?: string, name?: string) => {
    const digits = hex ?? decimal;
    if (digits === undefined)
      return escapeCharacter((name !== undefined ? ENTITIES[name] : undefined) ?? match, quoted);
    const code = parseInt(digits, hex === undefined ? 10 : 16);
    return code > 0x10ffff ? match : escapeCharacter(String.fromCodePoint(code), quoted);
  });
}

function escapeCharacter(character: string, quoted: boolean): string {
  if (character === '&') return '&amp;';
  if (character === '<') return '&lt;';
  if (character === '>') return '&gt;';
  if (character === '\u00a0') return '&nbsp;';
  return character === '"' && quoted ? '&quot;' : character;
}
