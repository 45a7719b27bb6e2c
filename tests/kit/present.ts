/** A value that a test relies on; without it the test fails where it is read. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value that the test relies on is undefined.');
  return value;
}
