import { buildQuery, parseQueryEncoded } from '../php/query-string.js';
import { rtrim, trim } from '../php/text.js';

/** Value of a query argument. False removes the argument from the URL; null and undefined do not output it. */
type QueryArg = string | number | boolean | null | undefined | readonly unknown[] | { readonly [key: string]: unknown };

function toNestedValue(value: QueryArg): unknown {
  return Array.isArray(value) ? new Map(value.map((element, index) => [String(index), element as unknown])) : value;
}

/**
 * Sets query arguments in a URL (`add_query_arg`). Values are not encoded: encode them before the call, and escape the
 * result for HTML.
 */
export function withQueryArgs(args: readonly (readonly [string, QueryArg])[], originalUrl: string): string {
  const hash = originalUrl.indexOf('#');
  const fragment = hash < 0 ? '' : originalUrl.slice(hash);
  let uri = hash < 0 ? originalUrl : originalUrl.slice(0, hash);
  const protocol = /^https?:\/\//i.exec(uri)?.[0] ?? '';
  uri = uri.slice(protocol.length);
  let base: string;
  let query: string;
  const questionMark = uri.indexOf('?');
  if (questionMark >= 0) {
    base = uri.slice(0, questionMark + 1);
    query = uri.slice(questionMark + 1);
  } else if (protocol !== '' || !uri.includes('=')) {
    base = `${uri}?`;
    query = '';
  } else {
    base = '';
    query = uri;
  }
  const allArgs = new Map<string, unknown>(parseQueryEncoded(query));
  for (const [name, value] of args) {
    if (value === false) allArgs.delete(name);
    else allArgs.set(name, toNestedValue(value));
  }
  const queryString = trim(buildQuery(allArgs), '?').replace(/=(?=&|\n?$)/g, '');
  return rtrim(protocol.toLowerCase() + base + queryString + fragment, '?').replaceAll('?#', '#');
}
