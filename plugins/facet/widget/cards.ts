import type { PageText, PluginScope, Undo } from 'plinth';
import type { ProductSummary } from '../index/catalog.js';

/**
 * A product card: `container.get('cards').register({ … })` in `facet/booted`. The owner selects one in the filter's
 * settings.
 * @since 0.1.0
 */
interface FacetCard {
  readonly id: string;
  readonly label: PageText;
  /**
   * Returns the HTML of all cards of a page.
   * @param products in order, each with the matching variation
   */
  render(products: readonly ProductSummary[]): Promise<string>;
}

/**
 * The product cards of extensions.
 * @since 0.1.0
 */
export interface FacetCards {
  register(card: FacetCard): Undo;
  all(): readonly { readonly id: string; readonly label: string }[];
  /** Returns an empty string if the card does not exist or fails; the shop's own card is used then. */
  render(id: string, products: readonly ProductSummary[]): Promise<string>;
}

export function createCards(scope: Pick<PluginScope, 'createRegistry'>): FacetCards & { clear(): void } {
  const registry = scope.createRegistry<FacetCard>({
    name: 'facet card',
    check({ label, render }) {
      if (!['string', 'function'].includes(typeof label)) return 'its label must be a string or a function.';
      return typeof render === 'function' ? '' : 'it must have a render function.';
    },
  });
  return {
    register: (card) => registry.register(card),
    clear: () => registry.clear(),
    all: () =>
      registry.entries().map((entry) => ({
        id: entry.id,
        label: registry.callSync(entry, ({ label }) => String(typeof label === 'function' ? label() : label), entry.id),
      })),
    async render(id, products) {
      const entry = registry.find(id);
      return entry
        ? registry.call(
            entry,
            (card) => card.render(products),
            '',
            (html) => (typeof html === 'string' ? '' : 'it must be a string.'),
          )
        : '';
    },
  };
}
