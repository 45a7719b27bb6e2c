import type { Field, FieldsApi, OptionsApi } from 'plinth';
import type { MethodValues } from '../contract/index.js';

/** Stored settings of a method. */
export interface MethodSettings {
  /** Whether it is offered. */
  readonly enabled: boolean;
  readonly values: MethodValues;
}

/** A method with settings. */
interface Settable {
  readonly id: string;
  readonly settings?: readonly Field[];
}

/** Settings of the methods that plugins register, each in options of its own. */
export interface MethodOptions {
  read(method: Settable): Promise<MethodSettings>;
  write(method: Settable, settings: MethodSettings): Promise<void>;
}

const record = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};

/** @param usually whether a method without stored settings is offered */
export function createMethodOptions(
  kind: 'payment' | 'delivery',
  {
    getOption,
    updateOption,
    fieldValues,
  }: Pick<OptionsApi, 'getOption' | 'updateOption'> & Pick<FieldsApi, 'fieldValues'>,
  usually: boolean,
): MethodOptions {
  const nameOf = (id: string): string => `store_${kind}_${id}`;
  // The audit log hides options with such a name.
  const secretsOf = (id: string): string => `store_${kind}_secrets_${id}`;

  return {
    async read({ id, settings = [] }) {
      const stored = {
        ...record(await getOption<unknown>(nameOf(id), null)),
        ...record(await getOption<unknown>(secretsOf(id), null)),
      };
      return {
        enabled: typeof stored.enabled === 'boolean' ? stored.enabled : usually,
        values: fieldValues(settings, stored),
      };
    },
    async write({ id, settings = [] }, { enabled, values }) {
      const parted = (secret: boolean): Record<string, unknown> =>
        Object.fromEntries(
          settings.filter(({ type }) => (type === 'secret') === secret).map(({ key }) => [key, values[key] ?? null]),
        );
      await updateOption(nameOf(id), { ...parted(false), enabled });
      if (settings.some(({ type }) => type === 'secret')) await updateOption(secretsOf(id), parted(true));
    },
  };
}
