import type { OptionsApi } from 'plinth';
import type { MethodValues, PaymentMethod } from '../contract/index.js';

/** What the owner said of a method. */
export interface PaymentSetup {
  readonly enabled: boolean;
  readonly values: MethodValues;
}

/** What the owner says of the payment methods that plugins bring, each in options of its own. */
export interface PaymentOptions {
  read(method: Pick<PaymentMethod, 'id' | 'settings'>): Promise<PaymentSetup>;
  write(method: Pick<PaymentMethod, 'id' | 'settings'>, choice: PaymentSetup): Promise<void>;
}

const nameOf = (id: string): string => `store_payment_${id}`;
/** The audit log hides what bears such a name. */
const secretsOf = (id: string): string => `store_payment_secrets_${id}`;

const record = (stored: unknown): Readonly<Record<string, unknown>> => (typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {});

export function createPaymentOptions({ getOption, updateOption }: Pick<OptionsApi, 'getOption' | 'updateOption'>): PaymentOptions {
  return {
    async read({ id, settings = [] }) {
      const kept = { ...record(await getOption<unknown>(nameOf(id), null)), ...record(await getOption<unknown>(secretsOf(id), null)) };
      // A value of another kind comes from a version before.
      const values = settings.map(({ name, default: initial }) => [name, typeof kept[name] === typeof initial ? kept[name] : initial] as const);
      return { enabled: kept.enabled === true, values: Object.fromEntries(values) as MethodValues };
    },
    async write({ id, settings = [] }, { enabled, values }) {
      const parted = (secret: boolean): Record<string, unknown> => Object.fromEntries(settings.filter(({ type }) => (type === 'secret') === secret).map(({ name }) => [name, values[name]]));
      await updateOption(nameOf(id), { ...parted(false), enabled });
      if (settings.some(({ type }) => type === 'secret')) await updateOption(secretsOf(id), parted(true));
    },
  };
}
