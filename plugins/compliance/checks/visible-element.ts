import { parse } from 'parse5';
import { createPlainCascade, type StyledPage } from './page-styles.js';
import { childrenOf, isElement, type PageElement } from './styles/page-tree.js';
import { type Screen, SCREENS } from './styles/screen.js';
import { createInitialStyle, type RenderedStyle, renderStyle, showsBox } from './styles/visibility.js';

/** An element that a visitor can see. */
export interface SeenElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text content including descendants, with whitespace collapsed. */
  readonly text: string;
  readonly children: readonly SeenElement[];
}

const EMPTY_PAGE: SeenElement = { tag: 'html', attributes: {}, text: '', children: [] };

/** Parses the visible content of HTML without stylesheets. */
export function parsePage(html: string): SeenElement {
  return findVisible({ document: parse(html), cascade: createPlainCascade() }, SCREENS[0]);
}

/**
 * Returns what can be seen of a page in a window, as far as this can be known without rendering it: by `display`,
 * `visibility`, opacity, clipping, size, position, transformation, filters, and the size and contrast of text. Unknown
 * are overlapping elements, pictures behind text, the layout, and what scripts do.
 */
export function findVisible({ document, cascade }: StyledPage, screen: Screen): SeenElement {
  const root = document.childNodes.find(isElement);
  const seen = root && see(root, createInitialStyle(), { cascade, screen });
  return seen === undefined || seen === 'unreadable' ? EMPTY_PAGE : seen;
}

type View = Pick<StyledPage, 'cascade'> & { readonly screen: Screen };

/** Returns the visible part of an element; undefined when it is hidden, `unreadable` when its text is. */
function see(element: PageElement, parent: RenderedStyle, view: View): SeenElement | 'unreadable' | undefined {
  const attributes: Record<string, string> = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  const style = renderStyle(element, parent, view.cascade, view.screen);
  if (isConcealed(element.tagName, attributes, style)) return undefined;
  const children: SeenElement[] = [];
  let text = '';
  let isUnreadable = false;
  for (const child of childrenOf(element)) {
    if (child.nodeName === '#text' && 'value' in child) {
      if (style.showsText) text += child.value;
      else isUnreadable ||= child.value.trim() !== '';
    }
    const childElement = isElement(child) ? see(child, style, view) : undefined;
    if (childElement === 'unreadable') isUnreadable = true;
    else if (childElement) {
      children.push(childElement);
      text += ` ${childElement.text} `;
    }
  }
  const visibleText = text.replace(/\s+/g, ' ').trim();
  // An element of which nothing is left, such as a link in the color of its background.
  if (isUnreadable && visibleText === '' && children.length === 0) return 'unreadable';
  if (children.length === 0 && visibleText === '' && !showsBox(style, element)) return undefined;
  return { tag: element.tagName, attributes, text: visibleText, children };
}

function isConcealed(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  { isHidden, isRemoved }: RenderedStyle,
): boolean {
  // An input that its label draws may be transparent or off-screen, but can still be used.
  if (tag === 'input' ? isRemoved : isHidden) return true;
  return attributes['aria-hidden'] === 'true' || hasClass(attributes, 'visually-hidden');
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
