import type { AddressParts, StructuredApi } from '../../api/formatting.js';
import { mapDeep, rawurlencodeDeep, urldecodeDeep, urlencodeDeep, wpSlash, wpUnslash } from '../values/deep.js';
import { restIsArray, restIsObject, restSanitizeArray, restSanitizeObject, wpArraySliceAssoc, wpListPluck, wpParseArgs, wpParseIdList, wpParseList } from '../values/lists.js';
import { parseUrl } from '../php/parse-url.js';
import { buildQuery } from '../php/query-string.js';
import { ofText, toText } from '../php/text.js';

function wpParseUrl(url: string): AddressParts | false;
function wpParseUrl<K extends keyof AddressParts>(url: string, component: K): NonNullable<AddressParts[K]> | null | false;
function wpParseUrl(url: string, component?: keyof AddressParts): AddressParts | string | number | null | false {
  const parts = parseUrl(toText(url));
  if (!parts) return false;
  if (url === '') parts.path = '';
  return component === undefined ? parts : (parts[component] ?? null);
}

/** The functions for lists, maps and addresses. @param slug a text as a slug */
export function createStructured(slug: (text: string) => string): StructuredApi {
  return {
    wpParseArgs,
    wpParseList,
    wpParseIdList,
    wpParseSlugList: (list) => [...new Set(wpParseList(list).map((one) => slug(toText(one))))],
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
    boolFromYn: ofText((text) => text.toLowerCase() === 'y'),
  };
}
