import { buildQuery, parseQueryEncoded } from '../php/query-string.js';
import { rtrim, trim } from '../php/text.js';

/** Value of a query argument; false removes the argument; null and undefined omit it. */
type QueryArg = string | number | boolean | null | undefined | readonly unknown[] | { readonly [key: string]: unknown };

function nested(value: QueryArg): unknown {
  return Array.isArray(value) ? new Map(value.map((one, index) => [String(index), one as unknown])) : value;
}

/**
 * Sets query arguments of a URL (`add_query_arg`). New values are used unchanged: encode them first, and escape the
 * result for HTML.
 */
export function withQueryArgs(args: readonly (readonly [string, QueryArg])[], address: string): string {
  const hash = address.indexOf('#');
  const fragment = hash < 0 ? '' : address.slice(hash);
  let uri = hash < 0 ? address : address.slice(0, hash);
  const protocol = /^https?:\/\//i.exec(uri)?.[0] ?? '';
  uri = uri.slice(protocol.length);
  let base: string;
  let query: string;
  const mark = uri.indexOf('?');
  if (mark >= 0) {
    base = uri.slice(0, mark + 1);
    query = uri.slice(mark + 1);
  } else if (protocol !== '' || !uri.includes('=')) {
    base = `${uri}?`;
    query = '';
  } else {
    base = '';
    query = uri;
  }
  const all = new Map<string, unknown>(parseQueryEncoded(query));
  for (const [name, value] of args) {
    if (value === false) all.delete(name);
    else all.set(name, nested(value));
  }
  const built = trim(buildQuery(all), '?').replace(/=(?=&|\n?$)/g, '');
  return rtrim(protocol.toLowerCase() + base + built + fragment, '?').replaceAll('?#', '#');
}
