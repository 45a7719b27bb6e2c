import type { HookApi, MaybePromise, OwnRegistry, PageRequest, RegistryEntry, TranslationApi } from 'plinth';
import type { FormError, MethodValues, OrderStatus, PaymentContext, PaymentMethod } from '../contract/index.js';
import { type Method, methodLabel } from './method.js';
import type { MethodOptions } from './method-settings.js';

/** A way to pay as it is offered; its price is its fee. */
export interface PaymentChoice extends Method {
  /** What an order paid this way starts as. */
  readonly firstStatus: OrderStatus;
  readonly icon: string;
  /** Whether paying begins right after ordering. */
  readonly paysNow: boolean;
}

/** What is to be paid, before a method is asked. */
export type PaymentBasis = Omit<PaymentContext, 'settings'>;

/** The ways to pay: the store's own, and those that plugins registered. */
export interface PaymentMethods {
  /** Those that are switched on, ready, and not taken away by anybody. @param only ask no other than this one */
  offered(basis: PaymentBasis, only?: string): Promise<readonly PaymentChoice[]>;
  /** HTML below a choice; empty for most. */
  fields(id: string, basis: PaymentBasis): Promise<string>;
  /** What is wrong with what was typed there; a method that cannot say it refuses. */
  problems(id: string, request: PageRequest, basis: PaymentBasis): Promise<readonly FormError[]>;
  /** Whether anybody could pay for anything. */
  isAnyReady(currency: string): Promise<boolean>;
  has(id: string): boolean;
  /** All that are registered, by id. */
  all(): readonly string[];
  /** What people call it; of one whose plugin is gone its id. */
  label(id: string): string;
  /** The plugin that brought it; the store for one whose plugin is gone. */
  owner(id: string): string;
  /** Whether it can do a thing, such as give money back. */
  can(id: string, what: 'pay' | 'notice' | 'lookup' | 'refund'): boolean;
  /** Asks a method under its plugin's name; `otherwise` when it fails. */
  ask<R>(
    id: string,
    work: (method: PaymentMethod, settings: MethodValues) => MaybePromise<R>,
    otherwise: R,
  ): Promise<R>;
}

/** The registry as the methods need it. */
export type PaymentRegistry = Pick<OwnRegistry<PaymentMethod>, 'entries' | 'find' | 'ask' | 'askNow'>;

interface PaymentMethodsDeps {
  readonly registry: PaymentRegistry;
  readonly options: Pick<MethodOptions, 'read'>;
  readonly scope: Pick<HookApi, 'applyFilters'> & Pick<TranslationApi, '__'>;
  /** The id of the plugin whose methods need no switch of their own. */
  readonly owner: string;
}

/** Says what is wrong with a method that a plugin registers; empty when nothing is. */
export function wrongMethod(method: PaymentMethod): string {
  const { id, label, firstStatus } = method;
  if (id === 'none') return '"none" is what orders are called that cost nothing.';
  if (typeof label !== 'function' && (typeof label !== 'string' || label === ''))
    return '"label" is neither a text nor a function.';
  if (typeof firstStatus !== 'string' || firstStatus === '') return '"firstStatus" is no status.';
  const functions = ['isAvailable', 'fee', 'fields', 'validate', 'pay', 'notice', 'lookup', 'refund'] as const;
  const wrong = functions.find((name) => method[name] !== undefined && typeof method[name] !== 'function');
  return wrong ? `"${wrong}" is no function.` : '';
}

const isFee = (fee: unknown): fee is number => Number.isSafeInteger(fee) && (fee as number) >= 0;

export function createPaymentMethods({
  registry,
  options,
  scope,
  owner: firstOwner,
}: PaymentMethodsDeps): PaymentMethods {
  const text = (
    entry: RegistryEntry<PaymentMethod>,
    read: (method: PaymentMethod) => PaymentMethod['note'],
    otherwise: string,
  ): string =>
    registry.askNow(
      entry,
      (method) => {
        const given = read(method);
        return typeof given === 'function' ? given() : (given ?? '');
      },
      otherwise,
    );

  const isOwn = ({ owner }: RegistryEntry<PaymentMethod>): boolean => owner === firstOwner;
  const label = (id: string): string => {
    const entry = registry.find(id);
    return entry ? text(entry, (method) => method.label, id) : methodLabel(id, scope);
  };

  async function choice(entry: RegistryEntry<PaymentMethod>, basis: PaymentBasis): Promise<PaymentChoice | null> {
    const { enabled, values } = await options.read(entry.value);
    if (!enabled && !isOwn(entry)) return null;
    const context = { ...basis, settings: values };
    if (
      (await registry.ask(entry, (method) => (method.isAvailable ? method.isAvailable(context) : true), false)) !== true
    )
      return null;
    const fee = await registry.ask<number | null>(
      entry,
      (method) => method.fee?.(context) ?? 0,
      null,
      (answer) => (isFee(answer) ? '' : 'its fee is no amount of minor units.'),
    );
    if (fee === null) return null;
    const { id, firstStatus, icon = '' } = entry.value;
    return {
      id,
      label: label(id),
      note: text(entry, (method) => method.note, ''),
      price: fee,
      firstStatus,
      icon,
      paysNow: entry.value.pay !== undefined,
    };
  }

  async function offered(basis: PaymentBasis, only?: string): Promise<readonly PaymentChoice[]> {
    const ready: PaymentChoice[] = [];
    for (const entry of registry.entries()) {
      if (only !== undefined && entry.id !== only) continue;
      const found = await choice(entry, basis);
      if (found) ready.push(found);
    }
    const ids = await scope.applyFilters<readonly string[]>(
      'store/available_payments',
      ready.map(({ id }) => id),
      { ...basis, settings: {} },
    );
    return ids.flatMap((id) => ready.find((one) => one.id === id) ?? []);
  }

  async function settings(id: string): Promise<MethodValues> {
    const entry = registry.find(id);
    return entry ? (await options.read(entry.value)).values : {};
  }

  async function askMethod<R>(
    id: string,
    work: (method: PaymentMethod, values: MethodValues) => MaybePromise<R>,
    otherwise: R,
  ): Promise<R> {
    const entry = registry.find(id);
    if (!entry) return otherwise;
    const values = await settings(id);
    return registry.ask(entry, (method) => work(method, values), otherwise);
  }

  return {
    offered,
    async fields(id, basis) {
      const html = await askMethod<unknown>(
        id,
        (method, values) => method.fields?.({ ...basis, settings: values }) ?? '',
        '',
      );
      return typeof html === 'string' ? html : '';
    },
    problems: (id, request, basis) =>
      askMethod<readonly FormError[]>(
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
      (await offered({ amount: 10_000, currency, country: '', physical: true })).length > 0,
    owner: (id) => registry.find(id)?.owner ?? firstOwner,
    has: (id) => registry.find(id) !== undefined,
    all: () => registry.entries().map(({ id }) => id),
    label,
    can: (id, what) => registry.find(id)?.value[what] !== undefined,
    ask: askMethod,
  };
}
