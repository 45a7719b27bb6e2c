import { PREFIX } from './filter-state.js';

/**
 * What a visitor looks for among the values of a facet. It is no part of the state: it changes what is offered, never what is found.
 * In an address, `sf_find[<facet>]=words`; `^D` stands for the first letter D, and `^#` for anything that is no letter.
 */
export type ValueFinds = ReadonlyMap<string, string>;

/** The name of the variable, without the facet. */
export const FIND = `${PREFIX}find`;
export const MAX_FIND = 100;

/**
 * @param params variables of an address, decoded once; a key `sf_find[brand]` is read as well, for a query in JSON has no deeper level
 * @param slugs facets of the page
 */
export function parseFinds(params: Readonly<Record<string, unknown>>, slugs: readonly string[]): ValueFinds {
  const nested = Object.hasOwn(params, FIND) ? params[FIND] : undefined;
  const level = typeof nested === 'object' && nested !== null ? (nested as Readonly<Record<string, unknown>>) : {};
  const finds = new Map<string, string>();
  for (const slug of slugs) {
    const flat = `${FIND}[${slug}]`;
    const nestedFind = Object.hasOwn(level, slug) ? level[slug] : '';
    const find = parseFind(Object.hasOwn(params, flat) ? params[flat] : nestedFind);
    if (find !== '') finds.set(slug, find);
  }
  return finds;
}

/** A letter's button stands behind the field in the form, so the last text is what was meant. */
function parseFind(given: unknown): string {
  const text: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof text === 'string'
    ? [...text.slice(0, 2 * MAX_FIND)].slice(0, MAX_FIND).join('').replace(/\s+/g, ' ').trim()
    : '';
}
