import { mapSeries, type RegistryEntry, type TranslationApi } from 'plinth';
import type { CartData, CartProduct, Detail, FieldValues, FormError, StoreField } from '../contract/index.js';
import { fieldDetails, fieldProblems, validateFields, fieldViews, readFields } from '../forms/store-fields.js';
import type { StoreRegistries } from '../registries/store-registries.js';

/** Price and details that result from a line's data. */
export interface LineChoice {
  /** Surcharge per piece, in minor units. */
  readonly price: number;
  readonly details: readonly Detail[];
}

/** Fields that a shopper fills in when adding a product to the cart. */
export interface LineData {
  /** Returns the fields of a product for the view `checkout/fields`, with the values of a previous attempt. */
  view(
    product: CartProduct,
    attempt?: { readonly values: FieldValues; readonly errors: readonly FormError[] },
  ): Promise<readonly object[]>;
  /** Reads the submitted values for a product, keyed by `id.field`, and validates them. */
  read(
    product: CartProduct,
    field: (name: string) => string,
  ): Promise<{ readonly data: FieldValues; readonly errors: readonly FormError[] }>;
  /** Returns the current price and details; null when the plugin that added the fields can no longer provide them. */
  describe(data: FieldValues, product: CartProduct): Promise<LineChoice | null>;
}

interface LineDataDeps {
  readonly registry: StoreRegistries['cartData'];
  readonly i18n: Pick<TranslationApi, '__'>;
}

const EMPTY_CHOICE: LineChoice = { price: 0, details: [] };
const prefixOf = (id: string): string => `data_${id}_`;

export function createLineData({ registry, i18n }: LineDataDeps): LineData {
  const fieldsOf = (entry: RegistryEntry<CartData>, product: CartProduct): Promise<readonly StoreField[] | null> =>
    registry.call<readonly StoreField[] | null>(
      entry,
      (value) => value.fields(product),
      null,
      (fields) => validateFields(fields ?? []),
    );

  async function choiceOf(
    entry: RegistryEntry<CartData>,
    values: FieldValues,
    product: CartProduct,
  ): Promise<LineChoice | null> {
    const fields = await fieldsOf(entry, product);
    // Without its fields, the plugin cannot price the values either.
    if (fields === null) return null;
    return registry.call<LineChoice | null>(
      entry,
      async (value) => ({
        price: (await value.price?.(values, product)) ?? 0,
        details:
          (await value.show?.(values, product))?.map((detail) => ({
            label: String(detail.label),
            value: String(detail.value),
          })) ?? fieldDetails(fields, values, i18n).map(({ label, value: text }) => ({ label, value: text })),
      }),
      null,
      (choice) => (Number.isSafeInteger(choice?.price) ? '' : 'its price must be an integer in minor units.'),
    );
  }

  return {
    async view(product, { values, errors } = { values: {}, errors: [] }) {
      const views = mapSeries(registry.entries(), async (entry) => {
        const prefix = prefixOf(entry.id);
        const problems = errors
          .filter(({ field }) => field.startsWith(prefix))
          .map(({ field, message }) => ({ field: field.slice(prefix.length), message }));
        const fields = await fieldsOf(entry, product);
        return fieldViews(fields ?? [], prefix, valuesOf(values, entry.id), problems);
      });
      const list = await views;
      return list.flat();
    },
    async read(product, field) {
      const data: Record<string, string> = {};
      const errors: FormError[] = [];
      for (const entry of registry.entries()) {
        const fields = await fieldsOf(entry, product);
        if (fields === null)
          errors.push({
            field: '',
            message: i18n.__('Your selection could not be checked. Try again in a moment.'),
          });
        if (!fields || fields.length === 0) continue;
        const values = readFields(fields, prefixOf(entry.id), field);
        const requiredErrors = fieldProblems(fields, values, i18n);
        const pluginErrors = await registry.call(entry, (value) => value.validate?.(values, product) ?? [], [
          { field: '', message: i18n.__('Your selection could not be checked. Try again in a moment.') },
        ]);
        errors.push(
          ...[...requiredErrors, ...pluginErrors].map((problem) => ({
            field: `${prefixOf(entry.id)}${problem.field}`,
            message: problem.message,
          })),
        );
        for (const [name, value] of Object.entries(values)) if (value !== '') data[`${entry.id}.${name}`] = value;
      }
      return { data, errors };
    },
    async describe(data, product) {
      const ids = new Set(Object.keys(data).map((key) => key.split('.')[0] ?? ''));
      let sum = EMPTY_CHOICE;
      for (const id of ids) {
        const entry = registry.find(id);
        const values = valuesOf(data, id);
        const choice = entry ? await choiceOf(entry, values, product) : null;
        if (!choice) return null;
        sum = { price: sum.price + choice.price, details: [...sum.details, ...choice.details] };
      }
      return sum;
    },
  };
}

/** Returns the values that belong to one registered entry. */
function valuesOf(data: FieldValues, id: string): FieldValues {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => key.startsWith(`${id}.`))
      .map(([key, value]) => [key.slice(id.length + 1), value]),
  );
}
