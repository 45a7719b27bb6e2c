import { BLACK, blend, type Color, contrastRatio, parseColor, splitValue, WHITE } from './colors.js';
import type { Cascade, DeclaredValues } from './cascade.js';
import { type LengthBase, parseFontSize, parseLength, ROOT_FONT_SIZE } from './lengths.js';
import { type PageElement, getAttribute } from './page-tree.js';
import type { Screen } from './screen.js';

/** How an element is rendered, with what its descendants inherit. */
export interface RenderedStyle {
  /** Whether the element and all its descendants are invisible. */
  readonly isHidden: boolean;
  /** Whether an invisible element is also removed from the form: `display`, `visibility`, `content-visibility`. */
  readonly isRemoved: boolean;
  /** Whether the text directly in the element can be seen. */
  readonly showsText: boolean;
  readonly custom: ReadonlyMap<string, string>;
  readonly inherited: Inherited;
}

interface Inherited {
  readonly visibility: string;
  readonly color: Color | undefined;
  readonly fill: string;
  /** Pixels. */
  readonly font: number;
  /** Factor of `transform` and `zoom`. */
  readonly scale: number;
  readonly opacity: number;
  readonly indent: string;
  readonly spacing: string;
  /** Color behind the text; undefined when only a browser knows it, such as over a picture. */
  readonly background: Color | undefined;
  readonly isDark: boolean;
}

/** Smallest text that can be read, in CSS pixels. */
const MIN_FONT_SIZE = 8;
/** Smallest contrast of text that can be read; WCAG demands 4.5 of text that is easy to read. */
const MIN_CONTRAST = 2;
/** Smallest opacity of a picture or field that can be seen. */
const MIN_OPACITY = 0.2;
/** Largest box, in pixels, that counts as having no size: hidden texts for screen readers have 1 px. */
const MAX_EMPTY_SIZE = 4;
/** Distance in pixels at which content is off the page. */
const OFF_PAGE = 900;
const MAX_VARIABLE_DEPTH = 20;

const DARK_CANVAS: Color = { red: 18, green: 18, blue: 18, alpha: 1 };

export const createInitialStyle = (): RenderedStyle => ({
  isHidden: false,
  isRemoved: false,
  showsText: true,
  custom: new Map(),
  inherited: {
    visibility: 'visible',
    color: BLACK,
    fill: 'currentcolor',
    font: ROOT_FONT_SIZE,
    scale: 1,
    opacity: 1,
    indent: '0',
    spacing: 'normal',
    background: WHITE,
    isDark: false,
  },
});

/** Replaces `var()` by the values of custom properties; undefined when one is missing. */
function substitute(value: string, custom: ReadonlyMap<string, string>, depth = 0): string | undefined {
  const start = value.indexOf('var(');
  if (start < 0) return value;
  if (depth > MAX_VARIABLE_DEPTH) return undefined;
  let [end, level] = [start + 4, 1];
  while (end < value.length && level > 0) {
    if (value[end] === '(') level += 1;
    if (value[end] === ')') level -= 1;
    end += 1;
  }
  const inside = value.slice(start + 4, end - 1);
  const comma = inside.indexOf(',');
  const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
  const replacement = custom.get(name) ?? (comma < 0 ? undefined : inside.slice(comma + 1).trim());
  return replacement === undefined
    ? undefined
    : substitute(`${value.slice(0, start)}${replacement}${value.slice(end)}`, custom, depth + 1);
}

/** Reads the computed values of one element. */
interface Reader {
  readonly screen: Screen;
  readonly font: number;
  /** Returns a value in lower case; '' when it is not declared or is the initial one. */
  text(property: string): string;
  /** Returns a length in pixels, or NaN. */
  length(property: string): number;
}

function createReader(
  values: DeclaredValues,
  custom: ReadonlyMap<string, string>,
  screen: Screen,
  font: number,
): Reader {
  const text = (property: string): string => {
    const value = (substitute(values.get(property) ?? '', custom) ?? '').trim().toLowerCase();
    return ['initial', 'unset', 'revert', 'revert-layer'].includes(value) ? '' : value;
  };
  return {
    screen,
    font,
    text,
    length: (property) => parseLength(text(property), { font, width: screen.width }),
  };
}

const isOutOfFlow = (position: string): boolean => position === 'absolute' || position === 'fixed';

