import type { HookApi, RegistryEntry, TranslationApi } from 'plinth';
import type {
  DeliveryContext,
  DeliveryMethod,
  DeliveryRate,
  FieldValues,
  FormError,
  OfferedRate,
  Purchase,
  MetaDisplay,
  StoreField,
  TransitDays,
} from '../contract/index.js';
import { fieldDetails, fieldProblems, validateFields } from '../forms/store-fields.js';
import { isAmount, isPercent } from '../registries/registry-checks.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import { isTransit, MAX_TRANSIT } from './estimate-settings.js';
import type { Method } from './method.js';
import type { MethodOptions } from './method-settings.js';
import { BUILT_IN_DELIVERIES } from './built-in-shipping.js';

/** A shipping rate as offered. */
export interface OfferedDelivery extends Method {
  /** Id of the registered method that offers it. */
  readonly methodId: string;
  /** Percentage of tax included in the price. */
  readonly taxRate: number;
  /** Transit time, if the method knows it. */
  readonly days?: TransitDays;
}

/** A value entered for a shipping method, as stored in the order. */
export interface DeliveryDetail {
  readonly key: string;
  readonly value: string;
  readonly display: MetaDisplay;
}

/** The registered shipping methods. */
export interface Deliveries {
  /**
   * Returns the rates offered for a purchase; methods that fail or time out are left out.
   * @param options `rateId`: query just the method that offers this rate; `timeoutMs`: timeout in milliseconds, where a
   * preview is enough
   */
  listRates(
    purchase: Purchase,
    taxRate: number,
    options?: { readonly rateId?: string; readonly timeoutMs?: number },
  ): Promise<readonly OfferedDelivery[]>;
  /**
   * Returns the labels of the methods that the shop offers, according to settings and extensions; carriers are not
   * queried.
   */
  listLabels(): Promise<readonly string[]>;
  /** Returns the checkout fields of a method; null when its plugin cannot provide them. */
  fields(delivery: OfferedDelivery, purchase: Purchase): Promise<readonly StoreField[] | null>;
  /** Returns the errors in the entered values. */
  problems(
    delivery: OfferedDelivery,
    fields: readonly StoreField[],
    values: FieldValues,
    purchase: Purchase,
  ): Promise<readonly FormError[]>;
  /** Returns the entered values with their labels. */
  details(delivery: OfferedDelivery, fields: readonly StoreField[], values: FieldValues): readonly DeliveryDetail[];
}

interface DeliveriesDeps {
  readonly registry: StoreRegistries['deliveries'];
  readonly options: Pick<MethodOptions, 'read'>;
  readonly i18n: Pick<TranslationApi, '__'>;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
}

/** Purchase passed to the shop's own methods when only their labels are needed. */
const ANY_PURCHASE: Purchase = {
  items: [],
  itemsTotal: 0,
  weight: 0,
  destination: { country: '', postcode: '', city: '' },
  userId: 0,
  email: '',
};
/** Prefix of the field names of shipping methods in the checkout. */
export const DELIVERY_FIELDS = 'delivery_';
/** Maximum length of method and rate id together, in characters, as orders store them. */
const MAX_KEY_LENGTH = 40;

