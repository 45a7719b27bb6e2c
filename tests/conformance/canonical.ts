/** Normalized form for comparison: maps with sorted keys, empty maps as empty lists, since PHP has one array type. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, element]) => [key, canonical(element)]));
}

/** Returns the differences between a recording and a result; empty if there are none. */
export function differences(expected: unknown, result: unknown): string[] {
  const actual: unknown = JSON.parse(JSON.stringify(result ?? null));
  const [want, have] = [canonical(expected), canonical(actual)].map((value) => JSON.stringify(value));
  return want === have ? [] : [`want ${want}`, `have ${have}`];
}
