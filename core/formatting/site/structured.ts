import { randomUUID } from 'node:crypto';
import type { UrlParts, StructuredApi } from '../../api/formatting.js';
import { mapDeep, rawurlencodeDeep, urldecodeDeep, urlencodeDeep, wpSlash, wpUnslash } from '../values/deep.js';
import {
  restIsArray,
  restIsObject,
  restSanitizeArray,
  restSanitizeObject,
  wpArraySliceAssoc,
  wpListPluck,
  wpParseArgs,
  wpParseIdList,
  wpParseList,
} from '../values/lists.js';
import { parseUrl } from '../php/parse-url.js';
import { encodePhpJson } from '../php/php-json.js';
import { wpListFilter, wpListSort } from '../values/sorted-lists.js';
import { buildQuery, parseQuery } from '../php/query-string.js';
import { acceptAnyType, toText } from '../php/text.js';
import type { FormattingSite } from './site.js';

function wpParseUrl(url: string): UrlParts | false;
function wpParseUrl<K extends keyof UrlParts>(url: string, component: K): NonNullable<UrlParts[K]> | null | false;
function wpParseUrl(url: string, component?: keyof UrlParts): UrlParts | string | number | null | false {
  const parts = parseUrl(toText(url));
  if (!parts) return false;
  if (url === '') parts.path = '';
  return component === undefined ? parts : (parts[component] ?? null);
}

/**
 * Encodes JSON like PHP, with escaped slashes and Unicode characters, so that it is safe inside any element. Returns
 * false if the value cannot be encoded.
 */
function wpJsonEncode(value: unknown, pretty = false): string | false {
  try {
    const encoded = encodePhpJson(value ?? null, pretty);
    return 'text' in encoded && encoded.text;
  } catch {
    return false;
  }
}

/** The last ID that `wpUniqueId` returned in this process. */
let lastUniqueId = 0;

/**
 * Creates the functions for arrays, objects and URLs.
 * @param toSlug converts a text to a slug
 */
export function createDataFunctions(
  toSlug: (text: string) => string,
  { hooks, homeUrl }: Pick<FormattingSite, 'hooks' | 'homeUrl'>,
): StructuredApi {
  return {
    wpParseArgs,
    wpParseList,
    wpParseIdList,
    wpParseSlugList: (list) => [...new Set(wpParseList(list).map((slug) => toSlug(toText(slug))))],
    wpListPluck,
    wpArraySliceAssoc,
    mapDeep,
    wpSlash,
    wpUnslash,
    stripslashesDeep: wpUnslash,
    urlencodeDeep,
    rawurlencodeDeep,
    urldecodeDeep,
    buildQuery: (args) => buildQuery(new Map(Object.entries(args))),
    wpParseUrl,
    restIsArray,
    restSanitizeArray,
    restIsObject,
    restSanitizeObject,
    boolFromYn: acceptAnyType((text) => text.toLowerCase() === 'y'),
    wpListFilter,
    wpListSort,
    wpParseStr: (query) => parseQuery(query),
    wpJsonEncode,
    wpUniqueId: (prefix = '') => `${prefix}${++lastUniqueId}`,
    wpGenerateUuid4: () => randomUUID(),
    setUrlScheme(url, requestedScheme = null) {
      const siteScheme = homeUrl().startsWith('https:') ? 'https' : 'http';
      const scheme =
        requestedScheme === 'http' || requestedScheme === 'https' || requestedScheme === 'relative'
          ? requestedScheme
          : siteScheme;
      const absolute = url.trim().replace(/^\/\//, 'http://');
      const newUrl =
        scheme === 'relative'
          ? absolute.replace(/^\w+:\/\/[^/]*/, '').replace(/^(?=[^/]|$)/, '/')
          : absolute.replace(/^\w+:\/\//, `${scheme}://`);
      return hooks.applyFiltersSync('set_url_scheme', newUrl, scheme, requestedScheme);
    },
    wpCheckdate: (month, day, year) =>
      hooks.applyFiltersSync(
        'wp_checkdate',
        [month, day, year].every(Number.isInteger) &&
          month >= 1 &&
          month <= 12 &&
          day >= 1 &&
          year >= 1 &&
          year <= 32767 &&
          day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate(),
        `${year}-${month}-${day}`,
      ),
  };
}
