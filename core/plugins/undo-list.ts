import type { MaybePromise, Undo } from '../api/index.js';

/** What has to be undone when a plugin goes, latest first. */
export interface UndoList {
  /** Adds a step; the returned function does it now and takes it off the list. */
  add(step: () => MaybePromise<void>): Undo;
  /** Runs every step; errors are handed to `onError` and the rest goes on. */
  run(onError: (error: unknown) => void): Promise<void>;
  readonly size: number;
}

export function createUndoList(): UndoList {
  const steps = new Set<() => MaybePromise<void>>();
  return {
    add(step) {
      // A wrapper of its own, so that the same function added twice is undone twice.
      const once = (): MaybePromise<void> => step();
      steps.add(once);
      return () => {
        if (steps.delete(once)) void once();
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
