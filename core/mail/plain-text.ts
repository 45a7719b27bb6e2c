import { parseFragment } from 'parse5';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Temporary markers for the ends of lines and paragraphs, and for line breaks of the author. */
const LINE_MARK = '\u0001';
const PARAGRAPH_MARK = '\u0002';
const BREAK_MARK = '\u0003';
const MARK_SEQUENCE = new RegExp(
  `[ \\t]*[${LINE_MARK}${PARAGRAPH_MARK}${BREAK_MARK}][ \\t${LINE_MARK}${PARAGRAPH_MARK}${BREAK_MARK}]*`,
  'g',
);

const LINE_ELEMENTS = new Set(['div', 'tr', 'li']);
const PARAGRAPH_ELEMENTS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'table', 'ul', 'ol', 'blockquote', 'hr']);
const IGNORED_ELEMENTS = new Set(['style', 'script', 'head', 'title', 'meta']);

/** Converts an HTML email to plain text for email programs that do not show HTML. Links are followed by their URL. */
export function toPlainText(html: string): string {
  return nodeText(parseFragment(html))
    .replace(/[ \t]+/g, ' ')
    .replace(MARK_SEQUENCE, (run) => (run.includes(PARAGRAPH_MARK) || run.split(BREAK_MARK).length > 2 ? '\n\n' : '\n'))
    .trim();
}

function nodeText(node: Node): string {
  if (node.nodeName === '#text')
    return (node.value ?? '').replace(/[\s\u0001-\u0003]+/g, (run) => (run === '\u00a0' ? run : ' '));
  if (IGNORED_ELEMENTS.has(node.nodeName)) return '';
  if (node.nodeName === 'br') return BREAK_MARK;
  const inner = (node.childNodes ?? []).map(nodeText).join('');
  if (node.nodeName === 'a') return appendUrl(inner, node.attrs?.find((attr) => attr.name === 'href')?.value ?? '');
  if (node.nodeName === 'td' || node.nodeName === 'th') return `${inner} `;
  if (PARAGRAPH_ELEMENTS.has(node.nodeName)) return `${PARAGRAPH_MARK}${inner}${PARAGRAPH_MARK}`;
  if (!LINE_ELEMENTS.has(node.nodeName)) return inner;
  return `${LINE_MARK}${node.nodeName === 'li' ? '- ' : ''}${inner}${LINE_MARK}`;
}

/** Returns the text of a link, followed by its URL if the text does not contain it. */
function appendUrl(text: string, href: string): string {
  const target = href.replace(/^mailto:/, '');
  return target === '' || text.includes(target) ? text : `${text} (${target})`;
}
