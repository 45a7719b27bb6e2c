import type { PageText, PluginScope, RegistryEntry, Undo } from 'plinth';
import type { RankedChoice, RankedProduct, Ranking } from '../engine/custom-types.js';

/**
 * An order of products: `container.get('ranking').register({ … })` in `facet/booted`. It stands in the list of orders as `sf_orderby=<id>`.
 * It has one of `score` and `scoreFor`; the higher the score, the earlier; of equals, the older product first.
 * @since 0.2.0
 */
interface FacetOrder {
  readonly id: string;
  readonly label: PageText;
  /** The same for every visitor: asked once for each version of the index. */
  score?(product: RankedProduct): number;
  /** Follows what the visitor chose: asked for each list, about the products found. @returns what scores a product, a cheap function */
  scoreFor?(choice: RankedChoice): (product: RankedProduct) => number;
}

/** The orders of extensions. @since 0.2.0 */
export interface FacetRanking {
  register(order: FacetOrder): Undo;
  /** In the order they were added. */
  all(): readonly { readonly id: string; readonly label: string }[];
  /** What the engine sorts by; undefined when there is no such order. */
  find(id: string, choice: RankedChoice): Ranking | undefined;
}

/** Names of the filter's own orders. */
const TAKEN: readonly string[] = ['popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'];

export function createRanking(scope: Pick<PluginScope, 'createRegistry'>): FacetRanking & { clear(): void } {
  const registry = scope.createRegistry<FacetOrder>({ name: 'facet order', check: wrongOrder });
  const rankings = new WeakMap<RegistryEntry<FacetOrder>, Ranking>();

  /** Scores under the plugin's name once, not for every product. */
  const scored =
    (
      entry: RegistryEntry<FacetOrder>,
      of: (order: FacetOrder) => ((product: RankedProduct) => number) | undefined,
    ): Ranking['scores'] =>
    (count, at) =>
      registry.askNow(
        entry,
        (order) => {
          const score = of(order);
          return Float64Array.from({ length: count }, (_, i) => numberOf(score?.(at(i))));
        },
        new Float64Array(count),
      );

  function rankingOf(entry: RegistryEntry<FacetOrder>, choice: RankedChoice): Ranking {
    if (entry.value.scoreFor) return { passing: true, scores: scored(entry, (order) => order.scoreFor?.(choice)) };
    const known = rankings.get(entry) ?? { scores: scored(entry, (order) => (product) => order.score?.(product) ?? 0) };
    rankings.set(entry, known);
    return known;
  }

  return {
    register: (order) => registry.register(order),
    clear: () => registry.clear(),
    all: () =>
      registry.entries().map((entry) => ({
        id: entry.id,
        label: registry.askNow(entry, ({ label }) => String(typeof label === 'function' ? label() : label), entry.id),
      })),
    find(id, choice) {
      const entry = registry.find(id);
      return entry && rankingOf(entry, choice);
    },
  };
}

const numberOf = (score: unknown): number => (typeof score === 'number' && !Number.isNaN(score) ? score : 0);

function wrongOrder({ id, label, score, scoreFor }: FacetOrder): string {
  if (TAKEN.includes(id)) return `the filter has an order "${id}" of its own.`;
  if (typeof label !== 'string' && typeof label !== 'function') return 'its label is no text.';
  return (typeof score === 'function') !== (typeof scoreFor === 'function')
    ? ''
    : 'it needs one of score and scoreFor.';
}
