const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#039': "'",
  '#39': "'",
};
/** Elements followed by a line break. */
const LINE_ELEMENTS = new Set([
  'br',
  '/p',
  '/h1',
  '/h2',
  '/h3',
  '/h4',
  '/h5',
  '/h6',
  '/ul',
  '/ol',
  '/blockquote',
  '/figure',
  '/figcaption',
  '/pre',
  '/tr',
  '/div',
  '/summary',
  '/section',
]);

/**
 * Converts block content to readable text for comparisons: one line per paragraph, heading, list item and table row,
 * and a label for content that is not text.
 * Runs in linear time for any input.
 * @param image returns the label of an image from its alternative text or URL
 */
export function readableText(content: string, image: (name: string) => string): string {
  const parts: string[] = [];
  const links: string[] = [];
  for (let position = 0; position < content.length;) {
    const start = content.indexOf('<', position);
    if (start >= 0 && !/[a-z/!]/i.test(content[start + 1] ?? '')) {
      parts.push(content.slice(position, start + 1));
      position = start + 1;
      continue;
    }
    const isComment = start >= 0 && content.startsWith('<!--', start);
    const end = start < 0 ? -1 : content.indexOf(isComment ? '-->' : '>', start + 1);
    if (end < 0) {
      parts.push(content.slice(position));
      break;
    }
    const after = end + (isComment ? 3 : 1);
    const tag = content.slice(start, after);
    parts.push(content.slice(position, start), isComment ? commentText(tag) : tagText(tag, links, image));
    position = after;
  }
  return parts
    .join('')
    .replace(/&([a-z]+|#0?39);/gi, (all, name: string) => ENTITIES[name] ?? all)
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A void block consists of its comment alone. */
function commentText(comment: string): string {
  const [, name, json = ''] = /^<!--\s+wp:([a-z][a-z0-9_/-]*)\s+([^]*)\/-->$/.exec(comment) ?? [];
  return name ? `\n[${`${name} ${json}`.trim()}]\n` : '';
}

function tagText(tag: string, links: string[], image: (name: string) => string): string {
  const name = /^<(\/?[a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined) return tag;
  if (LINE_ELEMENTS.has(name)) return '\n';
  if (/^h[1-6]$/.test(name)) return `\n${'#'.repeat(Number(name[1]))} `;
  if (name === 'img') return `[${image(attribute(tag, 'alt') || attribute(tag, 'src'))}]`;
  if (name === 'a') links.push(attribute(tag, 'href'));
  if (name === '/a') return linkText(links.pop());
  return { li: '\n• ', hr: '\n———\n', '/td': ' | ', '/th': ' | ' }[name] ?? '';
}

function linkText(url: string | undefined): string {
  return url ? ` (${url})` : '';
}

/** Returns an attribute of an element as text. */
function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? '';
}
