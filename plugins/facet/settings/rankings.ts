import type { PageText, PluginScope, RegistryEntry, Undo } from 'plinth';
import type { RankedChoice, RankedProduct, Ranking } from '../engine/custom-types.js';

/**
 * A sort order of products: `container.get('ranking').register({ … })` in `facet/booted`. It is offered as
 * `sf_orderby=<id>`.
 * It has either `score` or `scoreFor`; higher scores come first, and of equal ones the older product.
 * @since 0.1.0
 */
interface FacetOrder {
  readonly id: string;
  readonly label: PageText;
  /** Returns the score for all visitors; called once per version of the index. */
  score?(product: RankedProduct): number;
  /**
   * Returns the scores for a visitor's selection; called for each list with the products found.
   * @returns a cheap function that scores a product
   */
  scoreFor?(choice: RankedChoice): (product: RankedProduct) => number;
}

/**
 * The sort orders of extensions.
 * @since 0.1.0
 */
export interface FacetRanking {
  register(order: FacetOrder): Undo;
  /** Returns all sort orders in the order of registration. */
  all(): readonly { readonly id: string; readonly label: string }[];
  /** Returns the ranking for the engine; undefined if the sort order does not exist. */
  find(id: string, choice: RankedChoice): Ranking | undefined;
}

/** Ids of the built-in sort orders. */
const RESERVED_IDS: readonly string[] = ['popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'];

export function createRanking(scope: Pick<PluginScope, 'createRegistry'>): FacetRanking & { clear(): void } {
  const registry = scope.createRegistry<FacetOrder>({ name: 'facet order', check: validateOrder });
  const rankings = new WeakMap<RegistryEntry<FacetOrder>, Ranking>();

  /** Returns a function that computes all scores in one call in the context of the plugin, not one call per product. */
  const createScores =
    (
      entry: RegistryEntry<FacetOrder>,
      createScore: (order: FacetOrder) => ((product: RankedProduct) => number) | undefined,
    ): Ranking['scores'] =>
    (count, productAt) =>
      registry.callSync(
        entry,
        (order) => {
          const score = createScore(order);
          return Float64Array.from({ length: count }, (_, i) => numberOf(score?.(productAt(i))));
        },
        new Float64Array(count),
      );

  function rankingOf(entry: RegistryEntry<FacetOrder>, choice: RankedChoice): Ranking {
    if (entry.value.scoreFor)
      return { isPerSelection: true, scores: createScores(entry, (order) => order.scoreFor?.(choice)) };
    const known = rankings.get(entry) ?? {
      scores: createScores(entry, (order) => (product) => order.score?.(product) ?? 0),
    };
    rankings.set(entry, known);
    return known;
  }

  return {
    register: (order) => registry.register(order),
    clear: () => registry.clear(),
    all: () =>
      registry.entries().map((entry) => ({
        id: entry.id,
        label: registry.callSync(entry, ({ label }) => String(typeof label === 'function' ? label() : label), entry.id),
      })),
    find(id, choice) {
      const entry = registry.find(id);
      return entry && rankingOf(entry, choice);
    },
  };
}

const numberOf = (score: unknown): number => (typeof score === 'number' && !Number.isNaN(score) ? score : 0);

function validateOrder({ id, label, score, scoreFor }: FacetOrder): string {
  if (RESERVED_IDS.includes(id)) return `"${id}" is a built-in facet order.`;
  if (typeof label !== 'string' && typeof label !== 'function') return 'its label must be a string or a function.';
  return (typeof score === 'function') !== (typeof scoreFor === 'function')
    ? ''
    : 'it must have either a score or a scoreFor function.';
}
