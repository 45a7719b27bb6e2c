import type {
  Field,
  FieldComparison,
  FieldCondition,
  FieldValue,
  FieldValues,
  SingleFieldValue,
} from '../api/index.js';
import { isEmptyValue } from './stored-value.js';

/** A normalized comparison with a list of values, or a test whether the field has a value. `not` inverts the result. */
export interface NormalizedComparison {
  readonly field: string;
  /** Undefined if the comparison tests whether the field has a value. */
  readonly values: readonly SingleFieldValue[] | undefined;
  readonly not: boolean;
}

/** Returns a comparison in normalized form. */
export function normalizeComparison(comparison: FieldComparison): NormalizedComparison {
  const { field } = comparison;
  if ('filled' in comparison) return { field, values: undefined, not: !comparison.filled };
  if ('isNot' in comparison) return { field, values: toList(comparison.isNot), not: true };
  return { field, values: toList('is' in comparison ? comparison.is : comparison.in), not: false };
}

/** Returns the keys of the fields that a condition uses. */
export function fieldsInCondition(condition: FieldCondition): readonly string[] {
  const parts = conditionParts(condition);
  return parts ? parts.flatMap(fieldsInCondition) : [(condition as FieldComparison).field];
}

/** Returns the parts of a combined condition; undefined for a single comparison. */
export function conditionParts(condition: FieldCondition): readonly FieldCondition[] | undefined {
  if ('all' in condition) return condition.all;
  return 'any' in condition ? condition.any : undefined;
}

/** Whether a field is shown for the given values of the other fields. */
export function isShown({ showIf }: Pick<Field, 'showIf'>, fields: readonly Field[], values: FieldValues): boolean {
  return showIf === undefined || isConditionTrue(showIf, fields, values);
}

function isConditionTrue(condition: FieldCondition, fields: readonly Field[], values: FieldValues): boolean {
  if ('all' in condition) return condition.all.every((part) => isConditionTrue(part, fields, values));
  if ('any' in condition) return condition.any.some((part) => isConditionTrue(part, fields, values));
  const other = fields.find(({ key }) => key === condition.field);
  return (
    other === undefined ||
    (isShown(other, fields, values) &&
      matchesComparison(normalizeComparison(condition), other, values[condition.field] ?? ''))
  );
}

function matchesComparison({ values, not }: NormalizedComparison, field: Field, value: FieldValue): boolean {
  if (values === undefined) return isFilled(field, value) !== not;
  const is = Array.isArray(value)
    ? values.some((expected) => value.includes(expected))
    : values.includes(value as SingleFieldValue);
  return is !== not;
}

/** Whether a field has a value. The number 0 is a value. */
export function isFilled({ type }: Pick<Field, 'type'>, value: FieldValue): boolean {
  return type === 'number' || type === 'money' ? value !== null && value !== '' : !isEmptyValue(value);
}

function isList(value: SingleFieldValue | readonly SingleFieldValue[]): value is readonly SingleFieldValue[] {
  return Array.isArray(value);
}

function toList(value: SingleFieldValue | readonly SingleFieldValue[]): readonly SingleFieldValue[] {
  return isList(value) ? value : [value];
}
