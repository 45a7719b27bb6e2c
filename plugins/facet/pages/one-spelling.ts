import { type FilterState, PREFIX, toParams, toQuery } from '../url-state/filter-state.js';
import { isOwnVariable, prefixedName, toOwnParams, prefixesIn } from '../url-state/variable-prefix.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { FIND, type ValueSearches } from '../url-state/value-finds.js';
import type { Facet } from '../settings/facet-types.js';

/** The state parsed from the variables of one widget. */
interface ParsedParams {
  readonly state: FilterState;
  readonly facets: readonly Facet[];
  readonly valueSearches: ValueSearches;
  readonly unavailable: readonly string[];
}

interface SpellingDeps {
  /** @param params with the filter's own names */
  read(params: Readonly<Record<string, unknown>>): Promise<ParsedParams>;
  readonly urls: Pick<FacetUrls, 'any' | 'read' | 'write'>;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Returns the canonical form of a URL with a selection, as path and query; undefined if it is canonical already, or if
 * it cannot be determined.
 * A URL with values that no longer exist is not changed, since its page reports them as not found.
 * @param query the variables as parsed by the host, including those of forms: `sf_color[]=red`
 */
export async function canonicalUrl(
  url: URL,
  query: Readonly<Record<string, unknown>>,
  { read, urls }: SpellingDeps,
): Promise<string | undefined> {
  const pairs: Pairs = [...url.searchParams];
  const convertedQuery = urls.any() ? urls.read(query) : query;
  const isOwn = (name: string): boolean => isOwnVariable(name) || !Object.hasOwn(convertedQuery, baseName(name));
  const ownPairs = pairs.filter(([name]) => isOwn(name));
  if (ownPairs.length === 0) return undefined;
  const otherPairs = pairs.filter(([name]) => !isOwn(name));
  const canonicalPairs: (readonly [string, string])[] = [];
  for (const prefix of new Set([PREFIX, ...prefixesIn(ownPairs.map(([name]) => name))])) {
    const params = toOwnParams(prefix === PREFIX ? convertedQuery : query, prefix);
    const parsed = await read(params);
    if (parsed.unavailable.length > 0) return undefined;
    const canonicalParams = toParams(parsed.state, parsed.facets);
    // An extension's type that cannot read its own output would cause a redirect loop.
    const reread = await read(Object.fromEntries(canonicalParams));
    if (toQuery(toParams(reread.state, reread.facets)) !== toQuery(canonicalParams)) return undefined;
    const outputPairs =
      prefix === PREFIX
        ? urls.write(canonicalParams)
        : canonicalParams.map(([name, value]): [string, string] => [prefixedName(prefix, name), value]);
    canonicalPairs.push(
      ...outputPairs,
      ...[...parsed.valueSearches].map(([slug, find]): [string, string] => [
        `${prefixedName(prefix, FIND)}[${slug}]`,
        find,
      ]),
    );
  }
  // Query variables of others in between, such as campaign parameters, do not matter.
  if (JSON.stringify(ownPairs) === JSON.stringify(canonicalPairs)) return undefined;
  const params = [...otherPairs, ...canonicalPairs];
  return url.pathname + (params.length === 0 ? '' : toQuery(params));
}

/** Returns a variable name without its index: `sf_price` for `sf_price[min]`. */
const baseName = (name: string): string => name.replace(/\[.*$/s, '');
