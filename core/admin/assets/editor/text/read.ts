import { Fragment, type Node as PmNode } from 'prosemirror-model';
import { parseAttributes, splitBlocks, type SourceBlock } from './grammar.js';
import { attributesOf, parseFragment, readInline } from './inline.js';
import { readFigure } from './read-media-blocks.js';
import { schema } from './schema.js';

/** The source texts of blocks. Unedited blocks are written back unchanged. */
export interface Origins {
  /** Stores the source text of a block. Returns the block with the number under which it is stored. */
  add(node: PmNode, raw: string): PmNode;
  /** Returns the source text of a block while the block is unedited. */
  rawOf(node: PmNode): string | undefined;
}

export function createOrigins(): Origins {
  const origins: { readonly node: PmNode; readonly raw: string }[] = [];
  return {
    add(node, raw) {
      const numbered = node.type.create({ ...node.attrs, origin: origins.length }, node.content, node.marks);
      origins.push({ node: numbered, raw });
      return numbered;
    },
    rawOf(node) {
      const found = typeof node.attrs.origin === 'number' ? origins[node.attrs.origin] : undefined;
      return found && (found.node === node || found.node.eq(node)) ? found.raw : undefined;
    },
  };
}

/** Parses a text into the editor's document. Unknown content becomes a block that preserves its text. */
export function readText(text: string, origins: Origins): PmNode {
  const parts = splitBlocks(text);
  const tail = /\s*$/.exec(text)?.[0] ?? '';
  if (text.trim() === '') return schema.nodes.doc.create({ tail }, schema.nodes.paragraph.create());
  if (!parts) return schema.nodes.doc.create({ tail }, createOpaqueBlock(null, text.trimEnd(), null));
  return schema.nodes.doc.create({ tail }, readBlocks(parts, origins));
}

function createOpaqueBlock(name: string | null, raw: string, leadingWhitespace: string | null): PmNode {
  return schema.nodes.opaque.create({ name, raw, leadingWhitespace });
}

/** Reads blocks in order with the whitespace before each. Text between them becomes a block without a name. */
function readBlocks(parts: readonly (string | SourceBlock)[], origins: Origins): PmNode[] {
  const found: PmNode[] = [];
  let space = '';
  const leadingWhitespace = (): string | null => (found.length === 0 && space === '' ? null : space);
  for (const part of parts) {
    if (typeof part !== 'string') {
      found.push(readBlock(part, leadingWhitespace(), origins));
      space = '';
      continue;
    }
    const [, before, text, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part) ?? ['', '', part, ''];
    if (text === '') space += before;
    else {
      space += before;
      found.push(createOpaqueBlock(null, text, leadingWhitespace()));
      space = after;
    }
  }
  return found;
}

function readBlock(block: SourceBlock, leadingWhitespace: string | null, origins: Origins): PmNode {
  const node = block.isVoid ? undefined : readKnownBlock(block, origins);
  if (!node) return createOpaqueBlock(block.name, block.raw, leadingWhitespace);
  return origins.add(node.type.create({ ...node.attrs, leadingWhitespace, head: block.head }, node.content), block.raw);
}

function readKnownBlock(block: SourceBlock, origins: Origins): PmNode | undefined {
  const onlyPart = block.parts.length === 1 && typeof block.parts[0] === 'string' ? block.parts[0] : undefined;
  const isLine = onlyPart !== undefined;
  switch (block.name) {
    case 'core/paragraph':
      return isLine
        ? readLine(onlyPart, 'P', (tag, content) => schema.nodes.paragraph.create({ tag }, content))
        : undefined;
    case 'core/heading':
      return isLine ? readHeading(block, onlyPart) : undefined;
    case 'core/code':
    case 'core/preformatted':
    case 'core/verse':
      return isLine ? readPre(block.name, onlyPart) : undefined;
    case 'core/list':
      return readList(block, origins);
    case 'core/list-item':
      return readItem(block, origins);
    case 'core/quote':
      return readQuote(block, origins);
    case 'core/details':
      return readDetails(block, origins);
    case 'core/image':
    case 'core/button':
    case 'core/table':
      return isLine ? readFigure(block.name, onlyPart) : undefined;
    default:
      return readContainer(block, origins);
  }
}

/** Returns the only element of a piece of HTML, if there is nothing but whitespace around it. */
function onlyElement(html: string): Element | undefined {
  const [only, ...more] = [...parseFragment(html).childNodes].filter(
    (node) => node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() !== '',
  );
  return more.length === 0 && only instanceof Element ? only : undefined;
}

