import { isThenable, type MaybePromise } from './maybe-promise.js';

/** Work that stops at whatever it has to wait for. */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/**
 * Runs work that says `yield* ready(value)` where an asynchronous function says `await value`: at once as long as the values are there,
 * and as a promise from the first that is not. For what answers each request: an asynchronous function costs a promise and a turn of the
 * queue at every `await`, also when there is nothing to wait for.
 * @since 0.2.0
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
 * A function that runs its work by {@link inSteps}. V8 takes fifteen times as long to make a generator function anew for each call, as
 * `inSteps(function* () { … })` inside another function would, as to run this one.
 * @since 0.2.0
 */
export function stepwise<Args extends unknown[], T>(
  work: (...args: Args) => Steps<T>,
): (...args: Args) => MaybePromise<T> {
  return (...args) => inSteps(() => work(...args));
}

/**
 * The value of a step, waited for if it has to be; see {@link inSteps}.
 * @since 0.2.0
 */
export function* ready<T>(value: T): Generator<PromiseLike<unknown>, Awaited<T>, unknown> {
  return (isThenable(value) ? yield value : value) as Awaited<T>;
}
