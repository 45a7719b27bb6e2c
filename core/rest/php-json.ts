/** What PHP writes otherwise than JSON.stringify does. */
const OTHERWISE = /[\u0080-\uffff/]/g;
const ANY_OTHERWISE = /[\u0080-\uffff/]/;

/** Writes JSON the way PHP does: only ASCII, slashes escaped; an error text when a number cannot be written. */
export function encodePhpJson(value: unknown, pretty = false): { text: string } | { error: string } {
  const text = (JSON.stringify(value, undefined, pretty ? 4 : undefined) as string | undefined) ?? 'null';
  // Looking at each value on its way takes three times as long, and such a number is written as null.
  if (text.includes('null') && holdsUnwritable(value)) return { error: 'Inf and NaN cannot be JSON encoded' };
  return { text: ANY_OTHERWISE.test(text) ? text.replace(OTHERWISE, escapeUnit) : text };
}

function holdsUnwritable(value: unknown): boolean {
  let found = false;
  JSON.stringify(value, (_name, item: unknown) => {
    if (typeof item === 'number' && !Number.isFinite(item)) found = true;
    return item;
  });
  return found;
}

const escapes = new Map<string, string>([['/', '\\/']]);

function escapeUnit(unit: string): string {
  const known = escapes.get(unit);
  if (known !== undefined) return known;
  const made = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // As many as there are units.
  escapes.set(unit, made);
  return made;
}
