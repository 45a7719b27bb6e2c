import type { PluginScope } from 'plinth';
import type { PaymentWays } from '../store/shop.js';
import { CHECKBOX_LOCATIONS, type CheckboxChanges, isLabelMarkup, NO_CONDITIONS } from './checkbox.js';
import { isCountryCode, PRODUCT_TYPES } from './condition-references.js';

export const MAX_LABEL = 1000;
export const MAX_TEXT = 1000;
export const MAX_POSITION = 9999;
const READ_ONLY = ['id', 'created_at', 'updated_at', 'stats'];
const MAX_CONDITION_VALUES = 200;

type Evaluation = { readonly value: unknown } | { readonly error: string };
type EvaluatedCheckbox = { readonly changes: CheckboxChanges } | { readonly errors: Readonly<Record<string, string>> };

/**
 * Creates the validation of submitted checkbox data, independent of stored data and shared by the REST API and the
 * admin form.
 * @param payments payment methods available for conditions
 */
export function createConditionEvaluator(
  scope: Pick<
    PluginScope,
    '__' | 'restIsBoolean' | 'restSanitizeBoolean' | 'restIsInteger' | 'escUrl' | 'wpStripAllTags'
  >,
  payments: PaymentWays,
): (body: Readonly<Record<string, unknown>>) => EvaluatedCheckbox {
  const { __, restIsBoolean, restSanitizeBoolean, restIsInteger } = scope;
  const flag = (value: unknown): Evaluation =>
    restIsBoolean(value) ? { value: restSanitizeBoolean(value) } : { error: __('Must be true or false.') };
  const toInteger = (value: unknown): number | undefined =>
    (typeof value === 'number' || typeof value === 'string') && restIsInteger(value) ? Number(value) : undefined;
  const text = (value: unknown): Evaluation => {
    if (typeof value !== 'string') return { error: __('Must be a string.') };
    return [...value].length > MAX_TEXT ? { error: __('Must be at most %d characters long.', MAX_TEXT) } : { value };
  };

  const judges: Readonly<Record<string, ((value: unknown) => Evaluation) | undefined>> = {
    label(value) {
      if (typeof value !== 'string') return { error: __('Must be a string.') };
      const length = [...value].length;
      if (value.trim() === '' || length > MAX_LABEL) return { error: __('Must have 1 to %d characters.', MAX_LABEL) };
      return isLabelMarkup(value, scope)
        ? { value }
        : { error: __('Can contain links, bold, and italics, but no other markup.') };
    },
    required: flag,
    enabled: flag,
    location: (value) =>
      CHECKBOX_LOCATIONS.some((location) => location === value)
        ? { value }
        : { error: __('Must be one of: %s.', CHECKBOX_LOCATIONS.join(', ')) },
    position(value) {
      const number = toInteger(value);
      return number === undefined || number < 0 || number > MAX_POSITION
        ? { error: __('Must be a whole number from %s to %s.', 0, MAX_POSITION) }
        : { value: number };
    },
    legal_page_id(value) {
      if (value === null) return { value: null };
      const number = toInteger(value);
      return number === undefined || number < 1 || number > Number.MAX_SAFE_INTEGER
        ? { error: __('Must be a page ID or null.') }
        : { value: number };
    },
    error_message: text,
    description: text,
    conditions: (value) =>
      evaluateConditions(value, scope, {
        ...EXISTS,
        payment_methods: (method) => payments().some(({ id }) => id === method),
      }),
  };
  const fields: Readonly<Record<string, keyof CheckboxChanges>> = {
    legal_page_id: 'legalPageId',
    error_message: 'errorMessage',
  };

  return (body) => {
    const errors: Record<string, string> = {};
    const changes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      if (READ_ONLY.includes(name)) errors[name] = __('Can’t be changed.');
      const judged = Object.hasOwn(judges, name) ? judges[name]?.(value) : undefined;
      if (judged === undefined) continue;
      if ('error' in judged) errors[name] = judged.error;
      else changes[fields[name] ?? name] = judged.value;
    }
    return Object.keys(errors).length > 0 ? { errors } : { changes };
  };
}

/** Existence checks by kind that do not need the catalog. */
type ExistenceChecks = Readonly<Partial<Record<string, (value: string) => boolean>>>;

/** Checks that are the same in every shop. */
const EXISTS: ExistenceChecks = {
  countries: isCountryCode,
  product_types: (type) => PRODUCT_TYPES.includes(type),
};

function evaluateConditions(
  value: unknown,
  { __, restIsInteger }: Pick<PluginScope, '__' | 'restIsInteger'>,
  known: ExistenceChecks,
): Evaluation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: __('Must be an object.') };
  const conditions: Record<string, unknown> = { ...NO_CONDITIONS };
  for (const [kind, list] of Object.entries(value)) {
    if (!Object.hasOwn(NO_CONDITIONS, kind)) return { error: __('Unknown field: %s.', kind) };
    if (!Array.isArray(list) || list.length > MAX_CONDITION_VALUES) return { error: __('%s must be a list.', kind) };
    const isValid =
      kind === 'categories'
        ? list.every((item) => restIsInteger(item))
        : list.every((item) => typeof item === 'string' && item.length <= 100);
    if (!isValid) return { error: __('%s contains a value of the wrong type.', kind) };
    const values: readonly string[] = list.map((item) =>
      kind === 'countries' ? String(item).toUpperCase() : String(item),
    );
    const exists = known[kind];
    const unknown = exists ? values.find((one) => !exists(one)) : undefined;
    if (unknown !== undefined) return { error: __('%1$s contains an unknown value: %2$s.', kind, unknown) };
    conditions[kind] = kind === 'categories' ? values.map(Number) : values;
  }
  return { value: conditions };
}
