import { toText } from '../php/text.js';

type Fields = Readonly<Record<string, unknown>>;

/** The items of a list that have these fields (`wp_list_filter`). @param operator all of them, any of them, or none. @since 0.2.0 */
export function wpListFilter<T extends Fields>(
  list: readonly T[],
  fields: Fields,
  operator: 'AND' | 'OR' | 'NOT' = 'AND',
): T[] {
  const wanted = Object.entries(fields);
  if (wanted.length === 0) return [...list];
  // As PHP compares: 1 is '1'.
  const has = (item: T, [name, value]: [string, unknown]): boolean =>
    Object.hasOwn(item, name) && (item[name] === value || toText(item[name]) === toText(value));
  return list.filter((item) =>
    operator === 'AND'
      ? wanted.every((one) => has(item, one))
      : wanted.some((one) => has(item, one)) === (operator === 'OR'),
  );
}

/** A list by one of its fields, or by several, each its own way (`wp_list_sort`); equal ones keep their order. @since 0.2.0 */
export function wpListSort<T extends Fields>(
  list: readonly T[],
  by: string | Readonly<Record<string, 'ASC' | 'DESC'>>,
  order: 'ASC' | 'DESC' = 'ASC',
): T[] {
  const ways = Object.entries(typeof by === 'string' ? { [by]: order } : by);
  return [...list].sort((a, b) => {
    for (const [field, way] of ways) {
      const difference = compared(a[field], b[field]);
      if (difference !== 0) return way === 'DESC' ? -difference : difference;
    }
    return 0;
  });
}

function compared(a: unknown, b: unknown): number {
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
