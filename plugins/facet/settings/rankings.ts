import type { PageText, PluginScope, RegistryEntry, Undo } from 'plinth';
import type { RankedProduct, Ranking } from '../engine/own-parts.js';

/**
 * An order of products: `container.get('ranking').register({ … })` in `facet/booted`. It stands in the list of orders as `sf_orderby=<id>`.
 * @since 0.2.0
 */
interface FacetOrder {
  readonly id: string;
  readonly label: PageText;
  /** The higher, the earlier; of equals, the older product first. Asked once for each version of the index. */
  score(product: RankedProduct): number;
}

/** The orders of extensions. @since 0.2.0 */
export interface FacetRanking {
  register(order: FacetOrder): Undo;
  /** In the order they were added. */
  all(): readonly { readonly id: string; readonly label: string }[];
  /** What the engine sorts by; undefined when there is no such order. */
  find(id: string): Ranking | undefined;
}

/** Names of the filter's own orders. */
const TAKEN: readonly string[] = ['popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'];

export function createRanking(scope: Pick<PluginScope, 'createRegistry'>): FacetRanking & { clear(): void } {
  const registry = scope.createRegistry<FacetOrder>({ name: 'facet order', check: wrongOrder });
  const rankings = new WeakMap<RegistryEntry<FacetOrder>, Ranking>();

  function rankingOf(entry: RegistryEntry<FacetOrder>): Ranking {
    const known = rankings.get(entry) ?? {
      // Under its plugin's name once, not for every product.
      scores: (docs: number, at: (doc: number) => RankedProduct) => registry.askNow(entry, (order) => Float64Array.from({ length: docs }, (_, doc) => numberOf(order.score(at(doc)))), new Float64Array(docs)),
    };
    rankings.set(entry, known);
    return known;
  }

  return {
    register: (order) => registry.register(order),
    clear: () => registry.clear(),
    all: () => registry.entries().map((entry) => ({ id: entry.id, label: registry.askNow(entry, ({ label }) => String(typeof label === 'function' ? label() : label), entry.id) })),
    find(id) {
      const entry = registry.find(id);
      return entry && rankingOf(entry);
    },
  };
}

const numberOf = (score: unknown): number => (typeof score === 'number' && !Number.isNaN(score) ? score : 0);

function wrongOrder({ id, label, score }: FacetOrder): string {
  if (TAKEN.includes(id)) return `the filter has an order "${id}" of its own.`;
  if (typeof label !== 'string' && typeof label !== 'function') return 'its label is no text.';
  return typeof score === 'function' ? '' : 'it does not say how products score.';
}
