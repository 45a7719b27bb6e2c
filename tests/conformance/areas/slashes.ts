/** Removes the slashes that callers of the recorded functions added. */
export function unslashed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\\(.)/gs, '$1');
  if (Array.isArray(value)) return value.map(unslashed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, unslashed(element)]));
}
