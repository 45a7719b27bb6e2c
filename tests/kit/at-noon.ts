const HOUR = 3_600_000;

/** Makes a test file's clock start at noon (UTC) today, so that tests that take minutes do not cross midnight. */
export function beginAtNoon(): void {
  const real = Date.now.bind(Date);
  const now = real();
  const ahead = now - (now % (24 * HOUR)) + 12 * HOUR - now;
  jest.spyOn(Date, 'now').mockImplementation(() => real() + ahead);
}
