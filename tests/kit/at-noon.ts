const HOUR = 3_600_000;

/** Lets a file's clock begin at noon (UTC) of today and go on from there: no test that takes minutes then sees the day change. */
export function beginAtNoon(): void {
  const real = Date.now.bind(Date);
  const now = real();
  const ahead = now - (now % (24 * HOUR)) + 12 * HOUR - now;
  jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
}