function readLine(html: string, name: string, make: (tag: string, content: PmNode[]) => PmNode): PmNode | undefined {
  const element = onlyElement(html);
  const content = element?.nodeName === name ? readInline(element) : undefined;
  return element && content && make(attributesOf(element), content);
}

function readHeading({ head }: SourceBlock, html: string): PmNode | undefined {
  const level = Number(/^\s*<h([1-6])\b/i.exec(html)?.[1] ?? 0);
  const declaredLevel = parseAttributes(head)['level'] ?? 2;
  return level === declaredLevel
    ? readLine(html, `H${level}`, (tag, content) => schema.nodes.heading.create({ tag, level }, content))
    : undefined;
}

function readPre(name: string, html: string): PmNode | undefined {
  const element = onlyElement(html);
  const holder = name === 'core/code' ? element?.firstElementChild : element;
  if (
    element?.nodeName !== 'PRE' ||
    !holder ||
    (name === 'core/code' &&
      (holder.nodeName !== 'CODE' || holder.attributes.length > 0 || element.childNodes.length > 1))
  )
    return undefined;
  const content = readInline(holder, true);
  return content && schema.nodes.pre.create({ name, tag: attributesOf(element) }, content);
}

/**
 * Returns the HTML before and after the inner blocks; undefined if there is more than whitespace between two of them.
 */
function splitContainer({
  parts,
}: SourceBlock): { open: string; close: string; inner: readonly (string | SourceBlock)[] } | undefined {
  const first = parts.findIndex((part) => typeof part !== 'string');
  const last = parts.findLastIndex((part) => typeof part !== 'string');
  if (first < 0) return undefined;
  const between = parts.slice(first, last + 1).filter((part) => typeof part === 'string');
  const html = (from: readonly (string | SourceBlock)[]): string =>
    from.filter((part) => typeof part === 'string').join('');
  const [open, close] = [html(parts.slice(0, first)), html(parts.slice(last + 1))];
  return between.some((part) => part.trim() !== '') ? undefined : { open, close, inner: parts.slice(first, last + 1) };
}

function readContainer(block: SourceBlock, origins: Origins): PmNode | undefined {
  const found =
    splitContainer(block) ??
    (block.parts.length === 1 && typeof block.parts[0] === 'string'
      ? splitEmptyContainer(block.name, block.parts[0])
      : undefined);
  if (!found) return undefined;
  const coreType = block.name.startsWith('core/') ? schema.nodes[block.name.slice(5)] : undefined;
  const type = coreType && 'open' in (coreType.spec.attrs ?? {}) ? coreType : schema.nodes.holder;
  const content = readBlocks(found.inner, origins);
  const attrs = { name: block.name, open: found.open, close: found.close };
  for (const candidate of [type, schema.nodes.holder])
    if (candidate.validContent(Fragment.from(content))) return candidate.create(attrs, content);
  return undefined;
}

/** A container without inner blocks yet; they will be placed in its innermost element. */
function splitEmptyContainer(name: string, html: string): ReturnType<typeof splitContainer> {
  const [, open, close] = /^(\s*<div\b[^<>]*>\s*)(<\/div>\s*)$/.exec(html) ?? [];
  return open !== undefined && close !== undefined && ['core/group', 'core/column'].includes(name)
    ? { open, close, inner: [] }
    : undefined;
}

function readList(block: SourceBlock, origins: Origins): PmNode | undefined {
  const { parts } = block;
  if (parts.length === 1 && typeof parts[0] === 'string') {
    const element = onlyElement(parts[0]);
    return element && readLegacyList(element);
  }
  const found = splitContainer(block);
  if (!found) return undefined;
  const [, element, tag] = /^\s*<(ul|ol)((?:\s[^<>]*)?)>\s*$/i.exec(found.open) ?? [];
  if (element === undefined || !new RegExp(`^\\s*</${element}>\\s*$`, 'i').test(found.close)) return undefined;
  const items = readBlocks(found.inner, origins);
  return items.every(({ type }) => type === schema.nodes.list_item)
    ? schema.nodes.list.create({ tag, ordered: element.toLowerCase() === 'ol' }, items)
    : undefined;
}

