import type { Field, FieldComparison, FieldCondition, FieldValue, FieldValues, OneValue } from '../api/index.js';
import { isEmptyValue } from './stored-value.js';

/** A comparison in normalized form: with the values of a list, or whether there is a value; `not` inverts it. */
export interface PlainComparison {
  readonly field: string;
  /** Undefined if it tests whether there is a value. */
  readonly values: readonly OneValue[] | undefined;
  readonly not: boolean;
}

/** Returns a comparison in normalized form. */
export function plainComparison(comparison: FieldComparison): PlainComparison {
  const { field } = comparison;
  if ('filled' in comparison) return { field, values: undefined, not: !comparison.filled };
  if ('isNot' in comparison) return { field, values: listOf(comparison.isNot), not: true };
  return { field, values: listOf('is' in comparison ? comparison.is : comparison.in), not: false };
}

/** Returns the keys of the fields used by a condition. */
export function fieldsLookedAt(condition: FieldCondition): readonly string[] {
  const parts = partsOf(condition);
  return parts ? parts.flatMap(fieldsLookedAt) : [(condition as FieldComparison).field];
}

/** Returns the parts of a combined condition; undefined for a single comparison. */
export function partsOf(condition: FieldCondition): readonly FieldCondition[] | undefined {
  if ('all' in condition) return condition.all;
  return 'any' in condition ? condition.any : undefined;
}

/** Whether a field is shown for the given values of the others. */
export function isAsked({ showIf }: Pick<Field, 'showIf'>, fields: readonly Field[], values: FieldValues): boolean {
  return showIf === undefined || isTrue(showIf, fields, values);
}

function isTrue(condition: FieldCondition, fields: readonly Field[], values: FieldValues): boolean {
  if ('all' in condition) return condition.all.every((part) => isTrue(part, fields, values));
  if ('any' in condition) return condition.any.some((part) => isTrue(part, fields, values));
  const other = fields.find(({ key }) => key === condition.field);
  return (
    other === undefined ||
    (isAsked(other, fields, values) && holds(plainComparison(condition), other, values[condition.field] ?? ''))
  );
}

function holds({ values, not }: PlainComparison, field: Field, value: FieldValue): boolean {
  if (values === undefined) return isFilled(field, value) !== not;
  const is = Array.isArray(value) ? values.some((one) => value.includes(one)) : values.includes(value as OneValue);
  return is !== not;
}

/** Whether a field has a value; a number may be 0. */
export function isFilled({ type }: Pick<Field, 'type'>, value: FieldValue): boolean {
  return type === 'number' || type === 'money' ? value !== null && value !== '' : !isEmptyValue(value);
}

function isList(value: OneValue | readonly OneValue[]): value is readonly OneValue[] {
  return Array.isArray(value);
}

function listOf(value: OneValue | readonly OneValue[]): readonly OneValue[] {
  return isList(value) ? value : [value];
}
