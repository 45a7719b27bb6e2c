import type { FiredHooks } from './hook-recorder.js';
import type { RecordedHook } from './trace-case.js';
import { kindRecorded } from './value-kind.js';

/** Comparison of a recorded trace with the hooks that fired; pairs of numbers are ratios. */
export interface TraceScore {
  readonly expectedCount: number;
  readonly fired: number;
  /** Number of fired hooks whose order is compared. */
  readonly ordered: number;
  /** Length of the longest subsequence of these in the recorded order. */
  readonly inOrder: number;
  /** Number of arguments of the hooks that fired. */
  readonly args: number;
  /** Number of arguments with the recorded type. */
  readonly sameKind: number;
}

export interface EvaluatedTrace {
  readonly score: TraceScore;
  readonly missing: readonly string[];
  /** Hooks outside the longest subsequence in the recorded order, each with the hook that fired before it. */
  readonly outOfPlace: readonly string[];
  /** Hooks that fired with different argument types, with both types. */
  readonly otherKinds: readonly string[];
}

/** @param before hooks fired at startup, for hooks that fire once per process */
export function evaluateTrace(
  expected: readonly RecordedHook[],
  firedHooks: FiredHooks,
  before: FiredHooks,
): EvaluatedTrace {
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
    score: { expectedCount: expected.length, fired, ordered: order.length, inOrder: rising.size, args, sameKind },
    missing,
    outOfPlace,
    otherKinds,
  };
}

/** Adds up scores of several traces. */
export function addScores(scores: readonly TraceScore[]): TraceScore {
  const sum = (key: keyof TraceScore): number => scores.reduce((all, score) => all + score[key], 0);
  return {
    expectedCount: sum('expectedCount'),
    fired: sum('fired'),
    ordered: sum('ordered'),
    inOrder: sum('inOrder'),
    args: sum('args'),
    sameKind: sum('sameKind'),
  };
}

/** The three percentages; missing hooks do not count against order and types. */
export function sharesOf({ expectedCount, fired, ordered, inOrder, args, sameKind }: TraceScore): {
  fired: number;
  inOrder: number;
  kinds: number;
} {
  const share = (part: number, of: number): number => (of === 0 ? 100 : (100 * part) / of);
  return { fired: share(fired, expectedCount), inOrder: share(inOrder, ordered), kinds: share(sameKind, args) };
}

/** The longest increasing subsequence of distinct numbers. */
export function longestRising(numbers: readonly number[]): number[] {
  // For each length, the increasing subsequence with the smallest last number.
  const parts: number[][] = [];
  for (const number of numbers) {
    const index = parts.findIndex((part) => (part.at(-1) ?? 0) >= number);
    const longer = [...(parts[(index === -1 ? parts.length : index) - 1] ?? []), number];
    parts[index === -1 ? parts.length : index] = longer;
  }
  return parts.at(-1) ?? [];
}
