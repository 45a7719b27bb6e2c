/** `scope.add_action is not a function`: WordPress's name, which is written in one word here. */
const SNAKE = /\.([a-z]+(?:_[a-z0-9]+)+) is not a function/;

/** Adds to an error about one of WordPress's names how it is written here. */
export function withMeantName(error: unknown): unknown {
  const name = error instanceof TypeError ? SNAKE.exec(error.message)?.[1] : undefined;
  if (name !== undefined)
    (error as Error).message +=
      `; did you mean ${name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())}?`;
  return error;
}
