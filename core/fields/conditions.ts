import type { Field, FieldComparison, FieldCondition, FieldValue, FieldValues, OneValue } from '../api/index.js';
import { isEmptyValue } from './stored-value.js';

/** A comparison as what it looks at: the values of a list, or whether there is anything; `not` turns it round. */
export interface PlainComparison {
  readonly field: string;
  /** Undefined where it asks whether there is anything. */
  readonly values: readonly OneValue[] | undefined;
  readonly not: boolean;
}

/** A comparison in its plain form. */
export function plainComparison(comparison: FieldComparison): PlainComparison {
  const { field } = comparison;
  if ('filled' in comparison) return { field, values: undefined, not: !comparison.filled };
  if ('isNot' in comparison) return { field, values: listOf(comparison.isNot), not: true };
  return { field, values: listOf('is' in comparison ? comparison.is : comparison.in), not: false };
}

/** The keys of the fields that a condition looks at. */
export function fieldsLookedAt(condition: FieldCondition): readonly string[] {
  const parts = partsOf(condition);
  return parts ? parts.flatMap(fieldsLookedAt) : [(condition as FieldComparison).field];
}

/** The conditions that a condition is put together from; undefined for a single comparison. */
export function partsOf(condition: FieldCondition): readonly FieldCondition[] | undefined {
  if ('all' in condition) return condition.all;
  return 'any' in condition ? condition.any : undefined;
}

/** Whether a field is asked for while others hold these values. */
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

/** Whether a field holds something; a number may well be 0. */
export function isFilled({ type }: Pick<Field, 'type'>, value: FieldValue): boolean {
  return type === 'number' || type === 'money' ? value !== null && value !== '' : !isEmptyValue(value);
}

function isList(given: OneValue | readonly OneValue[]): given is readonly OneValue[] {
  return Array.isArray(given);
}

function listOf(given: OneValue | readonly OneValue[]): readonly OneValue[] {
  return isList(given) ? given : [given];
}
