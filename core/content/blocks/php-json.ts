/** Formats a number as PHP does, which writes numbers outside its integer range with an exponent. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Object.is(value, -0)) return '-0';
  if (Math.abs(value) < 9.223372036854775e18 && (Number.isInteger(value) || Math.abs(value) >= 1e-4))
    return JSON.stringify(value);
  if (value === 0) return '0';
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}e${exponent}`;
}

function isList(keys: readonly string[]): boolean {
  return keys.every((key, index) => key === String(index));
}

/**
 * Encodes JSON as PHP does for a decoded map: slashes and Unicode are not escaped, and, because PHP has a single array
 * type, an empty map or one with the keys 0, 1, 2 … becomes a list.
 */
export function encodePhpJson(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(encodePhpJson).join(',')}]`;
  const entries = Object.entries(value).filter(([, element]) => element !== undefined);
  if (isList(entries.map(([key]) => key))) return `[${entries.map(([, element]) => encodePhpJson(element)).join(',')}]`;
  return `{${entries.map(([key, element]) => `${encodePhpJson(key)}:${encodePhpJson(element)}`).join(',')}}`;
}
