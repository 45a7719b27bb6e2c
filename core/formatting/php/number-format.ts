/** Rounds half away from zero as PHP's `round` does, ignoring binary noise past the 15th digit. */
export function roundHalfUp(value: number, places = 0): number {
  const factor = 10 ** places;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.floor(scaled + 0.5)) / factor;
}

/** PHP's `number_format` with '.' and ','. */
export function numberFormat(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  // Above this there is nothing to round, and notation would change.
  const rounded = Math.abs(value) < 1e15 ? roundHalfUp(value, decimals) : value;
  const text =
    Math.abs(rounded) < 1e15
      ? Math.abs(rounded).toFixed(decimals)
      : `${BigInt(Math.abs(rounded))}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const [whole = '0', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
