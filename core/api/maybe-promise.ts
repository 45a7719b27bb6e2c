/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Whether a value is a thenable; database query builders are thenables but not native promises.
 * @since 0.1.0
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Maps items one after another, waiting for each step before the next.
 * @since 0.1.0
 */
export async function mapSeries<T, R>(
  items: readonly T[],
  step: (item: T, index: number) => MaybePromise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) results.push(await step(item, index));
  return results;
}
