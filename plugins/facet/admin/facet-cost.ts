import type { EngineQuery } from '../engine/types.js';
import type { RunningFilter } from '../facet-plugin.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** The cost that a facet adds to each page, estimated on the owner's own catalog with nothing selected. */
export interface FacetCost {
  /** Counting time in milliseconds, the minimum of several runs. */
  readonly ms: number;
  /** Size of the facet's HTML in bytes, before compression. */
  readonly bytes: number;
}

const RUNS = 3;

/** Returns costs by facet slug. The minimum of several runs excludes the load of other processes. */
export async function measureFacetCosts(running: RunningFilter): Promise<ReadonlyMap<string, FacetCost>> {
  const filter = running.container().get('filter');
  const { engine, query, facets } = await filter.read({}, NO_CONTEXT);
  const costs = new Map<string, FacetCost>();
  for (const { slug } of facets) {
    const facetQuery: EngineQuery = {
      ...query,
      perPage: 1,
      counts: query.counts.filter(({ key }) => key === slug),
      bounds: query.bounds.filter(({ key }) => key === slug),
      customSelections: query.customSelections?.filter(({ key }) => key === slug),
    };
    let ms = Infinity;
    for (let run = 0; run < RUNS; run++) ms = Math.min(ms, await measureTime(async () => engine.query(facetQuery)));
    const { facets_html } = await filter.fragments({}, { ...NO_CONTEXT, facets: [slug] });
    costs.set(slug, { ms: Math.round(ms * 100) / 100, bytes: Buffer.byteLength(facets_html) });
  }
  return costs;
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now();
  await work();
  return performance.now() - startTime;
}
