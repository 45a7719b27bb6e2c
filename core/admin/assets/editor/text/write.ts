import type { Node as PmNode } from 'prosemirror-model';
import { buildBlock } from './grammar.js';
import { escapeAttribute, writeInline } from './inline.js';
import type { Origins } from './read.js';

/** Default whitespace between two blocks. */
const GAP = '\n\n';

/** Creates a function that serializes the editor's document. Unedited blocks are written back unchanged. */
export function createWriter(origins: Origins): (doc: PmNode) => string {
  const cache = new WeakMap<PmNode, string>();
  const serialize = (node: PmNode): string => {
    const cached = cache.get(node);
    if (cached !== undefined) return cached;
    const text = origins.rawOf(node) ?? serializeNode(node);
    cache.set(node, text);
    return text;
  };
  const blocks = (nodes: readonly PmNode[]): string =>
    nodes.map((node, index) => `${spaceBefore(node, index)}${serialize(node)}`).join('');
  const serializeNode = (node: PmNode): string => {
    const { attrs, type } = node;
    const text = (name: string): string => String(attrs[name]);
    const wrap = (name: string, html: string): string => buildBlock(name, text('head'), `\n${html}\n`);
    switch (type.name) {
      case 'opaque':
        return text('raw');
      case 'paragraph':
        return wrap('core/paragraph', paragraphHtml(node));
      case 'heading':
        return wrap('core/heading', `<h${text('level')}${text('tag')}>${writeInline(node)}</h${text('level')}>`);
      case 'pre':
        return wrap(
          text('name'),
          `<pre${text('tag')}>${attrs.name === 'core/code' ? `<code>${writeInline(node)}</code>` : writeInline(node)}</pre>`,
        );
      case 'list':
        return attrs.bare ? wrap('core/list', legacyList(node)) : wrap('core/list', list(node, blocks(node.children)));
      case 'list_item':
        return wrap(
          'core/list-item',
          `<li${text('tag')}>${writeInline(node.child(0))}${node.children.slice(1).map(serialize).join('')}</li>`,
        );
      case 'quote':
        return wrap(
          'core/quote',
          `<blockquote${text('tag')}>${
            attrs.bare
              ? bodyOf(node)
                  .map((child) => (child.type.name === 'paragraph' ? paragraphHtml(child) : serialize(child)))
                  .join('')
              : blocks(bodyOf(node))
          }${citeOf(node)}</blockquote>`,
        );
      case 'details':
        return wrap(
          'core/details',
          `<details${text('tag')}><summary${String(node.child(0).attrs.tag)}>${writeInline(node.child(0))}</summary>${blocks(node.children.slice(1))}</details>`,
        );
      case 'image':
        return wrap('core/image', image(node));
      case 'button':
        return wrap(
          'core/button',
          `<div${text('tag')}><a${text('link')}${attrs.href === '' ? '' : ` href="${escapeAttribute(text('href'))}"`}>${writeInline(node)}</a></div>`,
        );
      case 'table_block':
        return wrap('core/table', table(node));
      default:
        return buildBlock(text('name'), text('head'), `${text('open')}${blocks(node.children)}${text('close')}`);
    }
  };
  return (doc) => (isBlank(doc) ? '' : `${blocks(doc.children)}${String(doc.attrs.tail)}`);
}

/** Serializes a paragraph without its comments. */
function paragraphHtml(node: PmNode): string {
  return `<p${String(node.attrs.tag)}>${writeInline(node)}</p>`;
}

function spaceBefore(node: PmNode, index: number): string {
  const leadingWhitespace = node.attrs.leadingWhitespace as string | null;
  return leadingWhitespace ?? (index === 0 ? '' : GAP);
}

/** Whether a text is still empty. */
function isBlank(doc: PmNode): boolean {
  const onlyChild = doc.childCount === 1 ? doc.child(0) : undefined;
  return onlyChild?.type.name === 'paragraph' && onlyChild.content.size === 0 && onlyChild.attrs.origin === null;
}

function bodyOf(quote: PmNode): readonly PmNode[] {
  return quote.children.filter(({ type }) => type.name !== 'cite');
}

function citeOf({ lastChild }: PmNode): string {
  return lastChild?.type.name === 'cite' && lastChild.content.size > 0
    ? `<cite${String(lastChild.attrs.tag)}>${writeInline(lastChild)}</cite>`
    : '';
}

function list({ attrs }: PmNode, items: string): string {
  const element = attrs.ordered ? 'ol' : 'ul';
  return `<${element}${String(attrs.tag)}>${items}</${element}>`;
}

/** Serializes a list in the old format, whose items are not blocks. */
function legacyList(node: PmNode): string {
  return list(
    node,
    node.children
      .map(
        (item) =>
          `<li${String(item.attrs.tag)}>${writeInline(item.child(0))}${item.childCount > 1 ? legacyList(item.child(1)) : ''}</li>`,
      )
      .join(''),
  );
}

function caption(node: PmNode, tag: unknown): string {
  return node.content.size === 0 ? '' : `<figcaption${String(tag)}>${writeInline(node)}</figcaption>`;
}

function image(node: PmNode): string {
  const { attrs } = node;
  const img = `<img src="${escapeAttribute(String(attrs.src))}" alt="${escapeAttribute(String(attrs.alt))}"${String(attrs.imageAttributes)}/>`;
  return `<figure${String(attrs.tag)}>${attrs.link === null ? img : `<a${String(attrs.link)}>${img}</a>`}${caption(node, attrs.caption)}</figure>`;
}

function table(node: PmNode): string {
  let rows = '';
  let section = '';
  node.child(0).forEach((row) => {
    const rowSection = String(row.attrs.section);
    if (rowSection !== section) rows += `${section === '' ? '' : `</${section}>`}<${rowSection}>`;
    section = rowSection;
    rows += `<tr${String(row.attrs.tag)}>${row.children.map(cell).join('')}</tr>`;
  });
  const captionNode = node.child(1);
  return `<figure${String(node.attrs.tag)}><table${String(node.child(0).attrs.tag)}>${rows}</${section}></table>${caption(captionNode, captionNode.attrs.tag)}</figure>`;
}

function cell(node: PmNode): string {
  const element = node.type.name === 'table_header' ? 'th' : 'td';
  const span = (name: string): string => (node.attrs[name] === 1 ? '' : ` ${name}="${String(node.attrs[name])}"`);
  return `<${element}${String(node.attrs.tag)}${span('colspan')}${span('rowspan')}>${writeInline(node)}</${element}>`;
}
