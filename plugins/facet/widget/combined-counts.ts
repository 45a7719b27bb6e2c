import { emptyBits, orInto } from '../engine/bitset.js';
import type { CustomSelection } from '../engine/custom-types.js';
import type { EngineResult, EngineQuery } from '../engine/types.js';
import type { Facet } from '../settings/facet-types.js';
import { isBands, type FacetValue, displayedValues } from './visible-values.js';
import { documentsOf } from './filter-query.js';
import type { ValueNames } from './value-names.js';

interface CombinedCountsParts {
  runQuery(query: EngineQuery): Promise<EngineResult>;
  /** The query, and its counts of individual values. */
  readonly query: EngineQuery;
  readonly counts: EngineResult['counts'];
  readonly facets: readonly Facet[];
  readonly names: ValueNames;
}

/**
 * Counts values that combine several: a product with two of them counts once, so their counts cannot be added.
 * Takes one more query for all facets; an engine that does not support custom bitsets, or rejects them, is queried once
 * per value.
 */
export async function countCombinedValues({
  runQuery,
  query,
  counts,
  facets,
  names,
}: CombinedCountsParts): Promise<EngineResult['counts']> {
  const combinedFacets = facets
    .filter(({ slug }) => counts.has(slug))
    .flatMap((facet) => {
      const values = isBands(facet)
        ? []
        : displayedValues(facet, names)
            .list()
            .filter(({ members }) => members);
      return values.length > 0 ? [{ facet, values }] : [];
    });
  if (combinedFacets.length === 0) return counts;
  const countQuery: EngineQuery = { ...query, page: 1, perPage: 1, counts: [], bounds: [] };
  const combinedCounts = await runQuery({
    ...countQuery,
    customSelections: [
      ...(query.customSelections ?? []),
      ...combinedFacets.map(({ facet, values }) => createUnionSelection(facet, values, names)),
    ],
  }).then(
    (result) => result.counts,
    () => new Map<string, ReadonlyMap<string, number>>(),
  );
  const all = new Map(counts);
  for (const { facet, values } of combinedFacets) {
    const facetCounts = combinedCounts.get(facet.slug);
    const newCounts = new Map(counts.get(facet.slug));
    for (const { key, slug } of values)
      newCounts.set(
        key,
        facetCounts?.get(key) ??
          (await countWith(runQuery, countQuery, facet, displayedValues(facet, names).keys(slug))),
      );
    all.set(facet.slug, newCounts);
  }
  return all;
}

function createUnionSelection(facet: Facet, values: readonly FacetValue[], names: ValueNames): CustomSelection {
  return {
    key: facet.slug,
    source: facet.source,
    match: () => undefined,
    ...documentsOf(facet),
    choices: (documents) =>
      values.map(({ key, slug }) => {
        const bits = emptyBits(documents.docs);
        for (const member of displayedValues(facet, names).keys(slug)) orInto(bits, documents.findByValue(member));
        return [key, bits] as const;
      }),
  };
}

/**
 * Returns the number of products found by selecting a value instead of the others of its facet, or in addition to them
 * if all must match.
 */
async function countWith(
  runQuery: CombinedCountsParts['runQuery'],
  query: EngineQuery,
  facet: Facet,
  keys: readonly string[],
): Promise<number> {
  const { slug, source, operator } = facet;
  const others = operator === 'and' ? query.selections : query.selections.filter(({ key }) => key !== slug);
  return (
    await runQuery({
      ...query,
      selections: [...others, { key: `${slug}&`, source, values: keys, operator: 'or', ...documentsOf(facet) }],
    })
  ).found;
}
