/** Does work in a few lanes beside each other, the rest in turn: who waits for a lane has not begun. */
export type Lanes = <T>(work: () => Promise<T>) => Promise<T>;

/** @param lanes how many run at once */
export function createLanes(lanes: number): Lanes {
  let free = lanes;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => void waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
