import type { Node as PmNode } from 'prosemirror-model';
import { attributesOf, parseFragment, readInline } from './inline.js';
import { schema } from './schema.js';

/** Returns the child elements of an element if it contains nothing else but whitespace. */
function onlyChildren(parent: Node): Element[] | undefined {
  const nodes = [...parent.childNodes].filter(
    (node) => node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() !== '',
  );
  return nodes.every((node) => node instanceof Element) ? nodes : undefined;
}

/** Reads an image, a table or a button; undefined for one with more content than the editor can show. */
export function readFigure(name: string, html: string): PmNode | undefined {
  const [outer, ...others] = onlyChildren(parseFragment(html)) ?? [];
  const inner = outer && onlyChildren(outer);
  if (!inner || others.length > 0) return undefined;
  if (name === 'core/button') return readButton(outer, inner);
  const [main, caption, ...more] = inner;
  if (outer.nodeName !== 'FIGURE' || !main || more.length > 0 || (caption && caption.nodeName !== 'FIGCAPTION'))
    return undefined;
  const content = caption ? readInline(caption) : [];
  if (!content) return undefined;
  const captionTag = caption ? attributesOf(caption) : ' class="wp-element-caption"';
  return name === 'core/image'
    ? readImage(outer, main, content, captionTag)
    : readTable(outer, main, content, captionTag);
}

function readButton(outer: Element, inner: readonly Element[]): PmNode | undefined {
  const [link, ...others] = inner;
  if (outer.nodeName !== 'DIV' || link?.nodeName !== 'A' || others.length > 0) return undefined;
  const content = readInline(link);
  return (
    content &&
    schema.nodes.button.create(
      { tag: attributesOf(outer), link: attributesOf(link, ['href']), href: link.getAttribute('href') ?? '' },
      content,
    )
  );
}

function readImage(outer: Element, main: Element, content: PmNode[], caption: string): PmNode | undefined {
  const image = main.nodeName === 'A' && main.childNodes.length === 1 ? main.firstElementChild : main;
  if (image?.nodeName !== 'IMG') return undefined;
  return schema.nodes.image.create(
    {
      tag: attributesOf(outer),
      src: image.getAttribute('src') ?? '',
      alt: image.getAttribute('alt') ?? '',
      imageAttributes: attributesOf(image, ['src', 'alt']),
      link: main === image ? null : attributesOf(main),
      caption,
    },
    content,
  );
}

function readTable(outer: Element, main: Element, content: PmNode[], caption: string): PmNode | undefined {
  const sections = main.nodeName === 'TABLE' ? onlyChildren(main) : undefined;
  const rows: PmNode[] = [];
  for (const section of sections ?? []) {
    const found =
      ['THEAD', 'TBODY', 'TFOOT'].includes(section.nodeName) && section.attributes.length === 0
        ? onlyChildren(section)
        : undefined;
    for (const row of found ?? []) {
      const cells = row.nodeName === 'TR' ? onlyChildren(row)?.map(readCell) : undefined;
      if (!cells || cells.length === 0 || cells.includes(undefined)) return undefined;
      rows.push(
        schema.nodes.table_row.create(
          { section: section.nodeName.toLowerCase(), tag: attributesOf(row) },
          cells.filter((cellNode) => cellNode !== undefined),
        ),
      );
    }
    if (!found) return undefined;
  }
  if (rows.length === 0) return undefined;
  const table = schema.nodes.table.create({ tag: attributesOf(main) }, rows);
  return schema.nodes.table_block.create({ tag: attributesOf(outer) }, [
    table,
    schema.nodes.caption.create({ tag: caption }, content),
  ]);
}

function readCell(cell: Element): PmNode | undefined {
  const type = new Map([
    ['TD', schema.nodes.table_cell],
    ['TH', schema.nodes.table_header],
  ]).get(cell.nodeName);
  const content = readInline(cell);
  const span = (name: string): number => Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1));
  return (
    content &&
    type?.create(
      { colspan: span('colspan'), rowspan: span('rowspan'), tag: attributesOf(cell, ['colspan', 'rowspan']) },
      content,
    )
  );
}
