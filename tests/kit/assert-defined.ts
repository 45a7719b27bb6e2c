/** Returns a value that a test relies on; fails at this point when it is missing. */
export function assertDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value that the test relies on is undefined.');
  return value;
}
