/** Letters of PHP's formats that show seconds, or parts of one, and those that show minutes. */
const SECONDS = /[sUuvBcr]/;
const MINUTES = /i/;
const QUARTER_MS = 15 * 60_000;

/**
 * When the time in a format may look different. Hours, days and all that is longer begin with a quarter of an hour, in every zone there is.
 * @param moment milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function nextChange(format: string, moment: number): number {
  const step = stepOf(format.replace(/\\./g, ''));
  return (Math.floor(moment / step) + 1) * step;
}

/** Milliseconds of the smallest unit in a format. */
function stepOf(format: string): number {
  if (SECONDS.test(format)) return 1000;
  return MINUTES.test(format) ? 60_000 : QUARTER_MS;
}
