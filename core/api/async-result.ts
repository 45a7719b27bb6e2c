declare const ASYNC_ANSWER: unique symbol;

/**
 * Result of an asynchronous check of the scope. A promise without `await` is always truthy in a condition. A plugin
 * entry point that forgets `await` therefore fails with `promise_not_awaited`, and its return value is discarded.
 * @since 0.1.0
 */
export interface AsyncResult<Answer = boolean> extends Promise<Answer> {
  /** Distinguishes these results from other promises at the type level only. */
  readonly [ASYNC_ANSWER]?: never;
}

/**
 * Names of the functions of a type that return an {@link AsyncResult}.
 * @since 0.1.0
 */
export type AsyncMethodName<Functions> = {
  [Name in keyof Functions]-?: Functions[Name] extends (...args: never[]) => infer Answer
    ? typeof ASYNC_ANSWER extends keyof Answer
      ? Name
      : never
    : never;
}[keyof Functions];
