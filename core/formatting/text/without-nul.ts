/** Removes NUL characters, which texts from PDFs may contain. SQLite's driver would truncate the text at a NUL. */
export const removeNul = (text: string): string => text.replaceAll('\0', '');

/** Removes NUL characters from all strings of an object. */
export function removeNulFromFields<T extends object>(fields: T): T {
  const clean = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? removeNul(value) : (value as unknown),
  ]);
  return Object.fromEntries(clean) as T;
}
