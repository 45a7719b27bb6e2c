/** Creates a function that limits how many tasks run at once; the others wait for their turn. */
export function createTurns(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The waiting task takes over the slot.
      if (next) next();
      else running -= 1;
    }
  };
}
