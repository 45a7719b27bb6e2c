import type { MaybePromise } from '../api/hooks.js';

/** Goes on with a value now, or later when it is a promise. */
export function then<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Maps items one after another; a promise only when one of the steps gives one. */
export function mapInOrder<T, R>(items: readonly T[], step: (item: T, index: number) => MaybePromise<R>): MaybePromise<R[]> {
  const out: R[] = [];
  const from = (start: number): MaybePromise<R[]> => {
    for (let i = start; i < items.length; i++) {
      const value = step(items[i], i);
      if (value instanceof Promise) {
        return value.then((settled) => {
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
