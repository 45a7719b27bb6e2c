/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Continues with a value: synchronously, or after the promise resolves. Avoids promises in code that runs thousands of
 * times per second and nearly always has its data in memory.
 * @since 0.1.0
 */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

/**
 * Whether a value is a thenable; database query builders are thenables but not native promises.
 * @since 0.1.0
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Maps items sequentially; returns a promise only if one of the steps does.
 * @since 0.1.0
 */
export function mapInOrder<T, R>(
  items: readonly T[],
  step: (item: T, index: number) => MaybePromise<R>,
): MaybePromise<R[]> {
  const out: R[] = [];
  const from = (start: number): MaybePromise<R[]> => {
    for (let i = start; i < items.length; i++) {
      const value = step(items[i] as T, i);
      if (isThenable(value)) {
        return Promise.resolve(value).then((settled) => {
          out.push(settled);
          return from(i + 1);
        });
      }
      out.push(value);
    }
    return out;
  };
  return from(0);
}