/** Tests of `clip-path` shapes that leave nothing, by function. */
const EMPTY_SHAPES: Readonly<Record<string, (args: string, base: LengthBase) => boolean>> = {
  inset(args) {
    const sides = (args.split(' round')[0] ?? '').trim().split(/\s+/);
    const [top = '', right = top, bottom = top, left = right] = sides;
    const share = (side: string): number => (side.endsWith('%') ? Number.parseFloat(side) : Number.NaN);
    return share(top) + share(bottom) >= 100 || share(left) + share(right) >= 100;
  },
  circle: (args) => EMPTY_RADIUS.test(args),
  ellipse: (args) => EMPTY_RADIUS.test(args),
  xywh: (args, base) =>
    args
      .split(/\s+/)
      .slice(2, 4)
      .some((size) => parseLength(size, base) <= MAX_EMPTY_SIZE),
  rect(args, base) {
    const [top = 0, right = 0, bottom = 0, left = 0] = args.split(/\s+/).map((side) => parseLength(side, base));
    return right - left <= MAX_EMPTY_SIZE || bottom - top <= MAX_EMPTY_SIZE;
  },
  polygon: (args) => new Set(args.split(',').map((point) => point.trim().replace(/\b0(?:px|%)/g, '0'))).size < 3,
};
const EMPTY_RADIUS = /^\s*(?:0|0?\.\d+)(?:px|%|em|rem)?(?:\s|$)/;

function isClipped({ text, screen, font }: Reader): boolean {
  const base = { font, width: screen.width };
  const [, inside] = /^rect\((.*)\)$/.exec(text('clip')) ?? [];
  if (inside !== undefined && isOutOfFlow(text('position'))) {
    const [top = 0, right = 0, bottom = 0, left = 0] = inside.split(/[\s,]+/).map((part) => parseLength(part, base));
    if ((right - left) * (bottom - top) <= MAX_EMPTY_SIZE ** 2) return true;
  }
  const [, shape = '', args = ''] = /^([a-z]+)\((.*)\)/.exec(text('clip-path')) ?? [];
  return EMPTY_SHAPES[shape]?.(args, base) ?? false;
}

/** Whether a box without size cuts its content off. */
function isCollapsed({ text, length }: Reader): boolean {
  const cuts = (axis: string): boolean => /^(?:hidden|clip|scroll|auto)$/.test(text(axis));
  const contains = /\b(?:strict|content|paint)\b/.test(text('contain'));
  const isEmpty = (...properties: readonly string[]): boolean =>
    properties.some((property) => length(property) <= MAX_EMPTY_SIZE);
  return (
    ((cuts('overflow-y') || contains) && isEmpty('height', 'max-height')) ||
    ((cuts('overflow-x') || contains) && isEmpty('width', 'max-width'))
  );
}

function isOffPage({ text, length, screen }: Reader): boolean {
  const position = text('position');
  if (['margin-left', 'margin-top', 'margin-right'].some((property) => length(property) <= -OFF_PAGE)) return true;
  if (position === '' || position === 'static' || position === 'sticky') return false;
  const isAway = (property: string): boolean => {
    // A percentage refers to the box around it, whose size only a layout knows.
    const [, share] = /^(-?[\d.]+)%$/.exec(text(property)) ?? [];
    if (share !== undefined) return Number(share) <= -100 || Number(share) >= 200;
    return length(property) <= -Math.min(OFF_PAGE, screen.width) || length(property) >= screen.width;
  };
  return isAway('left') || isAway('right') || length('top') <= -OFF_PAGE || length('bottom') <= -OFF_PAGE;
}

/** Returns the functions of `transform`, `scale`, `translate` and `rotate`. */
function readTransformFunctions({ text }: Reader): (readonly [name: string, args: readonly string[]])[] {
  const functions = [...text('transform').matchAll(/([a-z\d]+)\(([^()]*)\)/g)].map(
    ([, name = '', args = '']) => [name, args.split(/[\s,]+/).filter(Boolean)] as const,
  );
  const ofProperty = (name: string): (readonly [string, readonly string[]])[] =>
    ['', 'none'].includes(text(name)) ? [] : [[name, text(name).split(/\s+/)]];
  const rotate = /^([xy])\s+(\S+)$/.exec(text('rotate'));
  return [
    ...functions,
    ...ofProperty('scale'),
    ...ofProperty('translate'),
    ...(rotate ? [[`rotate${rotate[1]}`, [rotate[2] ?? '']] as const] : []),
  ];
}