export function createDeliveries({ registry, options, i18n, hooks }: DeliveriesDeps): Deliveries {
  async function contextOf(
    entry: RegistryEntry<DeliveryMethod>,
    purchase: Purchase,
  ): Promise<DeliveryContext & { readonly isEnabled: boolean }> {
    const { enabled, values } = await options.read(entry.value);
    return { ...purchase, settings: values, isEnabled: enabled };
  }

  async function ratesOf(
    entry: RegistryEntry<DeliveryMethod>,
    purchase: Purchase,
    defaultRate: number,
  ): Promise<readonly OfferedDelivery[]> {
    const { isEnabled, ...context } = await contextOf(entry, purchase);
    if (!isEnabled) return [];
    const rates = await registry.call<readonly DeliveryRate[]>(
      entry,
      (method) => method.rates(context),
      [],
      (value) => ratesError(entry.id, value),
    );
    if (rates.length === 0) return [];
    const label = await labelOf(registry, entry, (method) => method.label);
    const note = entry.value.note === undefined ? '' : await labelOf(registry, entry, (method) => method.note);
    return rates.map((rate) => ({
      id: keyOf(entry.id, rate),
      methodId: entry.id,
      label: rate.label ?? label,
      note: rate.note ?? note,
      price: rate.price,
      // A seller who charges no tax charges none on shipping either.
      taxRate: defaultRate === 0 ? 0 : (rate.taxRate ?? defaultRate),
      ...(rate.days ? { days: rate.days } : {}),
    }));
  }

  /** Returns the rates after extensions have filtered them. */
  async function applyRateFilter(found: readonly OfferedDelivery[], purchase: Purchase): Promise<OfferedDelivery[]> {
    const filtered = await hooks.applyFilters<readonly OfferedRate[]>(
      'store/delivery_rates',
      found.map(({ id, label, note, price }) => ({ id, label, note, price })),
      purchase,
    );
    return filtered.flatMap(({ id, label, note, price }) =>
      found.filter((rate) => rate.id === id).map((rate) => ({ ...rate, label, note, price })),
    );
  }

  return {
    async listRates(purchase, taxRate, { rateId: onlyRateId, timeoutMs } = {}) {
      const candidates = registry
        .entries()
        .filter(({ id }) => onlyRateId === undefined || onlyRateId === id || onlyRateId.startsWith(`${id}:`));
      const found = (
        await Promise.all(
          candidates.map((entry) =>
            timeoutMs === undefined
              ? ratesOf(entry, purchase, taxRate)
              : withTimeout(ratesOf(entry, purchase, taxRate), timeoutMs, []),
          ),
        )
      ).flat();
      return applyRateFilter(found, purchase);
    },
    async listLabels() {
      const [builtIn, pluginEntries] = [
        registry.entries().filter(isBuiltIn),
        registry.entries().filter((entry) => !isBuiltIn(entry)),
      ];
      const offered = await applyRateFilter(
        (await Promise.all(builtIn.map((entry) => ratesOf(entry, ANY_PURCHASE, 0)))).flat(),
        ANY_PURCHASE,
      );
      const pluginLabels = await Promise.all(
        pluginEntries.map(async (entry) =>
          (await options.read(entry.value)).enabled ? [await labelOf(registry, entry, (method) => method.label)] : [],
        ),
      );
      return [...offered.map(({ label }) => label), ...pluginLabels.flat()];
    },
    async fields({ methodId }, purchase) {
      const entry = registry.find(methodId);
      if (!entry?.value.fields) return [];
      const context = await contextOf(entry, purchase);
      return registry.call<readonly StoreField[] | null>(
        entry,
        (method) => method.fields?.(context) ?? [],
        null,
        (value) => validateFields(value ?? []),
      );
    },
    async problems({ methodId, label }, fields, values, purchase) {
      const entry = registry.find(methodId);
      const requiredErrors = fieldProblems(fields, values, i18n);
      const unavailableError = [
        {
          field: '',
          message: i18n.__(
            'Your delivery selection could not be checked (%s). Try again in a moment, or choose another shipping method.',
            label,
          ),
        },
      ];
      const context = entry && (await contextOf(entry, purchase));
      const pluginErrors =
        entry && context
          ? await registry.call(entry, (method) => method.validate?.(values, context) ?? [], unavailableError)
          : unavailableError;
      return [...requiredErrors, ...pluginErrors].map(({ field, message }) => ({
        field: field === '' ? 'delivery-methods' : `${DELIVERY_FIELDS}${field}`,
        message,
      }));
    },
    details: ({ methodId }, fields, values) =>
      fieldDetails(fields, values, i18n).map(({ name, label, value, rawValue }) => ({
        key: `${methodId}_${name}`,
        value: rawValue,
        display: { label, text: value },
      })),
  };
}

const isBuiltIn = ({ id }: RegistryEntry<DeliveryMethod>): boolean => BUILT_IN_DELIVERIES.includes(id);

function keyOf(methodId: string, { id }: DeliveryRate): string {
  return id === undefined ? methodId : `${methodId}:${id}`;
}

function ratesError(methodId: string, rates: readonly DeliveryRate[]): string {
  if (!Array.isArray(rates)) return 'its rates must be an array.';
  for (const rate of rates as readonly DeliveryRate[]) {
    if (!isAmount(rate.price)) return 'a price must be an integer in minor units, 0 or more.';
    if (rate.taxRate !== undefined && !isPercent(rate.taxRate)) return 'a tax rate must be a percentage from 0 to 100.';
    if (rate.days !== undefined && !isTransit(rate.days))
      return `"days" must be integers from 0 to ${MAX_TRANSIT}, and "from" must not exceed "to".`;
    if (rate.id !== undefined && !/^[\w.-]+$/.test(rate.id))
      return 'the ID of a rate must consist of letters, digits, periods, hyphens and underscores.';
    if (keyOf(methodId, rate).length > MAX_KEY_LENGTH)
      return `the IDs of method and rate must not exceed ${MAX_KEY_LENGTH - 1} characters together.`;
  }
  return new Set(rates.map(({ id }: DeliveryRate) => id)).size < rates.length
    ? 'two of its rates have the same ID.'
    : '';
}

/** Timeout of carrier requests for pages that can be shown without them, in milliseconds; the checkout waits longer. */
export const CARRIER_TIMEOUT_MS = 1000;

/**
 * Returns the result of `work`, or `fallback` if it fails or takes longer than `ms` milliseconds. The work itself
 * continues.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => void (timer = setTimeout(() => resolve(fallback), ms)));
  return Promise.race([work.catch(() => fallback), timeout]).finally(() => clearTimeout(timer));
}
