declare const ASYNC_ANSWER: unique symbol;

/**
 * Result of an asynchronous check of the scope. As a promise is always truthy in a condition without `await`, a plugin
 * entry point that does not await the result fails with `promise_not_awaited`, and its return value is discarded.
 * @since 0.1.0
 */
export interface AsyncAnswer<Answer = boolean> extends Promise<Answer> {
  /** Distinguishes these results from other promises at the type level only. */
  readonly [ASYNC_ANSWER]?: never;
}

/**
 * Names of the functions of a type that return a {@link AsyncAnswer}.
 * @since 0.1.0
 */
export type AsyncAnswerName<Functions> = {
  [Name in keyof Functions]-?: Functions[Name] extends (...args: never[]) => infer Answer
    ? typeof ASYNC_ANSWER extends keyof Answer
      ? Name
      : never
    : never;
}[keyof Functions];
