/**
 * A text without NUL, which says nothing to people and which SQLite's driver takes for the end of a text. Text that is
 * copied out of a PDF has it.
 */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** The same of all texts among some values. */
export function fieldsWithoutNul<T extends object>(fields: T): T {
  const clean = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutNul(value) : (value as unknown),
  ]);
  return Object.fromEntries(clean) as T;
}
