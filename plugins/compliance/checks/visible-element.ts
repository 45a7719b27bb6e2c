import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { ConcealmentTest } from './concealment.js';
import type { StyledElement } from './selector.js';

type Node = DefaultTreeAdapterTypes.Node;

/** An element that a visitor can see without scripts. */
export interface SeenElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text content including descendants, with whitespace collapsed. */
  readonly text: string;
  readonly children: readonly SeenElement[];
}

const UNSEEN = new Set(['script', 'style', 'template', 'head', 'noscript']);
const CONCEALED = /display\s*:\s*none|visibility\s*:\s*hidden/i;

const IN_SIGHT: ConcealmentTest = () => false;

/**
 * Parses the visible content of a page, leaving out what its markup or stylesheets hide, or what is never displayed.
 */
export function readPage(html: string, conceals: ConcealmentTest = IN_SIGHT): SeenElement {
  return read(parse(html), conceals) ?? { tag: 'html', attributes: {}, text: '', children: [] };
}

function read(node: Node, conceals: ConcealmentTest, parent?: StyledElement): SeenElement | undefined {
  const attributes: Record<string, string> = Object.fromEntries(
    'attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : [],
  );
  const styled: StyledElement = { tag: node.nodeName, attributes, ...(parent ? { parent } : {}) };
  if (UNSEEN.has(node.nodeName) || isHidden(attributes) || conceals(styled)) return undefined;
  const children: SeenElement[] = [];
  let text = '';
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    if (child.nodeName === '#text' && 'value' in child) text += child.value;
    const childElement = 'childNodes' in child ? read(child, conceals, styled) : undefined;
    if (!childElement) continue;
    children.push(childElement);
    text += ` ${childElement.text} `;
  }
  return { tag: node.nodeName, attributes, text: text.replace(/\s+/g, ' ').trim(), children };
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    CONCEALED.test(attributes.style ?? '') ||
    hasClass(attributes, 'visually-hidden')
  );
}

function hasClass(attributes: Readonly<Record<string, string>>, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}

/** Returns an element and its descendants, in document order. */
export function partsOf(element: SeenElement): readonly SeenElement[] {
  const known = parts.get(element);
  if (known) return known;
  const found: SeenElement[] = [];
  gather(element, found);
  parts.set(element, found);
  return found;
}

/** Cached, since each check queries the same pages. */
const parts = new WeakMap<SeenElement, readonly SeenElement[]>();

function gather(element: SeenElement, found: SeenElement[]): void {
  found.push(element);
  for (const child of element.children) gather(child, found);
}

/** Returns the matching descendants. */
export function find(element: SeenElement, predicate: (part: SeenElement) => boolean): SeenElement[] {
  return partsOf(element).filter(predicate);
}

export const byClass =
  (name: string) =>
  ({ attributes }: SeenElement): boolean =>
    hasClass(attributes, name);
export const byTag =
  (name: string) =>
  ({ tag }: SeenElement): boolean =>
    tag === name;
export const byId =
  (id: string) =>
  ({ attributes }: SeenElement): boolean =>
    attributes.id === id;

/** Returns the links to a URL of the site, absolute or relative. */
export function linksTo(element: SeenElement, url: string): SeenElement[] {
  return find(element, ({ tag, attributes }) => tag === 'a' && pathOf(attributes.href ?? '', url) === pathOf(url, url));
}

function pathOf(href: string, base: string): string {
  // A link to an anchor or another language of its own page leads nowhere else.
  if (href === '' || /^[#?]/.test(href)) return '';
  try {
    const { origin, pathname } = new URL(href, base);
    return origin + pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
