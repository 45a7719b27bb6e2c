/**
 * Removes NUL characters, which occur in text copied from PDFs and which SQLite's driver takes for the end of a string.
 */
export const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Removes NUL characters from all strings of an object. */
export function fieldsWithoutNul<T extends object>(fields: T): T {
  const clean = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutNul(value) : (value as unknown),
  ]);
  return Object.fromEntries(clean) as T;
}
