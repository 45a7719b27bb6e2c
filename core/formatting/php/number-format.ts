/** Rounds half away from zero as PHP's `round` does, ignoring binary noise past the 15th digit. */
export function roundHalfUp(value: number, places = 0): number {
  const factor = 10 ** places;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.floor(scaled + 0.5)) / factor;
}

/** PHP's `number_format` with '.' and ','. */
export function numberFormat(value: number, decimals: number): string {
  const rounded = roundHalfUp(value, decimals);
  const [whole = '0', fraction] = Math.abs(rounded).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
