declare const ASYNC_ANSWER: unique symbol;

/**
 * The answer to a question of the scope. It is a promise, which is always true in a condition without `await`: an entry into a plugin that
 * asked and did not wait fails with `question_not_awaited`, and what it answers is not used.
 * @since 0.2.0
 */
export interface AsyncAnswer<Answer = boolean> extends Promise<Answer> {
  /** Tells questions from other promises, by type alone. */
  readonly [ASYNC_ANSWER]?: never;
}

/** The names of the functions of a type that answer with a {@link Question}. @since 0.2.0 */
export type AsyncAnswerName<Functions> = {
  [Name in keyof Functions]-?: Functions[Name] extends (...args: never[]) => infer Answer
    ? typeof ASYNC_ANSWER extends keyof Answer
      ? Name
      : never
    : never;
}[keyof Functions];
