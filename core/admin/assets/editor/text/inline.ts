import type { Mark, Node as PmNode } from 'prosemirror-model';
import { schema } from './schema.js';

/** Inline elements that become marks without attributes of their own. */
const SIMPLE_MARKS: Readonly<Record<string, 'strong' | 'em' | 'strike' | 'sub' | 'sup' | 'code'>> = {
  STRONG: 'strong',
  EM: 'em',
  S: 'strike',
  SUB: 'sub',
  SUP: 'sup',
  CODE: 'code',
};
const ELEMENT_OF: Readonly<Record<string, string>> = {
  strong: 'strong',
  em: 'em',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
};
/** Inline elements that may wrap text. */
const PHRASING = new Set([
  'A',
  'ABBR',
  'B',
  'BDI',
  'BDO',
  'BIG',
  'CITE',
  'CODE',
  'DATA',
  'DEL',
  'DFN',
  'EM',
  'FONT',
  'I',
  'INS',
  'KBD',
  'LABEL',
  'MARK',
  'Q',
  'S',
  'SAMP',
  'SMALL',
  'SPAN',
  'STRIKE',
  'STRONG',
  'SUB',
  'SUP',
  'TIME',
  'TT',
  'U',
  'VAR',
]);
/** Elements that are preserved unchanged within a line. */
const PRESERVED_ELEMENTS = new Set([
  'IMG',
  'WBR',
  'SVG',
  'svg',
  'BUTTON',
  'INPUT',
  'RUBY',
  'METER',
  'PROGRESS',
  'CANVAS',
  'AUDIO',
  'VIDEO',
  'OBJECT',
  'MATH',
  'math',
]);

/** Escapes text for HTML. */
export function escapeText(value: string): string {
  return value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');
}

export function escapeAttribute(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Returns an element's attributes as written, each with a leading space, except those stored elsewhere. */
export function attributesOf(element: Element, excluded: readonly string[] = []): string {
  return [...element.attributes]
    .filter(({ name }) => !excluded.includes(name))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/** Parses HTML into a fragment; nothing in it is executed or loaded. */
export function parseFragment(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

/**
 * Reads the inline content of an element as text with marks.
 * @param keepSpace whether line feeds and repeated spaces are significant
 * @returns undefined if it contains something that is not inline content
 */
export function readInline(parent: Node, keepSpace = false, marks: readonly Mark[] = []): PmNode[] | undefined {
  const found: PmNode[] = [];
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const value = keepSpace ? (node.nodeValue ?? '') : (node.nodeValue ?? '').replace(/[\t\n\f\r ]+/g, ' ');
      if (value !== '') found.push(schema.text(value, marks));
    } else if (node.nodeType === Node.COMMENT_NODE) {
      if (/^\s*\/?wp:/.test(node.nodeValue ?? '')) return undefined;
      found.push(schema.nodes.inline_raw.create({ raw: `<!--${node.nodeValue ?? ''}-->` }, null, marks));
    } else if (node instanceof Element) {
      const inner = readElement(node, keepSpace, marks);
      if (!inner) return undefined;
      found.push(...inner);
    }
  }
  return found;
}

function readElement(element: Element, keepSpace: boolean, marks: readonly Mark[]): PmNode[] | undefined {
  if (element.nodeName === 'BR' && element.attributes.length === 0)
    return [schema.nodes.hard_break.create(null, null, marks)];
  if (element.nodeName === 'BR' || PRESERVED_ELEMENTS.has(element.nodeName))
    return [schema.nodes.inline_raw.create({ raw: element.outerHTML }, null, marks)];
  if (!PHRASING.has(element.nodeName)) return undefined;
  const mark = markOf(element);
  const inner = readInline(element, keepSpace, mark.addToSet(marks));
  // An anchor without text would be lost as a mark.
  return inner?.length === 0 ? [schema.nodes.inline_raw.create({ raw: element.outerHTML }, null, marks)] : inner;
}

function markOf(element: Element): Mark {
  const markName = SIMPLE_MARKS[element.nodeName];
  if (markName && element.attributes.length === 0) return schema.marks[markName].create();
  const href = element.nodeName === 'A' ? element.getAttribute('href') : null;
  if (href !== null) return schema.marks.link.create({ href, rest: attributesOf(element, ['href']) });
  return schema.marks.wrapped.create({ element: element.nodeName.toLowerCase(), rest: attributesOf(element) });
}

function openTag({ type, attrs }: Mark): string {
  if (type.name === 'link') return `<a href="${escapeAttribute(String(attrs.href))}"${String(attrs.rest)}>`;
  if (type.name === 'wrapped') return `<${String(attrs.element)}${String(attrs.rest)}>`;
  return `<${ELEMENT_OF[type.name]}>`;
}

function closeTag({ type, attrs }: Mark): string {
  if (type.name === 'link') return '</a>';
  return `</${type.name === 'wrapped' ? String(attrs.element) : ELEMENT_OF[type.name]}>`;
}

function writeLeaf(node: PmNode): string {
  if (node.isText) return escapeText(node.text ?? '');
  return node.type.name === 'hard_break' ? '<br>' : String(node.attrs.raw);
}

/** Serializes a line as HTML. */
export function writeInline(parent: PmNode): string {
  let html = '';
  let openMarks: readonly Mark[] = [];
  parent.forEach((node) => {
    const firstDifference = openMarks.findIndex((mark, index) => {
      const next = node.marks[index];
      return !next || !mark.eq(next);
    });
    const shared = firstDifference < 0 ? openMarks.length : firstDifference;
    for (const mark of openMarks.slice(shared).reverse()) html += closeTag(mark);
    for (const mark of node.marks.slice(shared)) html += openTag(mark);
    openMarks = node.marks;
    html += writeLeaf(node);
  });
  for (const mark of [...openMarks].reverse()) html += closeTag(mark);
  return html;
}
