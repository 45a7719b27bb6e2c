import { decodeAttribute } from '../entities/normalize.js';
import { escapeHtml } from '../escape/escape.js';
import { toInt } from '../php/numeric.js';
import { asciiLower, ltrim, rtrim } from '../php/text.js';
import type { AllowedAttributes, AllowedHtml, AttributeLimits } from './allowed-tags.js';
import { wpKsesHair } from './hair.js';
import { wpKsesBadProtocol, wpKsesNoNull } from './protocol.js';

/** Rules for the sanitizing of attributes. */
export interface KsesRules {
  protocols: readonly string[];
  uris: readonly string[];
  /** Sanitizes a `style` attribute with the site's list of allowed properties (`safecss_filter_attr`). */
  css: (css: string) => string;
}

function isWithinLimits(value: string, valueless: boolean, limits: AttributeLimits): boolean {
  const number = (): number => (/^\s{0,6}[0-9]{1,6}\s{0,6}$/.test(value) ? toInt(value) : NaN);
  if (limits.maxlen !== undefined && value.length > limits.maxlen) return false;
  if (limits.minlen !== undefined && value.length < limits.minlen) return false;
  if (limits.maxval !== undefined && !(number() <= limits.maxval)) return false;
  if (limits.minval !== undefined && !(number() >= limits.minval)) return false;
  if (limits.valueless !== undefined && limits.valueless.toLowerCase() !== (valueless ? 'y' : 'n')) return false;
  if (Array.isArray(limits.values) && !limits.values.includes(value.toLowerCase())) return false;
  return limits.valueCallback === undefined || limits.valueCallback(value);
}

function findLimits(name: string, allowed: AllowedAttributes): true | AttributeLimits | undefined {
  if (Object.hasOwn(allowed, name)) return allowed[name];
  if (/^data-[a-z0-9_-]+$/.test(name) && Object.hasOwn(allowed, 'data-*')) return allowed['data-*'];
  return undefined;
}

/** Returns the attribute if it is allowed, or '' (`wp_kses_attr_check`). */
function checkAttribute(
  attribute: { name: string; value: string; whole: string; valueless: boolean },
  element: string,
  allowedHtml: AllowedHtml,
  rules: KsesRules,
): string {
  const name = asciiLower(attribute.name);
  const allowed = Object.hasOwn(allowedHtml, element) ? allowedHtml[element] : undefined;
  const limits = allowed && findLimits(name, allowed);
  if (limits === undefined) return '';
  let { whole: source, value } = attribute;
  if (name === 'style') {
    const decoded = decodeAttribute(value);
    const css = rules.css(decoded);
    if (css === '' || css === '0') return '';
    if (css !== decoded) {
      const escapedCss = escapeHtml(css);
      source = source.replaceAll(value, () => escapedCss);
      value = escapedCss;
    }
  }
  if (typeof limits === 'object' && limits !== null && !isWithinLimits(value, attribute.valueless, limits)) return '';
  return source;
}

/** Returns a tag with its allowed attributes (`wp_kses_attr`); '' (or the bare tag) if a required one is missing. */
export function wpKsesAttr(element: string, attributes: string, allowedHtml: AllowedHtml, rules: KsesRules): string {
  const slash = /\/[ \t\n\v\f\r]*$/.test(attributes) ? ' /' : '';
  const elementName = asciiLower(element);
  const allowed = Object.hasOwn(allowedHtml, elementName) ? allowedHtml[elementName] : undefined;
  if (!allowed || Object.keys(allowed).length === 0) return `<${element}${slash}>`;
  const missingRequired = new Set(
    Object.entries(allowed).flatMap(([name, limits]) =>
      typeof limits === 'object' && limits?.required === true ? [name] : [],
    ),
  );
  const withoutAttributes = slash === '' ? `<${element}>` : '';
  let attributesHtml = '';
  for (const attribute of wpKsesHair(attributes, rules.protocols, rules.uris)) {
    const attributeHtml = checkAttribute(attribute, elementName, allowedHtml, rules);
    if (attributeHtml !== '') {
      attributesHtml += ` ${attributeHtml}`;
      missingRequired.delete(attribute.name);
    } else if (missingRequired.has(attribute.name)) {
      return withoutAttributes;
    }
  }
  if (missingRequired.size > 0) return withoutAttributes;
  return `<${element}${attributesHtml.replace(/[<>]/g, '')}${slash}>`;
}

const WHITESPACE = ' \t\n\v\f\r';

/** Sanitizes an attribute of an element in a post, such as `name="value"` (`wp_kses_one_attr`). */
export function wpKsesOneAttr(attribute: string, element: string, allowedHtml: AllowedHtml, rules: KsesRules): string {
  const clean = wpKsesNoNull(attribute, true);
  const withoutLeading = ltrim(clean, WHITESPACE);
  const trimmed = rtrim(withoutLeading, WHITESPACE);
  const lead = clean.slice(0, clean.length - withoutLeading.length);
  const trail = trimmed === '' ? clean : clean.slice(lead.length + trimmed.length);
  const equals = trimmed.indexOf('=');
  if (equals < 0) {
    return (
      lead +
      checkAttribute(
        { name: trimmed, value: '', whole: trimmed, valueless: true },
        asciiLower(element),
        allowedHtml,
        rules,
      ) +
      trail
    );
  }
  const name = rtrim(trimmed.slice(0, equals), WHITESPACE);
  let value = ltrim(trimmed.slice(equals + 1), WHITESPACE);
  let quote = '"';
  if (value.startsWith('"') || value.startsWith("'")) {
    quote = value.charAt(0);
    if (!value.endsWith(quote)) return '';
    value = value.slice(1, -1);
  }
  value = escapeHtml(value);
  if (rules.uris.includes(asciiLower(name))) value = wpKsesBadProtocol(value, rules.protocols);
  const source = `${name}=${quote}${value}${quote}`;
  return (
    lead +
    checkAttribute({ name, value, whole: source, valueless: false }, asciiLower(element), allowedHtml, rules) +
    trail
  );
}
