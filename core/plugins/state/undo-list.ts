import type { MaybePromise, Undo } from '../../api/index.js';

/** The steps to undo when a plugin stops, latest first. */
export interface UndoList {
  /** Adds a step; the returned function runs it now and removes it from the list. */
  add(step: () => MaybePromise<void>): Undo;
  /** Runs every step; errors are passed to `onError` and the other steps still run. */
  run(onError: (error: unknown) => void): Promise<void>;
  readonly size: number;
}

export function createUndoList(): UndoList {
  const steps = new Set<() => MaybePromise<void>>();
  return {
    add(step) {
      // A wrapper per call, so that the same function added twice is run twice.
      const wrappedStep = (): MaybePromise<void> => step();
      steps.add(wrappedStep);
      return () => {
        if (steps.delete(wrappedStep)) void wrappedStep();
      };
    },
    async run(onError) {
      for (const step of [...steps].reverse()) {
        steps.delete(step);
        try {
          await step();
        } catch (error) {
          onError(error);
        }
      }
    },
    get size() {
      return steps.size;
    },
  };
}
