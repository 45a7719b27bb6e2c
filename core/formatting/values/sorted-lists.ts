import { toText } from '../php/text.js';

type FieldsObject = Readonly<Record<string, unknown>>;

/**
 * Returns the items of a list with the given fields (`wp_list_filter`).
 * @param operator whether all, any or none of them must match.
 * @since 0.1.0
 */
export function wpListFilter<T extends FieldsObject>(
  list: readonly T[],
  fields: FieldsObject,
  operator: 'AND' | 'OR' | 'NOT' = 'AND',
): T[] {
  const criteria = Object.entries(fields);
  if (criteria.length === 0) return [...list];
  // Values are compared like in PHP: 1 equals '1'.
  const matches = (item: T, [name, value]: [string, unknown]): boolean =>
    Object.hasOwn(item, name) && (item[name] === value || toText(item[name]) === toText(value));
  return list.filter((item) =>
    operator === 'AND'
      ? criteria.every((criterion) => matches(item, criterion))
      : criteria.some((criterion) => matches(item, criterion)) === (operator === 'OR'),
  );
}

/**
 * Sorts a list by one field, or by several fields with their own directions (`wp_list_sort`). The sort is stable.
 * @since 0.1.0
 */
export function wpListSort<T extends FieldsObject>(
  list: readonly T[],
  by: string | Readonly<Record<string, 'ASC' | 'DESC'>>,
  order: 'ASC' | 'DESC' = 'ASC',
): T[] {
  const sortFields = Object.entries(typeof by === 'string' ? { [by]: order } : by);
  return [...list].sort((a, b) => {
    for (const [field, direction] of sortFields) {
      const difference = compareValues(a[field], b[field]);
      if (difference !== 0) return direction === 'DESC' ? -difference : difference;
    }
    return 0;
  });
}

function compareValues(a: unknown, b: unknown): number {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  const [left, right] = [toText(a), toText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
  );
}
