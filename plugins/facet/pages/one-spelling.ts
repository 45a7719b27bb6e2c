import { type FilterState, PREFIX, toParams, toQuery } from '../url-state/filter-state.js';
import { isOwnVariable, nameIn, ownParams, prefixesIn } from '../url-state/variable-prefix.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { FIND, type ValueFinds } from '../url-state/value-finds.js';
import type { Facet } from '../settings/facet-types.js';

/** The decoded variables of one widget. */
interface Read {
  readonly state: FilterState;
  readonly facets: readonly Facet[];
  readonly valueSearches: ValueFinds;
  readonly unavailable: readonly string[];
}

interface SpellingDeps {
  /** @param params with the filter's own names */
  read(params: Readonly<Record<string, unknown>>): Promise<Read>;
  readonly urls: Pick<FacetUrls, 'any' | 'read' | 'write'>;
}

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * Returns the canonical form of a URL with a selection, as path and query; undefined if it is canonical already, or if
 * it cannot be determined.
 * A URL with values that no longer exist is not changed, since its page reports them as not found.
 * @param query the variables as parsed by the host, including those of forms: `sf_color[]=red`
 */
export async function oneSpelling(
  url: URL,
  query: Readonly<Record<string, unknown>>,
  { read, urls }: SpellingDeps,
): Promise<string | undefined> {
  const pairs: Pairs = [...url.searchParams];
  const left = urls.any() ? urls.read(query) : query;
  const isOwn = (name: string): boolean => isOwnVariable(name) || !Object.hasOwn(left, bare(name));
  const own = pairs.filter(([name]) => isOwn(name));
  if (own.length === 0) return undefined;
  const others = pairs.filter(([name]) => !isOwn(name));
  const canonicalPairs: (readonly [string, string])[] = [];
  for (const prefix of new Set([PREFIX, ...prefixesIn(own.map(([name]) => name))])) {
    const params = ownParams(prefix === PREFIX ? left : query, prefix);
    const found = await read(params);
    if (found.unavailable.length > 0) return undefined;
    const written = toParams(found.state, found.facets);
    // An extension's type that cannot read its own output would cause a redirect loop.
    const reread = await read(Object.fromEntries(written));
    if (toQuery(toParams(reread.state, reread.facets)) !== toQuery(written)) return undefined;
    const spelled =
      prefix === PREFIX
        ? urls.write(written)
        : written.map(([name, value]): [string, string] => [nameIn(prefix, name), value]);
    canonicalPairs.push(
      ...spelled,
      ...[...found.valueSearches].map(([slug, find]): [string, string] => [`${nameIn(prefix, FIND)}[${slug}]`, find]),
    );
  }
  // Variables of others in between, such as campaign parameters, make no difference.
  if (JSON.stringify(own) === JSON.stringify(canonicalPairs)) return undefined;
  const params = [...others, ...canonicalPairs];
  return url.pathname + (params.length === 0 ? '' : toQuery(params));
}

/** Returns a variable name without its parts: `sf_price[min]` belongs to `sf_price`. */
const bare = (name: string): string => name.replace(/\[.*$/s, '');
