/** Writes JSON the way PHP does: only ASCII, slashes escaped; an error text when a number cannot be written. */
export function encodePhpJson(value: unknown, pretty = false): { text: string } | { error: string } {
  let unwritable = false;
  const text = JSON.stringify(
    value,
    (_name, item: unknown) => {
      if (typeof item === 'number' && !Number.isFinite(item)) unwritable = true;
      return item;
    },
    pretty ? 4 : undefined,
  ) as string | undefined;
  if (unwritable) return { error: 'Inf and NaN cannot be JSON encoded' };
  return { text: (text ?? 'null').replaceAll('/', '\\/').replaceAll(/[\u0080-\uffff]/g, escapeUnit) };
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
