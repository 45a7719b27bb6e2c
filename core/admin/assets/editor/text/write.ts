import type { Node as TextNode } from 'prosemirror-model';
import { delimited } from './grammar.js';
import { escapedValue, writeInline } from './inline.js';
import type { Origins } from './read.js';

/** Default whitespace between two blocks. */
const GAP = '\n\n';

/** Creates a function that serializes the editor's document. Unedited blocks are written back unchanged. */
export function createWriter(origins: Origins): (doc: TextNode) => string {
  const written = new WeakMap<TextNode, string>();
  const raw = (node: TextNode): string => {
    const known = written.get(node);
    if (known !== undefined) return known;
    const text = origins.rawOf(node) ?? make(node);
    written.set(node, text);
    return text;
  };
  const blocks = (nodes: readonly TextNode[]): string =>
    nodes.map((node, index) => `${spaceBefore(node, index)}${raw(node)}`).join('');
  const make = (node: TextNode): string => {
    const { attrs, type } = node;
    const text = (name: string): string => String(attrs[name]);
    const wrap = (name: string, html: string): string => delimited(name, text('head'), `\n${html}\n`);
    switch (type.name) {
      case 'opaque':
        return text('raw');
      case 'paragraph':
        return wrap('core/paragraph', line(node));
      case 'heading':
        return wrap('core/heading', `<h${text('level')}${text('tag')}>${writeInline(node)}</h${text('level')}>`);
      case 'pre':
        return wrap(
          text('name'),
          `<pre${text('tag')}>${attrs.name === 'core/code' ? `<code>${writeInline(node)}</code>` : writeInline(node)}</pre>`,
        );
      case 'list':
        return attrs.bare ? wrap('core/list', bareList(node)) : wrap('core/list', list(node, blocks(node.children)));
      case 'list_item':
        return wrap(
          'core/list-item',
          `<li${text('tag')}>${writeInline(node.child(0))}${node.children.slice(1).map(raw).join('')}</li>`,
        );
      case 'quote':
        return wrap(
          'core/quote',
          `<blockquote${text('tag')}>${
            attrs.bare
              ? bodyOf(node)
                  .map((one) => (one.type.name === 'paragraph' ? line(one) : raw(one)))
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
          `<div${text('tag')}><a${text('link')}${attrs.href === '' ? '' : ` href="${escapedValue(text('href'))}"`}>${writeInline(node)}</a></div>`,
        );
      case 'table_block':
        return wrap('core/table', table(node));
      default:
        return delimited(text('name'), text('head'), `${text('open')}${blocks(node.children)}${text('close')}`);
    }
  };
  return (doc) => (isBlank(doc) ? '' : `${blocks(doc.children)}${String(doc.attrs.tail)}`);
}

/** Serializes a paragraph without its comments. */
function line(node: TextNode): string {
  return `<p${String(node.attrs.tag)}>${writeInline(node)}</p>`;
}

function spaceBefore(node: TextNode, index: number): string {
  const gap = node.attrs.gap as string | null;
  return gap ?? (index === 0 ? '' : GAP);
}

/** Whether a text is still empty. */
function isBlank(doc: TextNode): boolean {
  const only = doc.childCount === 1 ? doc.child(0) : undefined;
  return only?.type.name === 'paragraph' && only.content.size === 0 && only.attrs.origin === null;
}

function bodyOf(quote: TextNode): readonly TextNode[] {
  return quote.children.filter(({ type }) => type.name !== 'cite');
}

function citeOf({ lastChild }: TextNode): string {
  return lastChild?.type.name === 'cite' && lastChild.content.size > 0
    ? `<cite${String(lastChild.attrs.tag)}>${writeInline(lastChild)}</cite>`
    : '';
}

function list({ attrs }: TextNode, items: string): string {
  const element = attrs.ordered ? 'ol' : 'ul';
  return `<${element}${String(attrs.tag)}>${items}</${element}>`;
}

/** Serializes a list in the old format, whose items are not blocks. */
function bareList(node: TextNode): string {
  return list(
    node,
    node.children
      .map(
        (item) =>
          `<li${String(item.attrs.tag)}>${writeInline(item.child(0))}${item.childCount > 1 ? bareList(item.child(1)) : ''}</li>`,
      )
      .join(''),
  );
}

function caption(node: TextNode, tag: unknown): string {
  return node.content.size === 0 ? '' : `<figcaption${String(tag)}>${writeInline(node)}</figcaption>`;
}

function image(node: TextNode): string {
  const { attrs } = node;
  const img = `<img src="${escapedValue(String(attrs.src))}" alt="${escapedValue(String(attrs.alt))}"${String(attrs.picture)}/>`;
  return `<figure${String(attrs.tag)}>${attrs.link === null ? img : `<a${String(attrs.link)}>${img}</a>`}${caption(node, attrs.caption)}</figure>`;
}

function table(node: TextNode): string {
  let rows = '';
  let section = '';
  node.child(0).forEach((row) => {
    const own = String(row.attrs.section);
    if (own !== section) rows += `${section === '' ? '' : `</${section}>`}<${own}>`;
    section = own;
    rows += `<tr${String(row.attrs.tag)}>${row.children.map(cell).join('')}</tr>`;
  });
  const captionNode = node.child(1);
  return `<figure${String(node.attrs.tag)}><table${String(node.child(0).attrs.tag)}>${rows}</${section}></table>${caption(captionNode, captionNode.attrs.tag)}</figure>`;
}

function cell(node: TextNode): string {
  const element = node.type.name === 'table_header' ? 'th' : 'td';
  const span = (name: string): string => (node.attrs[name] === 1 ? '' : ` ${name}="${String(node.attrs[name])}"`);
  return `<${element}${String(node.attrs.tag)}${span('colspan')}${span('rowspan')}>${writeInline(node)}</${element}>`;
}
