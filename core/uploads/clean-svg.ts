import { createRequire } from 'node:module';
import type * as Parse5 from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** A sanitized SVG drawing, with its declared size. */
export interface SanitizedSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const requireModule = createRequire(__filename);
/** Loads parse5, with the first drawing. */
const parse5 = (): typeof Parse5 => requireModule('parse5') as typeof Parse5;

const SVG = 'http://www.w3.org/2000/svg';
/** Maximum size in bytes; a drawing that fills a screen needs a hundredth of it. */
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 20_000;
/** Elements that only draw; none of them executes code, loads a resource, animates or contains HTML. */
const ALLOWED_ELEMENTS = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon text tspan textPath title desc defs symbol use linearGradient radialGradient stop clipPath mask pattern marker style ' +
    'filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset'
  ).split(' '),
);
const ALLOWED_ATTRIBUTES = new Set(
  (
    'id class style role aria-label aria-hidden aria-labelledby focusable lang viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform pathLength dx dy rotate textLength lengthAdjust ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility overflow paint-order vector-effect shape-rendering text-rendering ' +
    'clip-path clip-rule mask filter marker-start marker-mid marker-end gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform ' +
    'markerUnits markerWidth markerHeight refX refY orient font-family font-size font-style font-weight font-variant letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift mix-blend-mode isolation ' +
    'filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 radius stdDeviation flood-color flood-opacity color-interpolation-filters startOffset'
  ).split(' '),
);

/**
 * Rebuilds a drawing from an allowlist of elements and attributes, with all XML syntax in texts escaped, so that no XML
 * parser can interpret it differently.
 * @returns undefined for anything that is not a drawing, or a drawing that is too large
 */
export function sanitizeSvg(bytes: Buffer): SanitizedSvg | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  const root = parse5()
    .parseFragment(bytes.toString('utf8'))
    .childNodes.find(
      (node): node is Tree.Element => 'tagName' in node && node.tagName === 'svg' && String(node.namespaceURI) === SVG,
    );
  if (!root) return undefined;
  const known = elementsById(root);
  if (known === undefined) return undefined;
  const size = getSize(root);
  return { text: serializeElement(root, known, 0), ...size };
}

/** Returns the elements by their ids; undefined when there are too many. */
function elementsById(root: Tree.Element): ReadonlyMap<string, Tree.Element> | undefined {
  const found = new Map<string, Tree.Element>();
  const pending = [root];
  let count = 0;
  for (let node = pending.pop(); node; node = pending.pop()) {
    if ((count += 1) > MAX_ELEMENTS) return undefined;
    const id = attribute(node, 'id');
    if (id !== undefined) found.set(id, node);
    for (const child of node.childNodes) if ('tagName' in child) pending.push(child);
  }
  return found;
}

function serializeElement(node: Tree.Element, known: ReadonlyMap<string, Tree.Element>, depth: number): string {
  const { tagName } = node;
  if (String(node.namespaceURI) !== SVG || !ALLOWED_ELEMENTS.has(tagName) || depth > MAX_DEPTH) return '';
  if (tagName === 'style') return serializeStyle(node);
  if (tagName === 'use' && !isUsable(node, known)) return '';
  const attributes = node.attrs.flatMap(({ name, value }) => {
    const link = name === 'href' || name.endsWith(':href');
    if (link) return /^#[\w.:-]+$/.test(value.trim()) ? [` href="${escapeXml(value.trim())}"`] : [];
    return ALLOWED_ATTRIBUTES.has(name) && isSafeValue(value) ? [` ${name}="${escapeXml(value)}"`] : [];
  });
  const inner = node.childNodes
    .map((child) => {
      if ('tagName' in child) return serializeElement(child, known, depth + 1);
      return 'value' in child ? escapeXml(child.value) : '';
    })
    .join('');
  return `<${tagName}${depth === 0 ? ` xmlns="${SVG}"` : ''}${[...new Set(attributes)].join('')}>${inner}</${tagName}>`;
}

/**
 * Whether a `use` element refers to something without further copies: a few lines could otherwise draw a billion
 * shapes.
 */
function isUsable(node: Tree.Element, known: ReadonlyMap<string, Tree.Element>): boolean {
  const target = known.get((attribute(node, 'href') ?? '').trim().slice(1));
  return target !== undefined && !containsElement(target, 'use');
}

function containsElement(root: Tree.Element, name: string): boolean {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.tagName === name) return true;
    for (const child of node.childNodes) if ('tagName' in child) pending.push(child);
  }
  return false;
}

/** Serializes style rules, unless they load something. */
function serializeStyle(node: Tree.Element): string {
  const rules = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return isSafeValue(rules) ? `<style>${escapeXml(rules)}</style>` : '';
}

/** Whether a value or a style rule refers only to the drawing itself. */
function isSafeValue(value: string): boolean {
  return (
    !/[\\@]|javascript:|expression\s*\(|image-set|(?:^|[^\w-])src\s*\(/i.test(value) &&
    !/url\s*\((?!\s*(['"]?)#[\w.:-]+\1\s*\))/i.test(value)
  );
}

function attribute(node: Tree.Element, name: string): string | undefined {
  return node.attrs.find((candidate) => candidate.name === name || candidate.name.endsWith(`:${name}`))?.value;
}

function getSize(root: Tree.Element): { width: number; height: number } {
  const length = (name: string): number => {
    const found = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(attribute(root, name) ?? '');
    return found ? Math.round(Number(found[1])) : 0;
  };
  const [, , wide = 0, high = 0] = (attribute(root, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box = wide > 0 && high > 0 ? { width: wide, height: high } : { width: 300, height: 150 };
  const [width, height] = [length('width'), length('height')];
  if (width > 0 && height > 0) return { width, height };
  if (width > 0) return { width, height: Math.max(1, Math.round((width * box.height) / box.width)) };
  return { width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) };
}

function escapeXml(text: string): string {
  // These characters are not allowed in XML.
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
