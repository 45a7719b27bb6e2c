import type { RecordedCase, RunningArea } from '../../area.js';
import { type TracedSite, startTracedSite } from './trace.js';
import type { TraceCase } from './trace-case.js';
import { firedNames } from './fired-order.js';
import { TOLD } from './told-orders.js';
import { fillAll } from './trace-names.js';
import { addScores, judgeTrace, sharesOf, type TraceScore } from './trace-score.js';
import { present } from '../../../kit/present.js';

/** The shares in per cent that a case has to reach. */
const MIN = { fired: 90, 'in order': 95, kinds: 95 } as const;
/** The case that holds what fires while a site starts. */
const START = 'start';

/** Which hooks fire for which request. */
export async function startTraceArea(recorded: readonly RecordedCase[]): Promise<RunningArea> {
  // Hooks are named after the plugin's file, which is another here.
  const cases = (recorded as readonly (RecordedCase & TraceCase)[]).map((one) => ({
    ...one,
    expected: fillAll(one.expected, new Map()),
  }));
  const expectedOf = new Map(cases.map(({ id, expected }) => [id, expected]));
  const site: TracedSite = await startTracedSite(
    new Set([...cases.flatMap(({ expected }) => expected.map(({ hook }) => hook)), ...firedNames()]),
  );
  const scores: TraceScore[] = [];
  const wanted = new Map<string, number>();
  const told: Record<string, readonly string[]> = { [START]: [...site.atStart.keys()] };
  return {
    async run(given) {
      const one = given as RecordedCase & TraceCase;
      const { heard, status } = one.id === START ? { heard: site.atStart, status: one.status } : await site.hear(one);
      if (one.id in TOLD) told[one.id] = [...heard.keys()];
      const { score, missing, outOfPlace, otherKinds } = judgeTrace(
        expectedOf.get(one.id) ?? one.expected,
        heard,
        site.atStart,
      );
      scores.push(score);
      for (const hook of missing) wanted.set(hook, (wanted.get(hook) ?? 0) + 1);
      const shares = named(score);
      if (Object.entries(MIN).every(([what, min]) => present(shares[what]) >= min)) return [];
      const answered = status === one.status ? [] : [`status: want ${one.status}, have ${status}`];
      return [
        ...answered,
        Object.entries(shares)
          .map(([what, share]) => `${what} ${share.toFixed(1)} %`)
          .join('; '),
        `missing: ${missing.join(' ')}`,
        `out of place: ${outOfPlace.join(', ')}`,
        ...otherKinds,
      ];
    },
    close: site.close,
    measured: () => ({
      shares: named(addScores(scores)),
      missing: Object.fromEntries([...wanted].sort((a, b) => b[1] - a[1])),
      heard: told,
    }),
  };
}

function named(score: TraceScore): Record<string, number> {
  const { fired, inOrder, kinds } = sharesOf(score);
  return { fired, 'in order': inOrder, kinds };
}
