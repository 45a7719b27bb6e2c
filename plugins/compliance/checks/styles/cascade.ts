import { splitValue } from './colors.js';
import { getAttribute, type PageElement } from './page-tree.js';
import type { Screen } from './screen.js';
import { parseDeclarations, type StyleDeclaration, type StyleRule, type Stylesheet } from './stylesheet.js';

/** Values of an element's declared properties, without shorthands and with `var()` as written. */
export type DeclaredValues = ReadonlyMap<string, string>;

/** Finds the declared values of elements from stylesheets and `style` attributes (CSS Cascading 5). */
export interface Cascade {
  /** @param box generated box of the element; the element itself when absent */
  declaredValues(element: PageElement, screen: Screen, box?: 'before' | 'after'): DeclaredValues;
}

/** A declaration with what it is ranked by. */
interface Entry extends StyleDeclaration {
  readonly layer: number;
  readonly specificity: number;
  readonly order: number;
  readonly rule?: StyleRule;
}

interface RankedRule {
  readonly rule: StyleRule;
  readonly layer: number;
  readonly order: number;
}

const NO_LAYER = 1e6;
const INLINE = 1e9;

const ALIASES: Readonly<Record<string, string>> = {
  'inline-size': 'width',
  'block-size': 'height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'margin-inline': 'margin-left',
  'margin-block': 'margin-top',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
  'font-size-adjust': '',
  '-webkit-mask-image': 'mask-image',
  '-webkit-mask': 'mask',
  '-webkit-clip-path': 'clip-path',
  '-webkit-filter': 'filter',
  '-webkit-transform': 'transform',
  '-webkit-animation': 'animation',
};
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const FONT_SIZE_TOKEN =
  /^(?:[\d.]+(?:px|em|rem|%|pt|vw|ch|ex)|(?:xx?x?-)?(?:small|large)|medium|smaller|larger|(?:calc|clamp|min|max|var)\(.*\))(?:\/.*)?$/i;

function expandSides(prefix: string, value: string): [string, string][] {
  const [top = '', right = top, bottom = top, left = right] = splitValue(value, /\s/);
  return SIDES.map((side, at) => [`${prefix}${side}`, [top, right, bottom, left][at] ?? '']);
}

