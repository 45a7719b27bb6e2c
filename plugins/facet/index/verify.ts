import type { Boosts } from '../engine/boosts.js';
import {
  type Bounds,
  type EngineResult,
  type EngineQuery,
  type FacetEngine,
  type Sort,
  SORTS,
} from '../engine/types.js';
import type { Rows } from './index-sql.js';
import type { SqlEngine } from './sql-engine.js';

/** A query that the two engines answer differently. */
export interface Disagreement {
  readonly query: EngineQuery;
  /** The differing parts: `found`, `counts of stock`. */
  readonly differences: readonly string[];
}

interface VerifyParts {
  readonly engine: FacetEngine;
  readonly sqlEngine: SqlEngine;
  readonly rows: Rows;
  /** Sources to count and to return bounds for. */
  readonly sources: readonly string[];
  readonly samples: number;
  /** The owner's currently active rules; random ones are generated in addition. */
  readonly placement?: Boosts;
  /** From 0 to 1. */
  random(): number;
  progress?(done: number): void;
}

/**
 * Runs random queries about existing product data against both engines.
 * @returns the queries they answer differently
 */
export async function verifyEngine({
  engine,
  sqlEngine,
  rows,
  sources,
  samples,
  placement,
  random,
  progress,
}: VerifyParts): Promise<Disagreement[]> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  /** Returns random values of a source, without duplicates. */
  const pickValues = (source: string, count: number): string[] => {
    const draws = Array.from({ length: count }, () => pick([...engine.values(source).keys()]));
    return [...new Set(draws)].filter((value) => value !== undefined);
  };
  const usedSources = sources.filter((source) => engine.values(source).size > 0);
  const disagreements: Disagreement[] = [];
  let hitIds: readonly number[] = [];
  const randomBoosts = (): Boosts => ({
    pins: hitIds.slice(0, 3).map((product, i) => ({ product, position: 1 + 4 * i })),
    boosts:
      usedSources.length === 0
        ? []
        : ([1, -1] as const).flatMap((direction) => {
            const source = pick(usedSources);
            return source === undefined ? [] : { direction, targets: [{ source, values: pickValues(source, 1) }] };
          }),
  });
  for (let done = 0; done < samples; done++) {
    const selectedSources = [...new Set(Array.from({ length: done % 4 }, () => pick(usedSources)))].filter(
      (source) => source !== undefined,
    );
    // As in the widget: facets that require all values find them over the variations of a product.
    const strictSources = new Set(selectedSources.filter(() => random() < 0.2));
    const documentsOf = (source: string) => (strictSources.has(source) ? { anyDocument: true } : {});
    const query: EngineQuery = {
      selections: selectedSources.map((source) => ({
        key: source,
        source,
        values: pickValues(source, 2),
        operator: strictSources.has(source) ? 'and' : 'or',
        ...documentsOf(source),
      })),
      ranges: random() < 0.3 ? [{ key: 'price', source: 'price', min: Math.floor(random() * 10_000), max: null }] : [],
      scope: [],
      search: '',
      sort: pick<Sort>(SORTS) ?? '',
      page: 1 + Math.floor(random() * 3),
      perPage: 12,
      counts: usedSources.map((source) => ({ key: source, source, ...documentsOf(source) })),
      bounds: [{ key: 'price', source: 'price' }],
      ...(random() < 0.5 ? { placement: placement && random() < 0.5 ? placement : randomBoosts() } : {}),
    };
    const result = await engine.query(query);
    hitIds = result.hits.map(({ id }) => id);
    const differs = compareAnswers(result, await sqlEngine.query(rows, query));
    if (differs.length > 0) disagreements.push({ query, differences: differs });
    progress?.(done + 1);
  }
  return disagreements;
}

/** Returns the parts in which two answers differ. */
export function compareAnswers(first: EngineResult, second: EngineResult): string[] {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const hits = ({ hits: list }: EngineResult): unknown =>
    list.map(({ id, price, variations }) => [id, price, variations ? [...variations].sort((a, b) => a - b) : null]);
  const sorted = (counts: ReadonlyMap<string, number> | undefined): unknown =>
    [...(counts ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const ends = (bounds: Bounds | undefined): unknown =>
    bounds && [bounds.min, bounds.max, bounds.fullMin, bounds.fullMax];
  return [
    ...(first.found === second.found ? [] : ['found']),
    ...(first.page === second.page && first.pages === second.pages ? [] : ['pages']),
    ...(same(hits(first), hits(second)) ? [] : ['products of the page']),
    ...[...second.counts.keys()]
      .filter((key) => !same(sorted(first.counts.get(key)), sorted(second.counts.get(key))))
      .map((key) => `counts of ${key}`),
    ...[...second.bounds.keys()]
      .filter((key) => !same(ends(first.bounds.get(key)), ends(second.bounds.get(key))))
      .map((key) => `bounds of ${key}`),
  ];
}
