import type { Heard } from './hook-recorder.js';
import type { RecordedHook } from './trace-case.js';
import { kindRecorded } from './value-kind.js';

/** How much of a recorded trace was heard; each pair of numbers is a share. */
export interface TraceScore {
  readonly wanted: number;
  readonly fired: number;
  /** Of those that fired, how many could stand in an order. */
  readonly ordered: number;
  /** The longest part of these that fired in the recorded order. */
  readonly inOrder: number;
  /** Arguments of the hooks that fired. */
  readonly args: number;
  /** Those of the recorded kind. */
  readonly sameKind: number;
}

export interface JudgedTrace {
  readonly score: TraceScore;
  readonly missing: readonly string[];
  /** Hooks that are not in the longest part that fired in the recorded order, each with the one that fired before it. */
  readonly outOfPlace: readonly string[];
  /** Hooks that fired with arguments of other kinds, with both. */
  readonly otherKinds: readonly string[];
}

/** @param before what was heard when the site started, for hooks that fire once in a process that keeps running */
export function judgeTrace(expected: readonly RecordedHook[], firedHooks: Heard, before: Heard): JudgedTrace {
  const positions = new Map([...firedHooks.keys()].map((name, index) => [name, index]));
  const names = [...firedHooks.keys()];
  const order: number[] = [];
  const missing: string[] = [];
  const otherKinds: string[] = [];
  let [args, sameKind] = [0, 0];
  for (const { hook, args: recorded, once } of expected) {
    const have = firedHooks.get(hook) ?? (once ? before.get(hook) : undefined);
    if (!have) {
      missing.push(hook);
      continue;
    }
    const position = positions.get(hook);
    if (position !== undefined) order.push(position);
    const same = recorded.filter((kind, index) => kindRecorded(kind) === have[index]).length;
    args += recorded.length;
    sameKind += same;
    if (same < recorded.length) otherKinds.push(`${hook}: want ${recorded.join(', ')}; have ${have.join(', ')}`);
  }
  const fired = expected.length - missing.length;
  const rising = new Set(longestRising(order));
  const outOfPlace = order
    .filter((position) => !rising.has(position))
    .map((position) => `${names[position]} (after ${names[position - 1] ?? 'nothing'})`);
  return {
    score: { wanted: expected.length, fired, ordered: order.length, inOrder: rising.size, args, sameKind },
    missing,
    outOfPlace,
    otherKinds,
  };
}

/** The sum of scores, as if they were one trace. */
export function addScores(scores: readonly TraceScore[]): TraceScore {
  const sum = (key: keyof TraceScore): number => scores.reduce((all, score) => all + score[key], 0);
  return {
    wanted: sum('wanted'),
    fired: sum('fired'),
    ordered: sum('ordered'),
    inOrder: sum('inOrder'),
    args: sum('args'),
    sameKind: sum('sameKind'),
  };
}

/** The three shares in per cent: what is not there is no fault of its order or kinds. */
export function sharesOf({ wanted: expectedCount, fired, ordered, inOrder, args, sameKind }: TraceScore): {
  fired: number;
  inOrder: number;
  kinds: number;
} {
  const share = (part: number, of: number): number => (of === 0 ? 100 : (100 * part) / of);
  return { fired: share(fired, expectedCount), inOrder: share(inOrder, ordered), kinds: share(sameKind, args) };
}

/** The longest rising part of different numbers. */
export function longestRising(numbers: readonly number[]): number[] {
  // Of the rising parts of each length, the one that ends with the smallest number.
  const parts: number[][] = [];
  for (const number of numbers) {
    const at = parts.findIndex((part) => (part.at(-1) ?? 0) >= number);
    const longer = [...(parts[(at === -1 ? parts.length : at) - 1] ?? []), number];
    parts[at === -1 ? parts.length : at] = longer;
  }
  return parts.at(-1) ?? [];
}
