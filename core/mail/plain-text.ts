import { parseFragment } from 'parse5';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Temporary markers for line ends, paragraph ends, and the author's line breaks. */
const LINE = '\u0001';
const PARAGRAPH = '\u0002';
const BREAK = '\u0003';
const MARKS = new RegExp(`[ \\t]*[${LINE}${PARAGRAPH}${BREAK}][ \\t${LINE}${PARAGRAPH}${BREAK}]*`, 'g');

const LINES = new Set(['div', 'tr', 'li']);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'table', 'ul', 'ol', 'blockquote', 'hr']);
const SILENT = new Set(['style', 'script', 'head', 'title', 'meta']);

/** Converts an HTML email to plain text, for recipients that do not show HTML; links keep their URL. */
export function plainText(html: string): string {
  return read(parseFragment(html))
    .replace(/[ \t]+/g, ' ')
    .replace(MARKS, (run) => (run.includes(PARAGRAPH) || run.split(BREAK).length > 2 ? '\n\n' : '\n'))
    .trim();
}

function read(node: Node): string {
  if (node.nodeName === '#text')
    return (node.value ?? '').replace(/[\s\u0001-\u0003]+/g, (run) => (run === '\u00a0' ? run : ' '));
  if (SILENT.has(node.nodeName)) return '';
  if (node.nodeName === 'br') return BREAK;
  const inner = (node.childNodes ?? []).map(read).join('');
  if (node.nodeName === 'a') return withAddress(inner, node.attrs?.find((attr) => attr.name === 'href')?.value ?? '');
  if (node.nodeName === 'td' || node.nodeName === 'th') return `${inner} `;
  if (PARAGRAPHS.has(node.nodeName)) return `${PARAGRAPH}${inner}${PARAGRAPH}`;
  if (!LINES.has(node.nodeName)) return inner;
  return `${LINE}${node.nodeName === 'li' ? '- ' : ''}${inner}${LINE}`;
}

/** Returns a link's text, followed by its URL unless the text contains it. */
function withAddress(text: string, href: string): string {
  const address = href.replace(/^mailto:/, '');
  return address === '' || text.includes(address) ? text : `${text} (${address})`;
}
