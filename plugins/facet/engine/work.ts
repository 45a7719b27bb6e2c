import { uint32At } from './array-access.js';
import { setImmediate as turn } from 'node:timers/promises';

/** Interruptible work: yields wherever other work may run in between. */
export type InterruptibleWork<T> = Generator<undefined, T>;

/** Bit mask of a loop counter; work over a long list yields each time the masked bits are all set. */
export const YIELD_MASK = 0x1ff;

/** Maximum time that work blocks the event loop, in milliseconds. */
const SLICE_MS = 12;

/** Yields to the event loop whenever a time slice is used up. */
export interface Scheduler {
  /** Whether it is time to call `pause`. */
  isDue(): boolean;
  /** @throws the signal's reason if the work was aborted */
  pause(): Promise<void>;
}

/** @param signal aborts the work at its next pause */
export function createScheduler(signal?: AbortSignal): Scheduler {
  let started = performance.now();
  return {
    isDue: () => performance.now() - started >= SLICE_MS,
    async pause() {
      await turn();
      signal?.throwIfAborted();
      started = performance.now();
    },
  };
}

/** Runs work without pauses; for small amounts of work. */
export function runSync<T>(work: InterruptibleWork<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs work in slices, so that the process keeps responding. */
export async function runInSlices<T>(work: InterruptibleWork<T>, scheduler: Scheduler): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (scheduler.isDue()) await scheduler.pause();
  }
}

const RUN_LENGTH = 1024;

/** Returns the integers from 0. */
export function upTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

type Comparison = (a: number, b: number) => number;

/**
 * Sorts numbers with a comparison, stable and interruptible.
 * @returns a new array
 */
export function* sortNumbers(items: Uint32Array, compare: Comparison): InterruptibleWork<Uint32Array> {
  let from = items.slice();
  for (let at = 0; at < items.length; at += RUN_LENGTH) {
    from.subarray(at, at + RUN_LENGTH).sort(compare);
    yield;
  }
  let to = from.slice();
  for (let width = RUN_LENGTH; width < items.length; width *= 2) {
    for (let left = 0; left < items.length; left += 2 * width) {
      const middle = Math.min(left + width, items.length);
      yield* merge(from, to, { left, middle, end: Math.min(left + 2 * width, items.length) }, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two adjacent sorted ranges into one. */
function* merge(
  from: Uint32Array,
  to: Uint32Array,
  { left, middle, end }: { readonly left: number; readonly middle: number; readonly end: number },
  compare: Comparison,
): InterruptibleWork<void> {
  let a = left;
  let b = middle;
  for (let at = left; at < end; at++) {
    const takesLeft = b >= end || (a < middle && compare(uint32At(from, a), uint32At(from, b)) <= 0);
    to[at] = uint32At(from, takesLeft ? a++ : b++);
    if ((at & YIELD_MASK) === YIELD_MASK) yield;
  }
}
