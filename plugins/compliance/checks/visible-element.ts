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

const UNRENDERED_TAGS = new Set(['script', 'style', 'template', 'head', 'noscript']);
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

const HIDES_NOTHING: ConcealmentTest = () => false;

/**
 * Parses the visible content of a page, without what is never rendered or hidden by its markup or stylesheets.
 */
export function parsePage(html: string, conceals: ConcealmentTest = HIDES_NOTHING): SeenElement {
  return parseNode(parse(html), conceals) ?? { tag: 'html', attributes: {}, text: '', children: [] };
}

function parseNode(node: Node, conceals: ConcealmentTest, parent?: StyledElement): SeenElement | undefined {
  const attributes: Record<string, string> = Object.fromEntries(
    'attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : [],
  );
  const styled: StyledElement = { tag: node.nodeName, attributes, ...(parent ? { parent } : {}) };
  if (UNRENDERED_TAGS.has(node.nodeName) || isHidden(attributes) || conceals(styled)) return undefined;
  const children: SeenElement[] = [];
  let text = '';
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    if (child.nodeName === '#text' && 'value' in child) text += child.value;
    const childElement = 'childNodes' in child ? parseNode(child, conceals, styled) : undefined;
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
    HIDING_STYLE.test(attributes.style ?? '') ||
    hasClass(attributes, 'visually-hidden')
  );
}

function hasClass(attributes: Readonly<Record<string, string>>, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name);
}

/** Returns an element and its descendants, in document order. */
export function partsOf(element: SeenElement): readonly SeenElement[] {
  const known = elementCache.get(element);
  if (known) return known;
  const found: SeenElement[] = [];
  collectElements(element, found);
  elementCache.set(element, found);
  return found;
}

/** Cached, since each check queries the same pages. */
const elementCache = new WeakMap<SeenElement, readonly SeenElement[]>();

function collectElements(element: SeenElement, found: SeenElement[]): void {
  found.push(element);
  for (const child of element.children) collectElements(child, found);
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
  // A link to an anchor or another language of the same page is not a link to another page.
  if (href === '' || /^[#?]/.test(href)) return '';
  try {
    const { origin, pathname } = new URL(href, base);
    return origin + pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