/** Evaluates the transformation of an element. */
function readTransform(reader: Reader): { readonly scale: number; readonly isAway: boolean } {
  const base = { font: reader.font, width: reader.screen.width };
  const isPositioned = isOutOfFlow(reader.text('position'));
  const isFar = (arg: string): boolean =>
    arg.endsWith('%')
      ? isPositioned && Math.abs(Number.parseFloat(arg)) >= 100
      : Math.abs(parseLength(arg, base)) >= OFF_PAGE;
  let [scale, isAway] = [1, false];
  for (const [name, args] of readTransformFunctions(reader)) {
    const [a = 1, b = a, c = 0, d = 1] = args.map((arg) =>
      arg.endsWith('%') ? Number.parseFloat(arg) / 100 : Number.parseFloat(arg),
    );
    if (/^scale[xyz3d]*$/.test(name)) scale *= Math.min(Math.abs(a), Math.abs(b));
    else if (name === 'matrix') scale *= Math.sqrt(Math.abs(a * d - b * c));
    else if (/^rotate[xy]$/.test(name)) isAway ||= EDGE_ON.test(args[0] ?? '');
    else if (name.startsWith('translate')) isAway ||= args.some(isFar);
  }
  return { scale, isAway };
}
/** Angles at which a surface is seen from its edge. */
const EDGE_ON = /^-?(?:(?:90|270)deg|0?\.[27]5turn|1\.57\d*rad)$/;

/** Whether a filter or mask leaves nothing of the element. */
function isFilteredOut({ text }: Reader): boolean {
  for (const [, name = '', amount = ''] of text('filter').matchAll(/([a-z-]+)\(([^()]*)\)/g)) {
    const value = amount.endsWith('%') ? Number.parseFloat(amount) / 100 : Number.parseFloat(amount);
    if ((name === 'opacity' || name === 'contrast') && value < MIN_OPACITY) return true;
    if (name === 'blur' && value >= MIN_FONT_SIZE) return true;
  }
  const mask = text('mask-image');
  if (/^0(?:px)?(?: 0(?:px)?)?$/.test(text('mask-size'))) return true;
  const [, stops = ''] = /gradient\((.*)\)/.exec(mask) ?? [];
  const colors = splitValue(stops, /,/).filter(
    (stop) => !/^(?:to |[\d.]+(?:deg|turn|rad)|circle|ellipse|at )/.test(stop),
  );
  return colors.length > 0 && colors.every((stop) => /^(?:transparent|(?:rgba?|hsla?)\(.*[,/]\s*0%?\s*\))/.test(stop));
}

function readOpacity({ text }: Reader): number {
  const value = text('opacity');
  const number = value.endsWith('%') ? Number.parseFloat(value) / 100 : Number.parseFloat(value);
  return Number.isNaN(number) ? 1 : Math.min(1, Math.max(0, number));
}

/** Whether a generated box covers the element. */
function isCovered(
  element: PageElement,
  cascade: Cascade,
  screen: Screen,
  custom: ReadonlyMap<string, string>,
  isPositioned: boolean,
): boolean {
  return (['before', 'after'] as const).some((box) => {
    const { text, length } = createReader(cascade.declaredValues(element, screen, box), custom, screen, ROOT_FONT_SIZE);
    if (['', 'none', 'normal'].includes(text('content')) || !isOutOfFlow(text('position')) || !isPositioned)
      return false;
    const background = parseColor(text('background-color'), screen.scheme, BLACK);
    const fills = (near: string, far: string, size: string): boolean =>
      (length(near) <= 0 && length(far) <= 0) || (length(near) <= 0 && length(size) >= screen.width);
    return (
      background?.alpha === 1 &&
      !['none', 'hidden'].includes(text('display') || text('visibility')) &&
      Number(text('z-index') || '0') >= 0 &&
      readOpacity(createReader(cascade.declaredValues(element, screen, box), custom, screen, ROOT_FONT_SIZE)) === 1 &&
      fills('top', 'bottom', 'height') &&
      fills('left', 'right', 'width')
    );
  });
}

/** Returns the color behind the text of an element. */
function readBackground(reader: Reader, parent: Inherited, color: Color | undefined): Color | undefined {
  const image = reader.text('background-image');
  if (image !== '' && image !== 'none') return undefined;
  const declared = reader.text('background-color');
  if (declared === '')
    // What lies under a positioned box is not necessarily its parent.
    return isOutOfFlow(reader.text('position')) ? undefined : parent.background;
  const own = parseColor(declared, parent.isDark ? 'dark' : 'light', color ?? BLACK);
  if (own?.alpha === 1) return own;
  if (own?.alpha === 0 && isOutOfFlow(reader.text('position'))) return undefined;
  return own && parent.background && blend(own, parent.background);
}

