/** A value that a test relies on; without it the test fails where it is read. */
export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error(`A value that the test relies on is ${String(value)}.`);
  return value;
}
