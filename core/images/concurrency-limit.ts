/** Creates a function that limits the number of tasks that run at the same time. The others wait. */
export function createConcurrencyLimit(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next task takes over the slot, so the number of running tasks is unchanged.
      if (next) next();
      else running -= 1;
    }
  };
}
