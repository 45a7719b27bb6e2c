import { uint32At } from './array-access.js';
import { setImmediate as turn } from 'node:timers/promises';

/** Work that can be put down: it yields wherever something else may go in between. */
export type Work<T> = Generator<undefined, T>;

/** Work over a long list yields when this many bits of its counter come round. */
export const OFTEN = 0x1ff;

/** As long as work may keep everything else waiting, in milliseconds. */
const SLICE_MS = 12;

/** Lets others go first whenever a slice of time is used up. */
export interface Scheduler {
  /** Whether it is time to call `pause`. */
  due(): boolean;
  /** @throws the signal's reason when the work was called off */
  pause(): Promise<void>;
}

/** @param signal calls the work off at its next pause */
export function createScheduler(signal?: AbortSignal): Scheduler {
  let started = performance.now();
  return {
    due: () => performance.now() - started >= SLICE_MS,
    async pause() {
      await turn();
      signal?.throwIfAborted();
      started = performance.now();
    },
  };
}

/** Does work without a pause, for little of it. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Does work in slices, so that a process goes on answering meanwhile. */
export async function inSlices<T>(work: Work<T>, scheduler: Scheduler): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (scheduler.due()) await scheduler.pause();
  }
}

const RUN = 1024;

/** Whole numbers from 0 on. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

type Comparison = (a: number, b: number) => number;

/** Sorts numbers by a comparison, stable, in small pieces. @returns a new list */
export function* sorted(items: Uint32Array, compare: Comparison): Work<Uint32Array> {
  let from = items.slice();
  for (let at = 0; at < items.length; at += RUN) {
    from.subarray(at, at + RUN).sort(compare);
    yield;
  }
  let to = from.slice();
  for (let width = RUN; width < items.length; width *= 2) {
    for (let left = 0; left < items.length; left += 2 * width) {
      const middle = Math.min(left + width, items.length);
      yield* merge(from, to, { left, middle, end: Math.min(left + 2 * width, items.length) }, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two sorted stretches that stand behind one another into one. */
function* merge(
  from: Uint32Array,
  to: Uint32Array,
  { left, middle, end }: { readonly left: number; readonly middle: number; readonly end: number },
  compare: Comparison,
): Work<void> {
  let a = left;
  let b = middle;
  for (let at = left; at < end; at++) {
    const takesLeft = b >= end || (a < middle && compare(uint32At(from, a), uint32At(from, b)) <= 0);
    to[at] = uint32At(from, takesLeft ? a++ : b++);
    if ((at & OFTEN) === OFTEN) yield;
  }
}