/** Expands a shorthand into the properties that matter to visibility. */
function expand(property: string, value: string): [string, string][] {
  const name = ALIASES[property] ?? property;
  switch (name) {
    case 'inset':
      return expandSides('', value);
    case 'margin':
      return expandSides('margin-', value);
    case 'overflow': {
      const [x = '', y = x] = splitValue(value, /\s/);
      return [
        ['overflow-x', x],
        ['overflow-y', y],
      ];
    }
    case 'font': {
      const size = splitValue(value, /\s/).find((part) => FONT_SIZE_TOKEN.test(part));
      return size === undefined ? [] : [['font-size', size.replace(/\/.*$/, '')]];
    }
    case 'background': {
      const isImage = /gradient\(|url\(|image-set\(|\bvar\(/.test(value);
      const color = splitValue(value, /[\s,]/).findLast(
        (part) =>
          !/^(?:url|[a-z-]*gradient|image-set)\(|^[\d./]|^(?:no-repeat|repeat|center|cover|contain|top|left|right|bottom|fixed|scroll|none|padding-box|border-box)/i.test(
            part,
          ),
      );
      return [
        ['background-color', color ?? 'transparent'],
        ['background-image', isImage && !/^\s*var\([^)]*\)\s*$/.test(value) ? value : 'none'],
      ];
    }
    case 'mask':
      return [['mask-image', value]];
    case '':
      return [];
    default:
      return [[name, value]];
  }
}

/** Compares declarations by importance, cascade layer, specificity and order. */
function compareEntries(a: Entry, b: Entry): number {
  if (a.important !== b.important) return a.important ? 1 : -1;
  // Important declarations of earlier layers win.
  const isLayerReversed = a.important && a.layer !== INLINE && b.layer !== INLINE;
  if (a.layer !== b.layer) return isLayerReversed ? b.layer - a.layer : a.layer - b.layer;
  return a.specificity - b.specificity || a.order - b.order;
}

/** @param sheets stylesheets in page order, that of the browser first */
export function createCascade(sheets: readonly Stylesheet[]): Cascade {
  const layerNames = new Set(sheets.flatMap(({ layers }) => layers));
  const layerRanks = new Map([...layerNames].map((name, at) => [name, at]));
  const lastFrames = new Map(sheets.flatMap((sheet) => [...sheet.lastFrames]));
  const index = new Map<string, RankedRule[]>();
  let order = 0;
  for (const [at, sheet] of sheets.entries())
    for (const rule of sheet.rules) {
      // The browser's own rules rank below all layers.
      const layer = at === 0 ? -1 : layerRanks.get(rule.layer);
      const ranked = { rule, layer: layer ?? NO_LAYER, order: (order += 1) };
      const key = rule.selector.pseudoElement + rule.selector.key;
      const known = index.get(key);
      if (known) known.push(ranked);
      else index.set(key, [ranked]);
    }
  const entries = new WeakMap<PageElement, Map<string, Entries>>();
  /** By window and key of the declarations: most elements have the same ones as others. */
  const values = new Map<string, DeclaredValues>();

  function findEntries(element: PageElement, box: string): readonly Entry[] {
    const keys = [
      '*',
      element.tagName,
      `#${getAttribute(element, 'id') ?? ''}`,
      ...(getAttribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
    ];
    const found: Entry[] = [];
    for (const key of new Set(keys))
      for (const { rule, layer, order: ruleOrder } of index.get(box + key) ?? [])
        if (rule.selector.matches(element))
          for (const declaration of rule.declarations)
            found.push({ ...declaration, layer, specificity: rule.selector.specificity, order: ruleOrder, rule });
    const inline = box === '' ? getAttribute(element, 'style') : undefined;
    if (inline !== undefined)
      for (const declaration of parseDeclarations(inline))
        found.push({ ...declaration, layer: INLINE, specificity: 0, order: 0 });
    return found.sort(compareEntries);
  }

  function getEntries(element: PageElement, box: string): Entries {
    const known = entries.get(element) ?? new Map<string, Entries>();
    entries.set(element, known);
    const boxEntries = known.get(box) ?? toEntries(findEntries(element, box));
    known.set(box, boxEntries);
    return boxEntries;
  }

  function computeValues(list: readonly Entry[], screen: Screen): DeclaredValues {
    const values = new Map<string, string>();
    const apply = ({ property, value }: StyleDeclaration): void => {
      for (const [name, longhand] of property.startsWith('--') ? [[property, value] as const] : expand(property, value))
        values.set(name, longhand);
    };
    for (const entry of list) if (!entry.rule || entry.rule.applies(screen)) apply(entry);
    for (const frame of findLastFrame(values, lastFrames)) apply(frame);
    return values;
  }

  return {
    declaredValues(element, screen, box) {
      const { list, key } = getEntries(element, box ?? '');
      if (list.length === 0) return NO_VALUES;
      const screenKey = `${screen.id} ${key}`;
      const known = values.get(screenKey) ?? computeValues(list, screen);
      values.set(screenKey, known);
      return known;
    },
  };
}

const NO_VALUES: DeclaredValues = new Map();

/** The declarations of an element; elements with the same key have the same ones. */
interface Entries {
  readonly list: readonly Entry[];
  readonly key: string;
}

function toEntries(list: readonly Entry[]): Entries {
  const parts = list.map(({ rule, order, property, value, important }) =>
    rule ? String(order) : `${property}:${value}${important ? '!' : ''}`,
  );
  return { list, key: parts.join(' ') };
}

/** Returns the last frame of an animation that keeps it. */
function findLastFrame(
  values: DeclaredValues,
  lastFrames: ReadonlyMap<string, readonly StyleDeclaration[]>,
): readonly StyleDeclaration[] {
  const animation = ['animation', 'animation-name', 'animation-fill-mode']
    .map((name) => values.get(name) ?? '')
    .join(' ');
  if (!/\b(?:forwards|both)\b/.test(animation)) return [];
  return animation.split(/[\s,]+/).flatMap((word) => lastFrames.get(word) ?? []);
}
