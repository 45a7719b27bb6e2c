import { andThen, type Filters, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import { FIELD } from './product-fields.js';

type Ways = Parameters<Filters['store/arrival_days']>[0];
type Purchase = Parameters<Filters['store/arrival_days']>[1];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Takes the days back that the store would promise for a product whose delivery time the owner wrote in words of their own: "about three
 * weeks" is no number. Where they also said how long preparing it takes, the days stand.
 */
export function keepOwnWords(scope: Pick<PluginScope, 'addFilter'>, settings: Pick<Settings, 'values'>): void {
  scope.addFilter(
    'store/arrival_days',
    (ways: Ways, { items }: Purchase) => {
      const inWords = items.some(
        ({ kind, supply }) =>
          kind === 'physical' && isText(supply?.fields?.[FIELD.deliveryTime]) && supply?.handlingDays === null,
      );
      return inWords
        ? andThen(settings.values(), (values) => (values.flag('delivery_time_enabled') ? [] : ways))
        : ways;
    },
    10,
    2,
  );
}
