import type { PluginScope } from 'plinth';
import type { Merchandising } from './merchandising.js';
import type { RuleTarget } from './rule.js';

/**
 * Adds the rules of the owner to the main parameters of ranking that shoppers are informed of:
 * directive 2005/29/EC art. 7(4a) and, on marketplaces, directive 2011/83/EU art. 6a(1)(a); in Poland the acts that
 * transpose them.
 * @param merchandising resolved at each use, since an extension may replace it
 */
export function addRankingNotice(
  { addFilter, __ }: Pick<PluginScope, 'addFilter' | '__'>,
  merchandising: () => Merchandising,
): void {
  addFilter('compliance/ranking_parameters', async (parameters) => {
    const usedTargets = new Set(
      (await merchandising().rules.all()).filter(({ active }) => active).map(({ target }) => target.kind),
    );
    const labels: Readonly<Record<RuleTarget['kind'], string>> = {
      products: __('products selected by the shop'),
      terms: __('category, brand, and attributes of the product'),
      on_sale: __('reduced prices'),
      in_stock: __('availability'),
      new: __('how recently the product was added'),
    };
    return [
      ...parameters,
      ...(Object.keys(labels) as RuleTarget['kind'][])
        .filter((kind) => usedTargets.has(kind))
        .map((kind) => labels[kind]),
    ];
  });
}
