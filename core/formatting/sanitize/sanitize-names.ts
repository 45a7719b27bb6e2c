import { removeAccents } from './remove-accents.js';
import { removeEntities } from './sanitize-title.js';
import { asciiLower, toText, trim } from '../php/text.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';

/** Reduces a text to lower-case ASCII letters, digits, dashes and underscores (`sanitize_key`). */
export function cleanKey(key: unknown): string {
  return asciiLower(toText(key)).replace(/[^a-z0-9_-]/g, '');
}

/** Removes characters that are not allowed in a CSS class (`sanitize_html_class`). */
export function cleanHtmlClass(name: string): string {
  return name.replace(/%[a-fA-F0-9]{2}/g, '').replace(/[^A-Za-z0-9_-]/g, '');
}

/**
 * Sanitizes a username (`sanitize_user`).
 * @param strict allows only ASCII letters, digits and ` _.-@`
 */
export function cleanUser(name: string, strict: boolean, locale: string): string {
  let user = removeAccents(wpStripAllTags(name), locale).replace(/%[a-fA-F0-9]{2}/g, '');
  user = removeEntities(user);
  if (strict) user = user.replace(/[^a-z0-9 _.\-@]/gi, '');
  return trim(user).replace(/[ \t\n\v\f\r]+/g, ' ');
}

/** Removes all characters except letters, digits, `_` and `-` from a locale (`sanitize_locale_name`). */
export function cleanLocaleName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '');
}

const ORDER_CLAUSE = /^\s*(?:\w+|`\w+`)(?:\s+(?:ASC|DESC))?\s*$/i;

/**
 * Returns a list of columns with their sort directions if it is valid; otherwise false (`sanitize_sql_orderby`).
 * @since 0.1.0
 */
export function sanitizeSqlOrderby(orderby: string): string | false {
  return orderby.split(',').every((part) => ORDER_CLAUSE.test(part)) || /^\s*RAND\(\s*\)\s*$/i.test(orderby)
    ? orderby
    : false;
}

/** Removes characters that are not allowed in a MIME type (`sanitize_mime_type`). */
export function cleanMimeType(type: string): string {
  return type.replace(/[^-+*.a-zA-Z0-9/]/g, '');
}
