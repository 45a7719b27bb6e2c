import { PREFIX } from './filter-state.js';

/**
 * A visitor's search among the values of a facet. It is not part of the state: it changes the offered values, never the
 * products found.
 * In a URL, `sf_find[<facet>]=words`; `^D` stands for the first letter D, and `^#` for anything that is not a letter.
 */
export type ValueSearches = ReadonlyMap<string, string>;

/** Name of the variable, without the facet. */
export const FIND = `${PREFIX}find`;
export const MAX_FIND = 100;

/**
 * @param params variables of a URL, decoded once; a key `sf_find[brand]` is also accepted, since a query in JSON has no
 * nested level
 * @param slugs facets of the page
 */
export function parseValueSearches(params: Readonly<Record<string, unknown>>, slugs: readonly string[]): ValueSearches {
  const nested = Object.hasOwn(params, FIND) ? params[FIND] : undefined;
  const nestedFinds =
    typeof nested === 'object' && nested !== null ? (nested as Readonly<Record<string, unknown>>) : {};
  const finds = new Map<string, string>();
  for (const slug of slugs) {
    const flat = `${FIND}[${slug}]`;
    const nestedFind = Object.hasOwn(nestedFinds, slug) ? nestedFinds[slug] : '';
    const find = parseFind(Object.hasOwn(params, flat) ? params[flat] : nestedFind);
    if (find !== '') finds.set(slug, find);
  }
  return finds;
}

/** Returns the search text. The letter buttons follow the field in the form, so the last text is the current one. */
function parseFind(param: unknown): string {
  const text: unknown = Array.isArray(param) ? param.at(-1) : param;
  return typeof text === 'string'
    ? [...text.slice(0, 2 * MAX_FIND)].slice(0, MAX_FIND).join('').replace(/\s+/g, ' ').trim()
    : '';
}
