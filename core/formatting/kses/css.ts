import { trim } from '../php/text.js';
import { wpKsesBadProtocol, wpKsesNoNull } from './protocol.js';

/** Properties a `style` attribute may set. */
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
  'z-index box-shadow aspect-ratio container-type transform --*'
).split(' ');

const WITH_URL = new Set(['background', 'background-image', 'cursor', 'filter', 'list-style', 'list-style-image']);
const WITH_GRADIENT = new Set(['background', 'background-image']);

/** What may not be left of a declaration once the allowed functions are out. */
const UNSAFE = /[\\(&=}]|\/\*/;

/** Custom properties are letters, digits, dashes and underscores after two dashes. */
const CUSTOM = /^--[a-zA-Z0-9_-]+$/;

/** Removes the balanced calls of functions that compute values; what is left has to be plain. */
function withoutFunctions(text: string): string {
  const name = /\b(?:var|calc|min|max|minmax|clamp|repeat)\(/g;
  let out = '';
  let at = 0;
  for (let match = name.exec(text); match; match = name.exec(text)) {
    let depth = 1;
    let end = name.lastIndex;
    while (end < text.length && depth > 0) {
      const c = text.charAt(end++);
      if (c === '(') depth++;
      else if (c === ')') depth--;
    }
    if (depth > 0) break;
    out += text.slice(at, match.index);
    at = end;
    name.lastIndex = end;
  }
  return out + text.slice(at);
}

function addressesAllowed(value: string, protocols: readonly string[]): string | undefined {
  let ok = true;
  const rest = value.replace(/url\([^)]+\)/g, (whole) => {
    const address = /^url\(\s*(['"]?)(.*)(\1)\s*\)$/.exec(whole)?.[2]?.trim() ?? '';
    if (address === '' || wpKsesBadProtocol(address, protocols) !== address) ok = false;
    return '';
  });
  return ok ? rest : undefined;
}

const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|rgb[a]?\([^()]*\))*\)/;

function declarationAllowed(declaration: string, allowed: ReadonlySet<string>, protocols: readonly string[]): boolean {
  const colon = declaration.indexOf(':');
  if (colon < 0) return !UNSAFE.test(declaration);
  const name = declaration.slice(0, colon).trim();
  const custom = CUSTOM.test(name) && allowed.has('--*');
  if (!custom && !allowed.has(name.toLowerCase())) return false;
  let value: string | undefined = declaration.slice(colon + 1).trim();
  if ((custom || WITH_URL.has(name)) && value.includes('url(')) value = addressesAllowed(value, protocols);
  if (value === undefined) return false;
  if (custom || WITH_GRADIENT.has(name)) value = value.trim().replace(GRADIENT, '');
  value = withoutFunctions(value);
  return !UNSAFE.test(value);
}

/**
 * Keeps the declarations of a `style` attribute that are safe (`safecss_filter_attr`).
 * @since 0.1.0
 */
export function safecssFilterAttr(
  css: string,
  protocols: readonly string[],
  allowed: readonly string[] = SAFE_CSS,
): string {
  const clean = wpKsesNoNull(css).replace(/[\n\r\t]/g, '');
  const names = new Set(allowed);
  return trim(clean)
    .split(';')
    .map((part) => trim(part))
    .filter((part) => part !== '' && declarationAllowed(part, names, protocols))
    .join(';');
}
