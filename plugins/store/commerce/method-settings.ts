import type { Field, FieldsApi, OptionsApi } from 'plinth';
import type { MethodValues } from '../contract/index.js';

/** Stored settings of a method. */
export interface MethodSettings {
  /** Whether it is offered. */
  readonly enabled: boolean;
  readonly values: MethodValues;
}

/** A method with settings. */
interface ConfigurableMethod {
  readonly id: string;
  readonly settings?: readonly Field[];
}

/** Settings of the methods that plugins register, each in options of its own. */
export interface MethodOptions {
  read(method: ConfigurableMethod): Promise<MethodSettings>;
  write(method: ConfigurableMethod, settings: MethodSettings): Promise<void>;
}

const toRecord = (stored: unknown): Readonly<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};

/** @param isEnabledByDefault whether a method without stored settings is enabled */
export function createMethodOptions(
  kind: 'payment' | 'delivery',
  {
    getOption,
    updateOption,
    fieldValues,
  }: Pick<OptionsApi, 'getOption' | 'updateOption'> & Pick<FieldsApi, 'fieldValues'>,
  isEnabledByDefault: boolean,
): MethodOptions {
  const optionName = (id: string): string => `store_${kind}_${id}`;
  // The audit log hides options with such a name.
  const secretsOptionName = (id: string): string => `store_${kind}_secrets_${id}`;

  return {
    async read({ id, settings = [] }) {
      const stored = {
        ...toRecord(await getOption<unknown>(optionName(id), null)),
        ...toRecord(await getOption<unknown>(secretsOptionName(id), null)),
      };
      return {
        enabled: typeof stored.enabled === 'boolean' ? stored.enabled : isEnabledByDefault,
        values: fieldValues(settings, stored),
      };
    },
    async write({ id, settings = [] }, { enabled, values }) {
      const pickValues = (secret: boolean): Record<string, unknown> =>
        Object.fromEntries(
          settings.filter(({ type }) => (type === 'secret') === secret).map(({ key }) => [key, values[key] ?? null]),
        );
      await updateOption(optionName(id), { ...pickValues(false), enabled });
      if (settings.some(({ type }) => type === 'secret')) await updateOption(secretsOptionName(id), pickValues(true));
    },
  };
}
