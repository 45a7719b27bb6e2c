import type { EngineQuery } from '../engine/types.js';
import type { RunningFilter } from '../facet-plugin.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

/** What a facet adds to each page: predicted from the owner's own catalogue, with nothing chosen. */
export interface FacetCost {
  /** Milliseconds of counting, the least of several runs. */
  readonly ms: number;
  /** Of its HTML, before compression. */
  readonly bytes: number;
}

const RUNS = 3;

/** By slug. The least of several runs is what the machine takes when nobody disturbs it. */
export async function facetCosts(running: RunningFilter): Promise<ReadonlyMap<string, FacetCost>> {
  const filter = running.container().get('filter');
  const { engine, query, facets } = await filter.read({}, NO_CONTEXT);
  const costs = new Map<string, FacetCost>();
  for (const { slug } of facets) {
    const alone: EngineQuery = {
      ...query,
      perPage: 1,
      counts: query.counts.filter(({ key }) => key === slug),
      bounds: query.bounds.filter(({ key }) => key === slug),
      own: query.own?.filter(({ key }) => key === slug),
    };
    let ms = Infinity;
    for (let run = 0; run < RUNS; run++) ms = Math.min(ms, await timed(async () => engine.query(alone)));
    const { facets_html } = await filter.fragments({}, { ...NO_CONTEXT, facets: [slug] });
    costs.set(slug, { ms: Math.round(ms * 100) / 100, bytes: Buffer.byteLength(facets_html) });
  }
  return costs;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
