import { parseFragment } from 'parse5';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

const BREAKING = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3', 'table', 'ul', 'ol', 'hr']);
const SILENT = new Set(['style', 'script', 'head', 'title']);

/** The text of an HTML letter, for programs and people that read no HTML; links keep their address. */
export function plainText(html: string): string {
  return read(parseFragment(html))
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function read(node: Node): string {
  if (node.nodeName === '#text') return (node.value ?? '').replace(/\s+/g, ' ');
  if (SILENT.has(node.nodeName)) return '';
  const inner = (node.childNodes ?? []).map(read).join('');
  const href = node.nodeName === 'a' ? node.attrs?.find((attr) => attr.name === 'href')?.value : undefined;
  if (href && !inner.includes(href)) return `${inner} (${href})`;
  if (node.nodeName === 'td' || node.nodeName === 'th') return `${inner} `;
  return BREAKING.has(node.nodeName) ? `\n${inner}\n` : inner;
}
