import {
  andThen,
  countryOfZone,
  type MaybePromise,
  type PluginScope,
  ready,
  stepwise,
  type TranslationApi,
} from 'plinth';
import type { DeliveryDays, Purchase, Supply, TransitDays, MethodEstimate } from '../contract/index.js';
import { deliveryDays, isEstimateCurrent, type Dispatch } from './estimate-days.js';
import type { EstimateOptions, EstimateSettings } from './estimate-settings.js';
import { estimateText } from './estimate-text.js';

/** A way that goods may come. */
interface Way {
  readonly id: string;
  readonly methodId: string;
  /** The method's own word on how long it is on its way. */
  readonly days?: TransitDays;
}

/** When goods arrive, by the way they come. */
export interface DeliveryEstimates {
  /** The methods of which the owner said days within the country. */
  methods(): MaybePromise<readonly string[]>;
  /** By the ways' ids; a way of which nothing can be promised is absent. */
  of(purchase: Purchase, ways: readonly Way[]): MaybePromise<ReadonlyMap<string, DeliveryDays>>;
  /** Until when that is so, the purchase being the same. */
  holds(): MaybePromise<Date>;
}

interface DeliveryEstimatesDeps {
  readonly settings: Pick<EstimateOptions, 'read'>;
  readonly scope: Pick<PluginScope, 'wpTimezoneString' | 'applyFilters' | 'remember'>;
  /** Where a parcel is not sent abroad, ISO 3166-1 alpha-2. */
  readonly home: string;
  readonly now?: () => number;
}

/** The method by which goods are collected. */
export const COLLECTED = 'pickup';

const NOTHING: ReadonlyMap<string, DeliveryDays> = new Map();

export function createDeliveryEstimates({
  settings,
  scope,
  home,
  now = () => Date.now(),
}: DeliveryEstimatesDeps): DeliveryEstimates {
  /** What the owner said, read once for as long as it is so. */
  const rules = (): MaybePromise<{ readonly said: EstimateSettings; readonly shop: Dispatch }> =>
    scope.remember('store:arrival', async () => {
      const [said, zone] = [await settings.read(), await scope.wpTimezoneString()];
      return {
        said,
        shop: {
          zone: /^[+-]/.test(zone) ? `UTC${zone}` : zone,
          country: countryOfZone(zone),
          cutOff: said.cutOff,
          daysOff: said.daysOff,
        },
      };
    });

  return {
    methods: () => andThen(rules(), ({ said }) => Object.keys(said.home)),
    of: stepwise(function* (purchase, ways) {
      const sent = purchase.items.filter(({ kind }) => kind === 'physical').map(({ supply }) => supply);
      if (sent.length === 0) return NOTHING;
      const { said, shop } = yield* ready(rules());
      const { country } = purchase.destination;
      const isAbroad = country !== '' && country !== home;
      // Of a line that nobody said anything of, nothing can be promised.
      const lines = sent.every((supply): supply is Supply => supply !== undefined) ? sent : [];
      const found = ways.flatMap(({ id, methodId, days }): MethodEstimate[] => {
        // Goods are collected in one place, wherever their buyer lives.
        const transit = (isAbroad && methodId !== COLLECTED ? said.abroad : said.home)[methodId] ?? days;
        const estimate = transit && deliveryDays({ ...shop, now: now(), lines, transit });
        return estimate ? [{ id, ...estimate }] : [];
      });
      const wanted = yield* ready(scope.applyFilters<readonly MethodEstimate[]>('store/arrival_days', found, purchase));
      return new Map(wanted.map(({ id, earliest, latest }) => [id, { earliest, latest }]));
    }),
    holds: () => andThen(rules(), ({ shop }) => isEstimateCurrent(now(), shop)),
  };
}

/** The days in a sentence: goods arrive, or wait to be collected. */
export function estimateSentence(
  methodId: string,
  days: DeliveryDays,
  { __, locale }: Pick<TranslationApi, '__' | 'locale'>,
): string {
  const text = estimateText(days, locale());
  return methodId === COLLECTED ? __('Ready for pickup: %s', text) : __('Arrives %s', text);
}
