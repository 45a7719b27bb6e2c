import type { Condition, CssNode, MediaQuery, MediaQueryList } from 'css-tree';
import { parseLength, ROOT_FONT_SIZE } from './lengths.js';
import type { Screen } from './screen.js';

/** Whether what is written under a condition applies in a window. */
export type AppliesTest = (screen: Screen) => boolean;

/** Narrowest desktop window, in pixels: it has a mouse, and lies flat. */
const DESKTOP_WIDTH = 800;
const WINDOW_HEIGHT = 800;

const isDesktop = ({ width }: Screen): boolean => width >= DESKTOP_WIDTH;

/** Media features with keywords, as those of an ordinary browser with scripts. */
const KEYWORDS: Readonly<Record<string, (screen: Screen) => string>> = {
  'prefers-color-scheme': ({ scheme }) => scheme,
  orientation: (screen) => (isDesktop(screen) ? 'landscape' : 'portrait'),
  hover: (screen) => (isDesktop(screen) ? 'hover' : 'none'),
  'any-hover': (screen) => (isDesktop(screen) ? 'hover' : 'none'),
  pointer: (screen) => (isDesktop(screen) ? 'fine' : 'coarse'),
  'any-pointer': (screen) => (isDesktop(screen) ? 'fine' : 'coarse'),
  scripting: () => 'enabled',
  update: () => 'fast',
  'display-mode': () => 'browser',
  'prefers-reduced-motion': () => 'no-preference',
  'prefers-contrast': () => 'no-preference',
  'forced-colors': () => 'none',
  'inverted-colors': () => 'none',
};
/** Features that are `none` or 0 when they do not apply, for queries without a value, such as `(hover)`. */
const FALSE_KEYWORDS = new Set(['none', 'no-preference']);

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

function getSize(name: string, { width }: Screen): number | undefined {
  if (['width', 'device-width', 'inline-size'].includes(name)) return width;
  return ['height', 'device-height', 'block-size'].includes(name) ? WINDOW_HEIGHT : undefined;
}

function readPixels(node: CssNode | null, screen: Screen): number {
  if (node?.type === 'Dimension')
    return parseLength(`${node.value}${node.unit}`, { font: ROOT_FONT_SIZE, width: screen.width });
  return node?.type === 'Number' ? Number(node.value) : Number.NaN;
}

function matchesFeature(name: string, value: CssNode | null, screen: Screen): boolean {
  const keyword = KEYWORDS[name]?.(screen);
  if (keyword !== undefined)
    return value === null ? !FALSE_KEYWORDS.has(keyword) : value.type === 'Identifier' && value.name === keyword;
  const [, bound, base = name] = /^(min|max)-(.+)$/.exec(name) ?? [];
  const size = getSize(base, screen);
  if (size === undefined) return false;
  if (value === null) return size > 0;
  const limit = readPixels(value, screen);
  if (bound === undefined) return size === limit;
  return bound === 'min' ? size >= limit : size <= limit;
}

function matchesRange(node: Extract<CssNode, { type: 'FeatureRange' }>, screen: Screen): boolean {
  const read = (part: CssNode | null): number =>
    part?.type === 'Identifier' ? (getSize(part.name, screen) ?? Number.NaN) : readPixels(part, screen);
  const [left, middle] = [read(node.left), read(node.middle)];
  if (!COMPARISONS[node.leftComparison]?.(left, middle)) return false;
  return node.rightComparison === null || (COMPARISONS[node.rightComparison]?.(middle, read(node.right)) ?? false);
}

function matchesNode(node: CssNode, screen: Screen): boolean {
  switch (node.type) {
    case 'Feature':
      return matchesFeature(node.name.toLowerCase(), node.value, screen);
    case 'FeatureRange':
      return matchesRange(node, screen);
    case 'Condition':
      return matchesCondition(node, screen);
    // What a stylesheet asks of the browser, a current browser can do.
    case 'SupportsDeclaration':
    case 'FeatureFunction':
    case 'Declaration':
      return true;
    default:
      return false;
  }
}

/** Evaluates a condition of `@media`, `@supports` or `@container`; a container is taken to be as wide as the window. */
export function matchesCondition({ children }: Condition, screen: Screen): boolean {
  let result: boolean | undefined;
  let [isNegated, operator] = [false, 'and'];
  for (const node of children.toArray()) {
    if (node.type === 'Identifier') {
      const word = node.name.toLowerCase();
      if (word === 'not') isNegated = true;
      else operator = word;
      continue;
    }
    const matches = matchesNode(node, screen) !== isNegated;
    isNegated = false;
    if (result === undefined) result = matches;
    else result = operator === 'or' ? result || matches : result && matches;
  }
  return result ?? true;
}

function matchesQuery({ modifier, mediaType, condition }: MediaQuery, screen: Screen): boolean {
  const matches =
    (mediaType === null || ['all', 'screen'].includes(mediaType.toLowerCase())) &&
    (condition === null || matchesCondition(condition, screen));
  return matches !== (modifier?.toLowerCase() === 'not');
}

/** Evaluates a list of media queries. */
export function matchesMediaQueries({ children }: MediaQueryList, screen: Screen): boolean {
  const queries = children.toArray().filter((node) => node.type === 'MediaQuery');
  return queries.length === 0 || queries.some((query) => matchesQuery(query, screen));
}
