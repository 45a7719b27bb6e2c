import { type RestArg, type RestRequest, RestResponse } from '../../../api/index.js';
import type { Links } from '../../links.js';
import type { Rest } from '../../rest.js';
import type { WpV2SiteDeps } from './deps.js';
import { type Dictionary, isDictionary, isEmpty, isNumeric, toInteger, toText } from '../../values.js';

/** Returns the parameters of every list (`get_collection_params`); they are validated before the others. */
export function collectionArgs(
  { rest, formatting }: Pick<WpV2SiteDeps, 'rest' | 'formatting'>,
  context: RestArg,
): Record<'context' | 'page' | 'per_page' | 'search', RestArg> {
  const number = {
    type: 'integer',
    minimum: 1,
    validateCallback: rest.restValidateRequestArg,
    sanitizeCallback: (value: unknown) => Math.abs(toInteger(value)),
  } as const;
  return {
    context,
    page: { description: 'Current page of the collection.', default: 1, ...number },
    per_page: {
      description: 'Maximum number of items to be returned in result set.',
      default: 10,
      maximum: 100,
      ...number,
    },
    search: {
      description: 'Limit results to those matching a string.',
      type: 'string',
      validateCallback: rest.restValidateRequestArg,
      sanitizeCallback: (value) => formatting.sanitizeTextField(toText(value)),
    },
  };
}

/** Creates a parameter for ids. */
export function idsArg(description: string): RestArg {
  return { description, type: 'array', items: { type: 'integer' }, default: [] };
}

/** Creates the sorting parameters. */
export function orderArgs(names: readonly string[], orderBy: string, order: 'asc' | 'desc'): Record<string, RestArg> {
  return {
    offset: { description: 'Offset the result set by a specific number of items.', type: 'integer' },
    order: {
      description: 'Order sort attribute ascending or descending.',
      type: 'string',
      default: order,
      enum: ['asc', 'desc'],
    },
    orderby: { description: 'Sort collection by object attribute.', type: 'string', default: orderBy, enum: names },
  };
}

/** Returns a number parameter. */
export function numberParam(request: RestRequest, name: string, fallback = 0): number {
  const value = request.getParam(name);
  // When `Allow` is computed for a refused request, the parameters are not yet sanitized, and numbers are strings.
  return isNumeric(value) ? toInteger(value) : fallback;
}

/** Returns a list parameter. */
export function listParam(request: RestRequest, name: string): unknown[] {
  const value = request.getParam(name);
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** Returns the integers in a list parameter. */
export function idsParam(request: RestRequest, name: string): number[] {
  return listParam(request, name).filter((item): item is number => typeof item === 'number');
}

/** Returns an item of a list, with its links (`prepare_response_for_collection`). */
export async function inCollection(links: Links, response: RestResponse): Promise<unknown> {
  const data = response.getData();
  const compact = await links.compactLinks(response);
  return Object.keys(compact).length > 0 && isDictionary(data) ? { ...data, _links: compact } : data;
}

/** Returns the page that starts at an offset, for lists that link by it. */
export function pageAtOffset(request: RestRequest): number {
  const perPage = numberParam(request, 'per_page', 10);
  return isEmpty(request.getParam('offset'))
    ? numberParam(request, 'page', 1)
    : Math.ceil(numberParam(request, 'offset') / perPage + 1);
}

/** The page of a list in a response. */
interface CollectionPage {
  /** Total number of items. */
  readonly total: number;
  /** Route of the list. */
  readonly base: string;
  readonly page?: number;
  readonly perPage?: number;
}

/**
 * Maximum length of a URL in the header `Link`, in characters: proxies accept headers of 4 KB by default, Node.js of 16
 * KB.
 */
const MAX_LINK_LENGTH = 1_500;

/** Creates a page of a list with its totals, and links to the previous and next pages. */
export function pageOf(
  rest: Rest,
  request: RestRequest,
  items: unknown[],
  {
    total,
    base,
    page = numberParam(request, 'page', 1),
    perPage = numberParam(request, 'per_page', 10),
  }: CollectionPage,
): RestResponse {
  const pages = Math.ceil(total / perPage);
  const response = new RestResponse(items, 200, { 'X-WP-Total': total, 'X-WP-TotalPages': pages });
  const link = (number: number): string =>
    `${rest.restUrl(base)}?${buildQuery({ ...request.getQueryParams(), page: number })}`;
  const add = (rel: 'prev' | 'next', url: string): void => {
    if (url.length <= MAX_LINK_LENGTH) response.linkHeader(rel, url);
  };
  if (page > 1) add('prev', link(pages === 0 ? page - 1 : Math.min(page - 1, pages)));
  if (page < pages) add('next', link(page + 1));
  return response;
}

/** Builds a query string from the request's parameters as `add_query_arg` does. */
function buildQuery(params: Dictionary): string {
  return Object.entries(params)
    .flatMap(([name, value]) => toPairs(encode(name), value))
    .join('&');
}

function toPairs(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => toPairs(`${name}%5B${encode(key)}%5D`, item));
  if (typeof value === 'boolean') return [`${name}=${value ? 1 : 0}`];
  const text = encode(toText(value));
  return [text === '' ? name : `${name}=${text}`];
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
