/** A tag that is already in serialized form, as most are. */
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
 * from the output of
 * a browser: use the result for comparison only.
 */
export function asBrowsersWrite(html: string): string {
  let foreign = 0;

  function tag(token: string): string {
    const name = NAME.exec(token)?.[1] ?? '';
    const lower = name.toLowerCase();
    if (token.startsWith('</')) {
      if (FOREIGN.has(lower)) foreign--;
      return `</${foreign > 0 ? name : lower}>`;
    }
    const closed = token.endsWith('/>');
    if (FOREIGN.has(lower) && !closed) foreign++;
    if (PLAIN_TAG.test(token)) return token;
    const inside = foreign > 0 || FOREIGN.has(lower);
    const written = inside ? name : lower;
    const attributes = [...token.slice(1 + name.length, closed ? -2 : -1).matchAll(ATTRIBUTE)].map(
      ([, attribute = '', double, single, bare]) =>
        ` ${inside ? attribute : attribute.toLowerCase()}="${characters(double ?? single ?? bare ?? '', true)}"`,
    );
    return `<${written}${attributes.join('')}>${closed && inside && !VOID.has(lower) ? `</${written}>` : ''}`;
  }

  return html.replace(TOKEN, (token, plain?: string) => {
    if (plain !== undefined) return token;
    if (!token.startsWith('<') || token === '<') return characters(token, false);
    return token.startsWith('<!') ? token : tag(token);
  });
}

/** @param quoted within the quotes of an attribute */
function characters(text: string, quoted: boolean): string {
  if (!/[&<>"\u00a0]/.test(text)) return text;
  return text.replace(CHARACTER, (match: string, hex?: string, decimal?: string, name?: string) => {
    const digits = hex ?? decimal;
    if (digits === undefined) return escaped((name !== undefined ? ENTITIES[name] : undefined) ?? match, quoted);
    const code = parseInt(digits, hex === undefined ? 10 : 16);
    return code > 0x10ffff ? match : escaped(String.fromCodePoint(code), quoted);
  });
}

function escaped(character: string, quoted: boolean): string {
  if (character === '&') return '&amp;';
  if (character === '<') return '&lt;';
  if (character === '>') return '&gt;';
  if (character === '\u00a0') return '&nbsp;';
  return character === '"' && quoted ? '&quot;' : character;
}
