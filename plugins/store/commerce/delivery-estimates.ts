import { countryOfZone, type PluginScope, type TranslationApi } from 'plinth';
import type { DeliveryDays, Purchase, Supply, TransitDays, MethodEstimate } from '../contract/index.js';
import { deliveryDays, estimateValidUntil, type DispatchSettings } from './estimate-days.js';
import type { EstimateOptions, EstimateSettings } from './estimate-settings.js';
import { estimateText } from './estimate-text.js';

/** A shipping method to estimate. */
interface EstimatedMethod {
  readonly id: string;
  readonly methodId: string;
  /** Transit time given by the method itself. */
  readonly days?: TransitDays;
}

/** Delivery estimates by shipping method. */
export interface DeliveryEstimates {
  /** Returns the methods with a domestic transit time set by the owner. */
  methods(): Promise<readonly string[]>;
  /** Returns the estimates by method id; methods without an estimate are absent. */
  estimate(purchase: Purchase, methods: readonly EstimatedMethod[]): Promise<ReadonlyMap<string, DeliveryDays>>;
  /** Returns the time until which the estimates of the same purchase stay valid. */
  validUntil(): Promise<Date>;
}

interface DeliveryEstimatesDeps {
  readonly settings: Pick<EstimateOptions, 'read'>;
  readonly scope: Pick<PluginScope, 'wpTimezoneString' | 'applyFilters' | 'cache'>;
  /** Country of domestic shipping, ISO 3166-1 alpha-2. */
  readonly home: string;
  readonly now?: () => number;
}

/** Id of the shipping method for collection. */
export const PICKUP_METHOD = 'pickup';

const NO_ESTIMATES: ReadonlyMap<string, DeliveryDays> = new Map();

export function createDeliveryEstimates({
  settings,
  scope,
  home,
  now = () => Date.now(),
}: DeliveryEstimatesDeps): DeliveryEstimates {
  /** The owner's settings, cached until they change. */
  const rules = (): Promise<{ readonly settings: EstimateSettings; readonly shop: DispatchSettings }> =>
    scope.cache.get('store:estimate', async () => {
      const [estimateSettings, zone] = [await settings.read(), await scope.wpTimezoneString()];
      return {
        settings: estimateSettings,
        shop: {
          timeZone: /^[+-]/.test(zone) ? `UTC${zone}` : zone,
          country: countryOfZone(zone),
          cutOff: estimateSettings.cutOff,
          daysOff: estimateSettings.daysOff,
        },
      };
    });

  return {
    methods: async () => {
      const { settings: estimateSettings } = await rules();
      return Object.keys(estimateSettings.home);
    },
    estimate: async (purchase, methods) => {
      const supplies = purchase.items.filter(({ kind }) => kind === 'physical').map(({ supply }) => supply);
      if (supplies.length === 0) return NO_ESTIMATES;
      const { settings: estimateSettings, shop } = await rules();
      const { country } = purchase.destination;
      const isAbroad = country !== '' && country !== home;
      // Lines without a supply date allow no estimate.
      const lines = supplies.every((supply): supply is Supply => supply !== undefined) ? supplies : [];
      const found = methods.flatMap(({ id, methodId, days }): MethodEstimate[] => {
        // The collection point is the same wherever the buyer lives.
        const transit =
          (isAbroad && methodId !== PICKUP_METHOD ? estimateSettings.abroad : estimateSettings.home)[methodId] ?? days;
        const estimate = transit && deliveryDays({ ...shop, now: now(), lines, transit });
        return estimate ? [{ id, ...estimate }] : [];
      });
      const estimates = await scope.applyFilters<readonly MethodEstimate[]>('store/delivery_estimate', found, purchase);
      return new Map(estimates.map(({ id, earliest, latest }) => [id, { earliest, latest }]));
    },
    validUntil: async () => {
      const { shop } = await rules();
      return estimateValidUntil(now(), shop);
    },
  };
}

/** Returns the delivery days as a sentence, for delivery or collection. */
export function estimateSentence(
  methodId: string,
  days: DeliveryDays,
  { __, locale }: Pick<TranslationApi, '__' | 'locale'>,
): string {
  const text = estimateText(days, locale());
  return methodId === PICKUP_METHOD ? __('Ready for pickup: %s', text) : __('Arrives %s', text);
}
