import type { Filters, PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Catalogue } from '../store/catalogue.js';
import { FIELD, textOf } from './product-fields.js';

type Ways = Parameters<Filters['store/arrival_days']>[0];
type Purchase = Parameters<Filters['store/arrival_days']>[1];

interface OwnArrivalParts {
  readonly settings: Pick<Settings, 'values'>;
  readonly catalogue: () => Pick<Catalogue, 'summaries'> | undefined;
}

/** The store's field for the working days that preparing a product takes. */
const HANDLING = 'handling_days';

/**
 * Takes the days back that the store would promise for a product whose delivery time the owner wrote in words of their own: "about three
 * weeks" is no number. Where they also said how long preparing it takes, the days stand.
 */
export function keepOwnWords(scope: Pick<PluginScope, 'addFilter'>, { settings, catalogue }: OwnArrivalParts): void {
  scope.addFilter('store/arrival_days', async (ways: Ways, purchase: Purchase): Promise<Ways> => {
    const ids = [...new Set(purchase.items.filter(({ kind }) => kind === 'physical').map(({ productId }) => productId))];
    if (ways.length === 0 || ids.length === 0 || !(await settings.values()).flag('delivery_time_enabled')) return ways;
    const found = (await catalogue()?.summaries(ids)) ?? [];
    return found.some(({ fields }) => textOf({ fields }, FIELD.deliveryTime) !== '' && fields[HANDLING] === undefined) ? [] : ways;
  }, 10, 2);
}
