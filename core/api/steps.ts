import { isThenable, type MaybePromise } from './maybe-promise.js';

/** Work that yields at each value it has to wait for. */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/**
 * Runs work that uses `yield* ready(value)` in place of `await value`: synchronously while values are available, and as
 * a promise from the first one that is pending. For code that runs on every request: an asynchronous function costs a
 * promise and a microtask at every `await`, even if there is nothing to wait for.
 * @since 0.1.0
 */
export function inSteps<T>(work: () => Steps<T>): MaybePromise<T> {
  const steps = work();
  const go = ({ done, value }: IteratorResult<PromiseLike<unknown>, T>): MaybePromise<T> =>
    done
      ? value
      : Promise.resolve(value).then(
          (given) => go(steps.next(given)),
          (error: unknown) => go(steps.throw(error)),
        );
  return go(steps.next());
}

/**
 * Returns a function that runs its work with {@link inSteps}. Creating a generator function on every call, as
 * `inSteps(function* () { … })` inside another function does, takes V8 fifteen times as long as running it.
 * @since 0.1.0
 */
export function stepwise<Args extends unknown[], T>(
  work: (...args: Args) => Steps<T>,
): (...args: Args) => MaybePromise<T> {
  return (...args) => inSteps(() => work(...args));
}

/**
 * Returns the value of a step, waiting for it if necessary; see {@link inSteps}.
 * @since 0.1.0
 */
export function* ready<T>(value: T): Generator<PromiseLike<unknown>, Awaited<T>, unknown> {
  return (isThenable(value) ? yield value : value) as Awaited<T>;
}
