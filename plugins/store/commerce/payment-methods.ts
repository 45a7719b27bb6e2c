import type { HookApi, MaybePromise, OwnRegistry, PageRequest, RegistryEntry, TranslationApi } from 'plinth';
import type { FormError, MethodValues, OrderStatus, PaymentContext, PaymentMethod } from '../contract/index.js';
import { type Method, methodLabel } from './method.js';
import type { MethodOptions } from './method-settings.js';

/** A payment method as offered; its price is its fee. */
export interface PaymentChoice extends Method {
  /** Initial status of an order paid by this method. */
  readonly initialStatus: OrderStatus;
  readonly icon: string;
  /** Whether payment starts right after ordering. */
  readonly isPaidImmediately: boolean;
}

/** The amount to pay and its circumstances, without the settings of a method. */
export type PaymentBasis = Omit<PaymentContext, 'settings'>;

/** The payment methods: the store's own, and those registered by plugins. */
export interface PaymentMethods {
  /**
   * Returns the methods that are enabled, ready and not removed by a filter.
   * @param only id of the only method to query
   */
  listAvailable(basis: PaymentBasis, only?: string): Promise<readonly PaymentChoice[]>;
  /** Returns the HTML below a method; empty for most. */
  fields(id: string, basis: PaymentBasis): Promise<string>;
  /** Returns the errors in the values entered there; a method that fails to validate refuses them. */
  problems(id: string, request: PageRequest, basis: PaymentBasis): Promise<readonly FormError[]>;
  /** Whether any payment method is ready. */
  isAnyReady(currency: string): Promise<boolean>;
  has(id: string): boolean;
  /** Returns the ids of all registered methods. */
  all(): readonly string[];
  /** Returns the label of a method; its id when its plugin is not active. */
  label(id: string): string;
  /** Returns the plugin that registered the method; the store when that plugin is not active. */
  owner(id: string): string;
  /** Whether the method supports an operation, such as a refund. */
  supports(id: string, operation: 'pay' | 'webhook' | 'lookup' | 'refund'): boolean;
  /** Calls a method in its plugin's owner context; returns `otherwise` if it fails. */
  call<R>(
    id: string,
    work: (method: PaymentMethod, settings: MethodValues) => MaybePromise<R>,
    fallback: R,
  ): Promise<R>;
}

/** The registry functions that the payment methods need. */
export type PaymentRegistry = Pick<OwnRegistry<PaymentMethod>, 'entries' | 'find' | 'call' | 'callSync'>;

interface PaymentMethodsDeps {
  readonly registry: PaymentRegistry;
  readonly options: Pick<MethodOptions, 'read'>;
  readonly scope: Pick<HookApi, 'applyFilters'> & Pick<TranslationApi, '__'>;
  /** Id of the plugin whose methods need no enable setting of their own. */
  readonly owner: string;
}

/** Validates a method that a plugin registers; returns an error message, or an empty text when it is valid. */
export function validatePaymentMethod(method: PaymentMethod): string {
  const { id, label, initialStatus } = method;
  if (id === 'none') return '"none" is reserved for orders that cost nothing.';
  if (typeof label !== 'function' && (typeof label !== 'string' || label === ''))
    return '"label" must be a non-empty string or a function.';
  if (typeof initialStatus !== 'string' || initialStatus === '')
    return '"initialStatus" must be the ID of an order status.';
  const functions = ['isAvailable', 'fee', 'fields', 'validate', 'pay', 'webhook', 'lookup', 'refund'] as const;
  const invalidName = functions.find((name) => method[name] !== undefined && typeof method[name] !== 'function');
  return invalidName ? `"${invalidName}" must be a function.` : '';
}

const isFee = (fee: unknown): fee is number => Number.isSafeInteger(fee) && (fee as number) >= 0;

export function createPaymentMethods({
  registry,
  options,
  scope,
  owner: storeOwner,
}: PaymentMethodsDeps): PaymentMethods {
  const text = (
    entry: RegistryEntry<PaymentMethod>,
    read: (method: PaymentMethod) => PaymentMethod['note'],
    otherwise: string,
  ): string =>
    registry.callSync(
      entry,
      (method) => {
        const text = read(method);
        return typeof text === 'function' ? text() : (text ?? '');
      },
      otherwise,
    );

  const isOwn = ({ owner }: RegistryEntry<PaymentMethod>): boolean => owner === storeOwner;
  const label = (id: string): string => {
    const entry = registry.find(id);
    return entry ? text(entry, (method) => method.label, id) : methodLabel(id, scope);
  };

  async function toPaymentChoice(
    entry: RegistryEntry<PaymentMethod>,
    basis: PaymentBasis,
  ): Promise<PaymentChoice | null> {
    const { enabled, values } = await options.read(entry.value);
    if (!enabled && !isOwn(entry)) return null;
    const context = { ...basis, settings: values };
    if (
      (await registry.call(entry, (method) => (method.isAvailable ? method.isAvailable(context) : true), false)) !==
      true
    )
      return null;
    const fee = await registry.call<number | null>(
      entry,
      (method) => method.fee?.(context) ?? 0,
      null,
      (value) => (isFee(value) ? '' : 'its fee must be an integer in minor units, 0 or more.'),
    );
    if (fee === null) return null;
    const { id, initialStatus, icon = '' } = entry.value;
    return {
      id,
      label: label(id),
      note: text(entry, (method) => method.note, ''),
      price: fee,
      initialStatus,
      icon,
      isPaidImmediately: entry.value.pay !== undefined,
    };
  }

  async function offered(basis: PaymentBasis, only?: string): Promise<readonly PaymentChoice[]> {
    const ready: PaymentChoice[] = [];
    for (const entry of registry.entries()) {
      if (only !== undefined && entry.id !== only) continue;
      const paymentChoice = await toPaymentChoice(entry, basis);
      if (paymentChoice) ready.push(paymentChoice);
    }
    const ids = await scope.applyFilters<readonly string[]>(
      'store/available_payments',
      ready.map(({ id }) => id),
      { ...basis, settings: {} },
    );
    return ids.flatMap((id) => ready.find((method) => method.id === id) ?? []);
  }

  async function settings(id: string): Promise<MethodValues> {
    const entry = registry.find(id);
    return entry ? (await options.read(entry.value)).values : {};
  }

  async function callMethod<R>(
    id: string,
    work: (method: PaymentMethod, values: MethodValues) => MaybePromise<R>,
    otherwise: R,
  ): Promise<R> {
    const entry = registry.find(id);
    if (!entry) return otherwise;
    const values = await settings(id);
    return registry.call(entry, (method) => work(method, values), otherwise);
  }

  return {
    listAvailable: offered,
    async fields(id, basis) {
      const html = await callMethod<unknown>(
        id,
        (method, values) => method.fields?.({ ...basis, settings: values }) ?? '',
        '',
      );
      return typeof html === 'string' ? html : '';
    },
    problems: (id, request, basis) =>
      callMethod<readonly FormError[]>(
        id,
        async (method, values) => (await method.validate?.(request, { ...basis, settings: values })) ?? [],
        [
          {
            field: 'payment-methods',
            message: scope.__('This payment method is currently unavailable. Choose another one.'),
          },
        ],
      ),
    isAnyReady: async (currency) =>
      (await offered({ amount: 10_000, currency, country: '', needsShipping: true })).length > 0,
    owner: (id) => registry.find(id)?.owner ?? storeOwner,
    has: (id) => registry.find(id) !== undefined,
    all: () => registry.entries().map(({ id }) => id),
    label,
    supports: (id, feature) => registry.find(id)?.value[feature] !== undefined,
    call: callMethod,
  };
}
