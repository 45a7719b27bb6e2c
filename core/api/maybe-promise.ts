/** A value that is there, or will be. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value: now when it is there, later when it is a promise. What is read thousands of times a second, and is in memory
 * nearly always, need not make promises.
 * @since 0.2.0
 */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value);
}

/**
 * Whether a value is still to come; questions to the database are promises of another kind.
 * @since 0.2.0
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/**
 * Maps items one after another; a promise only when one of the steps gives one.
 * @since 0.2.0
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