/** Reads a list in the old format, whose items are not blocks. */
function readLegacyList(element: Element): PmNode | undefined {
  if (!['UL', 'OL'].includes(element.nodeName)) return undefined;
  const items: PmNode[] = [];
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() === '') continue;
    if (!(node instanceof Element) || node.nodeName !== 'LI') return undefined;
    const line = node.cloneNode(true) as Element;
    const inner = [...line.children].find(({ nodeName }) => nodeName === 'UL' || nodeName === 'OL');
    inner?.remove();
    const [content, list] = [readInline(line), inner && readLegacyList(inner)];
    if (!content || (inner && !list)) return undefined;
    items.push(
      schema.nodes.list_item.create({ tag: attributesOf(node) }, [
        schema.nodes.paragraph.create(null, content),
        ...(list ? [list] : []),
      ]),
    );
  }
  return items.length === 0
    ? undefined
    : schema.nodes.list.create({ bare: true, tag: attributesOf(element), ordered: element.nodeName === 'OL' }, items);
}

function readItem({ parts }: SourceBlock, origins: Origins): PmNode | undefined {
  const [open, inner, close, ...more] = parts;
  const nested = typeof inner === 'object' ? readBlock(inner, null, origins) : undefined;
  if (
    typeof open !== 'string' ||
    more.length > 0 ||
    (nested && (nested.type !== schema.nodes.list || typeof close !== 'string' || !/^\s*<\/li>\s*$/.test(close)))
  )
    return undefined;
  if (!nested && parts.length > 1) return undefined;
  const element = onlyElement(nested ? `${open}</li>` : open);
  const content = element?.nodeName === 'LI' ? readInline(element) : undefined;
  return (
    element &&
    content &&
    schema.nodes.list_item.create({ tag: attributesOf(element) }, [
      schema.nodes.paragraph.create(null, content),
      ...(nested ? [nested] : []),
    ])
  );
}

function readQuote(block: SourceBlock, origins: Origins): PmNode | undefined {
  const onlyPart = block.parts.length === 1 && typeof block.parts[0] === 'string' ? block.parts[0] : undefined;
  if (onlyPart !== undefined) return readLegacyQuote(onlyPart);
  const found = splitContainer(block);
  const tag = found && /^\s*<blockquote((?:\s[^<>]*)?)>\s*$/i.exec(found.open);
  const end = found && /^\s*(?:<cite((?:\s[^<>]*)?)>([\s\S]*)<\/cite>)?<\/blockquote>\s*$/i.exec(found.close);
  if (!found || !tag || !end) return undefined;
  const source = end[2] === undefined ? [] : readInline(parseFragment(end[2]));
  const inner = readBlocks(found.inner, origins);
  if (!source || inner.some(({ type }) => !type.isInGroup('block'))) return undefined;
  return schema.nodes.quote.create({ tag: tag[1] }, [
    ...inner,
    ...(end[2] === undefined ? [] : [schema.nodes.cite.create({ tag: end[1] }, source)]),
  ]);
}

/** Reads a quote in the old format, whose paragraphs are not blocks. */
function readLegacyQuote(html: string): PmNode | undefined {
  const element = onlyElement(html);
  if (element?.nodeName !== 'BLOCKQUOTE') return undefined;
  const inner: PmNode[] = [];
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() === '') continue;
    const isCite = node.nodeName === 'CITE' && node === element.lastElementChild && inner.length > 0;
    const content = node.nodeName === 'P' || isCite ? readInline(node) : undefined;
    if (!content || !(node instanceof Element)) return undefined;
    inner.push(
      isCite
        ? schema.nodes.cite.create({ tag: attributesOf(node) }, content)
        : schema.nodes.paragraph.create({ tag: attributesOf(node) }, content),
    );
  }
  return inner.length === 0 ? undefined : schema.nodes.quote.create({ bare: true, tag: attributesOf(element) }, inner);
}

function readDetails(block: SourceBlock, origins: Origins): PmNode | undefined {
  const found = splitContainer(block);
  const match =
    found && /^\s*<details((?:\s[^<>]*)?)><summary((?:\s[^<>]*)?)>([\s\S]*)<\/summary>\s*$/i.exec(found.open);
  const title = match ? readInline(parseFragment(match[3] ?? '')) : undefined;
  if (!found || !match || !title || !/^\s*<\/details>\s*$/i.test(found.close)) return undefined;
  const inner = readBlocks(found.inner, origins);
  return inner.every(({ type }) => type.isInGroup('block'))
    ? schema.nodes.details.create({ tag: match[1] }, [schema.nodes.summary.create({ tag: match[2] }, title), ...inner])
    : undefined;
}
