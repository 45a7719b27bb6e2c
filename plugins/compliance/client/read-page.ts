/** An element of a page with what can be seen of it; the same as `SeenElement` of the checks. */
interface ReadElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly ReadElement[];
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** The same limits as those of the analysis of stylesheets. */
const MIN_TEXT_HEIGHT = 8;
const MIN_CONTRAST = 2;
const MIN_OPACITY = 0.2;
const MIN_SCROLLER_SIZE = 40;
const UNRENDERED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'NOSCRIPT', 'DATALIST']);
const FIELDS = new Set(['INPUT', 'SELECT', 'TEXTAREA']);
const WHITE: Rgba = [255, 255, 255, 1];
const DARK: Rgba = [18, 18, 18, 1];

/** Parses a computed color; undefined for color spaces other than sRGB. */
function parseRgba(text: string): Rgba | undefined {
  const numbers = (text.match(/[\d.]+/g) ?? []).map(Number);
  const [first = 0, second = 0, third = 0, alpha = 1] = numbers;
  if (/^rgba?\(/.test(text)) return [first, second, third, alpha];
  return text.startsWith('color(srgb ') ? [first * 255, second * 255, third * 255, alpha] : undefined;
}

const blend = ([red, green, blue, alpha]: Rgba, on: Rgba): Rgba => [
  red * alpha + on[0] * (1 - alpha),
  green * alpha + on[1] * (1 - alpha),
  blue * alpha + on[2] * (1 - alpha),
  1,
];

function luminance(color: Rgba): number {
  const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(rgba: Rgba, other: Rgba): number {
  const [a, b] = [luminance(rgba), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the color behind an element; undefined when a picture lies there. */
function backgroundOf(element: Element): Rgba | undefined {
  const layers: Rgba[] = [];
  for (let current: Element | null = element; current; current = current.parentElement) {
    const style = getComputedStyle(current);
    if (style.backgroundImage !== 'none') return undefined;
    const color = parseRgba(style.backgroundColor);
    if (!color) return undefined;
    if (color[3] > 0) layers.push(color);
    if (color[3] === 1) return layers.reduceRight((below, layer) => blend(layer, below), layers.at(-1) ?? WHITE);
    // What lies under a positioned box is not necessarily its parent.
    if (/absolute|fixed/.test(style.position)) return undefined;
  }
  const isDark =
    matchMedia('(prefers-color-scheme: dark)').matches &&
    /dark/.test(getComputedStyle(document.documentElement).colorScheme);
  return layers.reduceRight((below, layer) => blend(layer, below), isDark ? DARK : WHITE);
}

function opacityOf(element: Element): number {
  let opacity = 1;
  for (let current: Element | null = element; current; current = current.parentElement)
    opacity *= Number(getComputedStyle(current).opacity);
  return opacity;
}

/** Whether a filter or mask leaves nothing of an element. */
function isFilteredOut(style: CSSStyleDeclaration): boolean {
  for (const [, name = '', amount = ''] of style.filter.matchAll(/([a-z-]+)\(([^()]*)\)/g)) {
    const value = Number.parseFloat(amount) / (amount.endsWith('%') ? 100 : 1);
    if (/^(?:opacity|contrast)$/.test(name) && value < MIN_OPACITY) return true;
    if (name === 'blur' && value >= MIN_TEXT_HEIGHT) return true;
  }
  const colors = style.maskImage.match(/rgba?\([^)]*\)/g) ?? [];
  return (
    /gradient/.test(style.maskImage) && colors.length > 0 && colors.every((color) => (parseRgba(color)?.[3] ?? 1) === 0)
  );
}

/** Whether a generated box covers an element. */
function isCovered(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return ['::before', '::after'].some((box) => {
    const style = getComputedStyle(element, box);
    return (
      !['none', 'normal'].includes(style.content) &&
      /absolute|fixed/.test(style.position) &&
      (parseRgba(style.backgroundColor)?.[3] ?? 0) === 1 &&
      style.opacity === '1' &&
      style.visibility === 'visible' &&
      Number.parseFloat(style.width) >= width - 1 &&
      Number.parseFloat(style.height) >= height - 1
    );
  });
}

/** Returns the part of a rectangle that the boxes around an element do not cut off; undefined for nothing. */
function clipRect(rect: DOMRect, element: Element): DOMRect | undefined {
  let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
  for (let current: Element | null = element; current && current !== document.body; current = current.parentElement) {
    const style = getComputedStyle(current);
    if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
    const box = current.getBoundingClientRect();
    const canScroll = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
    // The content of a box that scrolls can be reached.
    if (canScroll && box.width >= MIN_SCROLLER_SIZE && box.height >= MIN_SCROLLER_SIZE) return box;
    if (style.overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
  top = Math.max(top, 0);
  return right - left >= 2 && bottom - top >= 2 ? new DOMRect(left, top, right - left, bottom - top) : undefined;
}

/** Whether an element is what lies at the middle of a rectangle. */
function isOnTop(rect: DOMRect, element: Element): boolean {
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  if (y >= innerHeight) return true;
  const hit = document.elementFromPoint(x, y);
  if (!hit || element.contains(hit)) return hit !== null;
  return hit.contains(element) && getComputedStyle(element).pointerEvents === 'none';
}

/** Whether the text of a node can be read where it is painted. */
function isReadable(node: Text, element: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  const rects = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= MIN_TEXT_HEIGHT);
  const visible = rects.flatMap((rect) => clipRect(rect, element) ?? []);
  if (!visible.some((rect) => isOnTop(rect, element))) return false;
  const style = getComputedStyle(element);
  const font = Number.parseFloat(style.fontSize);
  if (Number.parseFloat(style.letterSpacing) <= -font / 3 || font < MIN_TEXT_HEIGHT) return false;
  const ink = parseRgba(style.webkitTextFillColor) ?? parseRgba(style.color);
  const background = backgroundOf(element);
  if (!ink) return true;
  const alpha = ink[3] * opacityOf(element);
  if (!background) return alpha >= MIN_OPACITY;
  return contrast(blend([ink[0], ink[1], ink[2], alpha], background), background) >= MIN_CONTRAST;
}

/** Whether a picture, or what is not text, is painted. */
function isPainted(element: Element): boolean {
  const rect = clipRect(element.getBoundingClientRect(), element);
  return rect !== undefined && opacityOf(element) >= MIN_OPACITY && isOnTop(rect, element);
}

/** Whether an element is out of sight with all its descendants. */
function isHidden(element: Element): boolean {
  if (UNRENDERED.has(element.tagName) || element.getAttribute('aria-hidden') === 'true') return true;
  if (element.classList.contains('visually-hidden')) return true;
  const style = getComputedStyle(element);
  if (style.display === 'contents') return false;
  if (!element.checkVisibility()) return true;
  // An input that its label draws may be transparent or off-screen, but can still be used.
  if (element.tagName === 'INPUT') return style.visibility !== 'visible';
  return Number(style.opacity) < 0.02 || isFilteredOut(style) || isCovered(element);
}

/** Whether the text of a node is visible; that of a field is drawn by the field. */
const showsText = (node: Text, element: Element): boolean =>
  FIELDS.has(element.tagName) || element.tagName === 'OPTION' || isReadable(node, element);

/** Reads the text and the visible children of an element. */
function readContent(
  element: Element,
  isVisible: boolean,
): Pick<ReadElement, 'text' | 'children'> & { isUnreadable: boolean } {
  const children: ReadElement[] = [];
  let text = '';
  let isUnreadable = false;
  for (const node of element.childNodes) {
    if (node instanceof Text) {
      if (node.data.trim() === '') text += ' ';
      else if (isVisible && showsText(node, element)) text += node.data;
      else isUnreadable = true;
    }
    const child = node instanceof Element ? readElement(node) : undefined;
    if (child === 'unreadable') isUnreadable = true;
    else if (child) {
      children.push(child);
      text += ` ${child.text} `;
    }
  }
  return { text: text.replace(/\s+/g, ' ').trim(), children, isUnreadable };
}

/** Returns the visible part of an element; undefined when it is hidden, `unreadable` when its text is. */
function readElement(element: Element): ReadElement | 'unreadable' | undefined {
  if (isHidden(element) || (element.tagName === 'IMG' && !isPainted(element))) return undefined;
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const isVisible = getComputedStyle(element).visibility === 'visible';
  const { text, children, isUnreadable } = readContent(element, isVisible);
  if (text === '' && children.length === 0) {
    if (isUnreadable) return 'unreadable';
    if (!isVisible) return undefined;
  }
  return { tag: element.tagName.toLowerCase(), attributes, text, children };
}

/** Returns what can be seen of the page. */
function readPage(): ReadElement {
  const root = readElement(document.documentElement);
  return root === undefined || root === 'unreadable' ? { tag: 'html', attributes: {}, text: '', children: [] } : root;
}

Object.assign(globalThis, { complianceReadPage: readPage });
