import { addAt, uint32At } from './array-access.js';
import { and, hasBit } from './bitset.js';
import { createCounter, findExtremes } from './count.js';
import type { Dictionary } from './dictionary.js';
import { createDocumentView, withWholeProducts } from './match.js';
import type { Catalog, Evaluation } from './evaluation.js';
import { countFound, firstDocuments } from './page.js';
import { getQuantiles } from './quantiles.js';
import type { Segment } from './segment.js';
import { withShownNumbers } from './sold-out.js';
import type { Bounds, EngineResult, EngineQuery } from './types.js';

/** Returns products per value of the facets to count. */
export function countValues(
  evaluations: readonly Evaluation[],
  dictionary: Dictionary,
  requested: EngineQuery['counts'],
): EngineResult['counts'] {
  const counters = evaluations.map(({ segment, matches }) => ({ segment, counter: createCounter(segment, matches) }));
  return new Map(
    requested.map(({ key, source, anyDocument = false }) => {
      const keys = dictionary.keys(source);
      const number = dictionary.sourceNumber(source);
      const sums = new Uint32Array(keys.length);
      for (const { segment, counter } of counters) {
        const stretch = segment.valueRanges[number];
        if (!stretch) continue;
        const counted = anyDocument ? counter.countWhole(stretch) : counter.count(key, stretch);
        for (let local = 0; local < counted.length; local++) addAt(sums, local, uint32At(counted, local));
      }
      const counts = new Map<string, number>();
      for (const [local, key] of keys.entries()) {
        const sum = uint32At(sums, local);
        if (sum > 0) counts.set(key, sum);
      }
      return [key, counts];
    }),
  );
}

/** Returns products per choice of extensions' facets, ignoring each facet's own selection. */
export function countCustomSelections(
  evaluations: readonly Evaluation[],
  dictionary: Dictionary,
  own: EngineQuery['customSelections'] = [],
): Map<string, ReadonlyMap<string, number>> {
  return new Map(
    own.map(({ key, source, choices, anyDocument = false }) => {
      const counts = new Map<string, number>();
      for (const { segment, matches } of evaluations) {
        const matching = (matches.withoutFacet.get(key) ?? matches.all).bits;
        for (const [choice, documents] of choices(createDocumentView(segment, dictionary, source))) {
          const chosen = anyDocument ? withWholeProducts(segment, documents) : documents;
          counts.set(
            choice,
            (counts.get(choice) ?? 0) + countFound(segment, firstDocuments(segment, and(matching, chosen))),
          );
        }
      }
      return [key, counts];
    }),
  );
}

/** Returns the bounds of a range, ignoring its own selection, and those within the scope. */
export function getBounds(
  evaluations: readonly Evaluation[],
  { key, source, quantiles }: EngineQuery['bounds'][number],
): Bounds {
  const ends = {
    min: null as number | null,
    max: null as number | null,
    fullMin: null as number | null,
    fullMax: null as number | null,
  };
  const parts = evaluations.map(({ segment, matches }) => ({
    segment,
    bits: withShownNumbers(segment, source, (matches.withoutFacet.get(key) ?? matches.all).bits),
    scope: withShownNumbers(segment, source, matches.scope),
  }));
  for (const { segment, bits, scope } of parts) {
    const own = findExtremes(segment, source, bits);
    const full = findExtremes(segment, source, scope);
    if (own)
      Object.assign(ends, {
        min: Math.min(ends.min ?? own.min, own.min),
        max: Math.max(ends.max ?? own.max, own.max),
      });
    if (full)
      Object.assign(ends, {
        fullMin: Math.min(ends.fullMin ?? full.min, full.min),
        fullMax: Math.max(ends.fullMax ?? full.max, full.max),
      });
  }
  if (quantiles === undefined) return ends;
  return { ...ends, quantiles: getQuantiles(parts, source, quantiles) };
}

/** Returns the number of live products with a value. */
function getTotal(segment: Segment, value: number): number {
  return uint32At(segment.singleTotals, value) + uint32At(segment.groupTotals, value);
}

/** Returns the value keys of a source with the number of live products for each. */
export function getValueCounts(
  { segments, dictionary }: Pick<Catalog, 'segments' | 'dictionary'>,
  source: string,
): Map<string, number> {
  const number = dictionary.sourceNumber(source);
  const counts = new Map<string, number>();
  dictionary.keys(source).forEach((key, local) => {
    const total = segments.reduce((sum, segment) => {
      const stretch = segment.valueRanges[number];
      return stretch && local < stretch.size ? sum + getTotal(segment, stretch.base + local) : sum;
    }, 0);
    if (total > 0) counts.set(key, total);
  });
  return counts;
}

/** Returns how many live products of a segment have a value or a number of a source. */
export function countCoverage(segment: Segment, dictionary: Dictionary, source: string): number {
  const columns = [...segment.numbers]
    .filter(([name]) => name === source || name.startsWith(`${source}.`))
    .map(([, column]) => column);
  const stretch = segment.valueRanges[dictionary.sourceNumber(source)];
  let covered = 0;
  for (let ordinal = 0; ordinal < segment.products; ordinal++) {
    if (!hasBit(segment.live, uint32At(segment.firstDoc, ordinal))) continue;
    const [from, to] = [uint32At(segment.firstDoc, ordinal), uint32At(segment.firstDoc, ordinal + 1)];
    const row = segment.rowValues.subarray(uint32At(segment.rowStart, from), uint32At(segment.rowStart, to));
    const hasValue =
      stretch !== undefined && row.some((value) => value >= stretch.base && value < stretch.base + stretch.size);
    if (hasValue || columns.some((column) => column.values.subarray(from, to).some((value) => !Number.isNaN(value))))
      covered++;
  }
  return covered;
}
