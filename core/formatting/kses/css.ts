import { trim } from '../php/text.js';
import { wpKsesBadProtocol, wpKsesNoNull } from './protocol.js';

/** Properties that are allowed in a `style` attribute. */
export const SAFE_CSS: readonly string[] = (
  'background background-color background-image background-position background-repeat background-size background-attachment ' +
  'background-blend-mode border border-radius border-width border-color border-style border-right border-right-color ' +
  'border-right-style border-right-width border-bottom border-bottom-color border-bottom-left-radius ' +
  'border-bottom-right-radius border-bottom-style border-bottom-width border-left border-left-color border-left-style ' +
  'border-left-width border-top border-top-color border-top-left-radius border-top-right-radius border-top-style ' +
  'border-top-width border-spacing border-collapse caption-side columns column-count column-fill column-gap column-rule ' +
  'column-span column-width display color filter font font-family font-size font-style font-variant font-weight ' +
  'letter-spacing line-height text-align text-decoration text-indent text-transform white-space height min-height max-height width ' +
  'min-width max-width margin margin-right margin-bottom margin-left margin-top margin-block-start margin-block-end ' +
  'margin-inline-start margin-inline-end padding padding-right padding-bottom padding-left padding-top padding-block-start ' +
  'padding-block-end padding-inline-start padding-inline-end flex flex-basis flex-direction flex-flow flex-grow flex-shrink ' +
  'flex-wrap gap column-gap row-gap grid-template-columns grid-auto-columns grid-column-start grid-column-end grid-column ' +
  'grid-column-gap grid-template-rows grid-auto-rows grid-row-start grid-row-end grid-row grid-row-gap grid-gap ' +
  'justify-content justify-items justify-self align-content align-items align-self clear cursor direction float ' +
  'list-style-type object-fit object-position opacity overflow vertical-align writing-mode position top right bottom left ' +
  'z-index box-shadow aspect-ratio container-type transform --* ' +
  // SVG properties.
  'fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit ' +
  'stroke-opacity stroke-width color-interpolation color-interpolation-filters paint-order stop-color stop-opacity flood-color ' +
  'flood-opacity lighting-color marker marker-end marker-mid marker-start clip-path clip-rule mask mask-type cx cy r rx ry x y d ' +
  'alignment-baseline baseline-shift dominant-baseline glyph-orientation-horizontal glyph-orientation-vertical text-anchor ' +
  'unicode-bidi word-spacing font-size-adjust font-stretch color-rendering image-rendering shape-rendering text-rendering ' +
  'vector-effect transform-origin pointer-events visibility'
).split(' ');

const URL_PROPERTIES = new Set([
  'background',
  'background-image',
  'cursor',
  'filter',
  'list-style',
  'list-style-image',
  'clip-path',
  'fill',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
]);
const GRADIENT_PROPERTIES = new Set(['background', 'background-image']);

/** Characters that must not remain in a declaration after the allowed functions were removed. */
const UNSAFE_CHARACTERS = /[\\(&=}]|\/\*/;

/** A custom property: two dashes, then letters, digits, dashes and underscores. */
const CUSTOM_PROPERTY = /^--[a-zA-Z0-9_-]+$/;

/** Functions that compute values, transformations or shapes, as a regular expression. */
const SAFE_FUNCTIONS = (
  'var calc min max minmax clamp repeat matrix matrix3d perspective rotate rotate3d rotateX rotateY rotateZ scale scale3d scaleX scaleY ' +
  'scaleZ skew skewX skewY translate translate3d translateX translateY translateZ circle ellipse inset path polygon rect shape xywh'
).replaceAll(' ', '|');

/** Removes calls of the safe functions with balanced parentheses. */
function removeFunctions(text: string): string {
  const name = new RegExp(`\\b(?:${SAFE_FUNCTIONS})\\(`, 'g');
  let out = '';
  let position = 0;
  for (let match = name.exec(text); match; match = name.exec(text)) {
    let depth = 1;
    let end = name.lastIndex;
    while (end < text.length && depth > 0) {
      const c = text.charAt(end++);
      if (c === '(') depth++;
      else if (c === ')') depth--;
    }
    if (depth > 0) break;
    out += text.slice(position, match.index);
    position = end;
    name.lastIndex = end;
  }
  return out + text.slice(position);
}

function removeAllowedUrls(value: string, protocols: readonly string[]): string | undefined {
  let areAllowed = true;
  const rest = value.replace(/url\([^)]+\)/g, (urlFunction) => {
    const url = /^url\(\s*(['"]?)(.*)(\1)\s*\)$/.exec(urlFunction)?.[2]?.trim() ?? '';
    if (url === '' || url === '0' || wpKsesBadProtocol(url, protocols) !== url) areAllowed = false;
    return '';
  });
  return areAllowed ? rest : undefined;
}

/** A gradient with at most one nested level of functions. */
const GRADIENT = /(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\([^()]*\))*\)/g;

/** Returns a declaration without its safe functions and URLs; undefined if the declaration is not allowed. */
function removeSafeParts(
  declaration: string,
  allowed: ReadonlySet<string>,
  protocols: readonly string[],
): string | undefined {
  const colon = declaration.indexOf(':');
  if (colon < 0) return removeFunctions(declaration);
  const name = declaration.slice(0, colon).trim();
  const isCustom = CUSTOM_PROPERTY.test(name) && allowed.has('--*');
  if (!isCustom && !allowed.has(name)) return undefined;
  let value: string | undefined = declaration.slice(colon + 1).trim();
  if (isCustom ? value.startsWith('url(') : URL_PROPERTIES.has(name)) value = removeAllowedUrls(value, protocols);
  if (value === undefined) return undefined;
  if (value.includes('-gradient(') && (isCustom || GRADIENT_PROPERTIES.has(name))) value = value.replace(GRADIENT, '');
  return `${name}:${removeFunctions(value)}`;
}

/**
 * Removes unsafe declarations from a `style` attribute (`safecss_filter_attr`).
 * @param allow decides about a declaration; it receives the result, and the declaration without its safe functions
 * @since 0.1.0
 */
export function safecssFilterAttr(
  css: string,
  protocols: readonly string[],
  allowed: readonly string[] = SAFE_CSS,
  allow: (safe: boolean, rest: string) => boolean = (safe) => safe,
): string {
  const clean = wpKsesNoNull(css).replace(/[\n\r\t]/g, '');
  if (allowed.length === 0) return clean;
  const names = new Set(allowed);
  const isAllowed = (declaration: string): boolean => {
    const rest = removeSafeParts(declaration, names, protocols);
    return rest !== undefined && allow(!UNSAFE_CHARACTERS.test(rest), rest);
  };
  return trim(clean)
    .split(';')
    .map((part) => trim(part))
    .filter((part) => part !== '' && isAllowed(part))
    .join(';');
}