function readInherited(
  reader: Reader,
  values: DeclaredValues,
  parent: Inherited,
  isRoot: boolean,
): Omit<Inherited, 'scale' | 'opacity'> {
  const { text, font, screen } = reader;
  const isDark = values.has('color-scheme')
    ? screen.scheme === 'dark' && /dark/.test(text('color-scheme'))
    : parent.isDark;
  const canvas = isRoot && isDark ? { color: WHITE, background: DARK_CANVAS } : parent;
  const declaredColor = text('color');
  const color =
    declaredColor === '' || declaredColor === 'inherit'
      ? canvas.color
      : parseColor(declaredColor, isDark ? 'dark' : 'light', parent.color ?? BLACK);
  const inherit = (property: string, inherited: string): string => {
    const value = text(property);
    return value === '' || value === 'inherit' ? inherited : value;
  };
  return {
    isDark,
    font,
    color,
    visibility: inherit('visibility', parent.visibility),
    fill: inherit('-webkit-text-fill-color', parent.fill),
    indent: inherit('text-indent', parent.indent),
    spacing: inherit('letter-spacing', parent.spacing),
    background: readBackground(reader, { ...parent, ...canvas, isDark }, color),
  };
}

/** Whether text in these styles can be read. */
function isReadable(style: Inherited, reader: Reader): boolean {
  const { font, scale, color, fill, background, opacity, indent, spacing, isDark } = style;
  if (font * scale < MIN_FONT_SIZE) return false;
  const base = { font, width: reader.screen.width };
  if (parseLength(indent, base) <= -OFF_PAGE / 9) return false;
  if (parseLength(indent, base) >= OFF_PAGE && /hidden|clip/.test(reader.text('overflow-x'))) return false;
  if (parseLength(spacing, base) <= -font / 3) return false;
  const ink = fill === 'currentcolor' ? color : parseColor(fill, isDark ? 'dark' : 'light', color ?? BLACK);
  if (!ink) return true;
  const alpha = ink.alpha * opacity;
  if (!background) return alpha >= MIN_OPACITY;
  return contrastRatio(blend({ ...ink, alpha }, background), background) >= MIN_CONTRAST;
}

/** Computes how an element is rendered. @param parent style of the parent element */
export function renderStyle(
  element: PageElement,
  parent: RenderedStyle,
  cascade: Cascade,
  screen: Screen,
): RenderedStyle {
  const values = cascade.declaredValues(element, screen);
  const ownCustom = [...values].filter(([name]) => name.startsWith('--'));
  const custom = ownCustom.length === 0 ? parent.custom : new Map([...parent.custom, ...ownCustom]);
  const isRoot = element.tagName === 'html';
  const fontReader = createReader(values, custom, screen, parent.inherited.font);
  const fontSize = fontReader.text('font-size');
  const font =
    fontSize === '' || fontSize === 'inherit'
      ? parent.inherited.font
      : parseFontSize(fontSize, parent.inherited.font, screen.width);
  const reader = createReader(values, custom, screen, font);
  const { scale, isAway } = readTransform(reader);
  const zoom = Number.parseFloat(
    reader.text('zoom').replace(/^([\d.]+)%$/, (_all, share: string) => `${Number(share) / 100}`),
  );
  const inherited: Inherited = {
    ...readInherited(reader, values, parent.inherited, isRoot),
    scale: parent.inherited.scale * scale * (Number.isNaN(zoom) ? 1 : zoom),
    opacity: parent.inherited.opacity * readOpacity(reader),
  };
  const isRemoved = reader.text('display') === 'none' || reader.text('content-visibility') === 'hidden';
  const position = reader.text('position');
  const isHidden =
    isRemoved ||
    inherited.opacity < 0.02 ||
    scale < 0.1 ||
    isAway ||
    isClipped(reader) ||
    isCollapsed(reader) ||
    isOffPage(reader) ||
    isFilteredOut(reader) ||
    isCovered(element, cascade, screen, custom, position !== '' && position !== 'static');
  return {
    isHidden,
    isRemoved: isRemoved || inherited.visibility !== 'visible',
    showsText: inherited.visibility === 'visible' && isReadable(inherited, reader),
    custom,
    inherited,
  };
}

/** Whether a picture or field without text of its own can be seen. */
export function showsBox({ inherited }: RenderedStyle, element: PageElement): boolean {
  if (inherited.visibility !== 'visible') return false;
  return element.tagName !== 'img' || (inherited.opacity >= MIN_OPACITY && getAttribute(element, 'width') !== '0');
}
