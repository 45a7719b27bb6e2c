import type { RecordedCase, RunningArea } from '../../area.js';
import { type TracedSite, startTracedSite } from './trace.js';
import type { TraceCase } from './trace-case.js';
import { firedNames } from './fired-order.js';
import { DOCUMENTED_REQUESTS } from './reported-orders.js';
import { fillAll } from './trace-names.js';
import { addScores, evaluateTrace, sharesOf, type TraceScore } from './trace-score.js';
import { assertDefined } from '../../../kit/assert-defined.js';

/** Minimum percentages for a case to pass. */
const MIN = { fired: 90, 'in order': 95, kinds: 95 } as const;
/** The case that contains the hooks fired at startup. */
const START = 'start';

/** Compares which hooks fire for which request. */
export async function startTraceArea(recorded: readonly RecordedCase[]): Promise<RunningArea> {
  // Some hooks are named after the plugin's file, which has a different name here.
  const cases = (recorded as readonly (RecordedCase & TraceCase)[]).map((testCase) => ({
    ...testCase,
    expected: fillAll(testCase.expected, new Map()),
  }));
  const expectedOf = new Map(cases.map(({ id, expected }) => [id, expected]));
  const site: TracedSite = await startTracedSite(
    new Set([...cases.flatMap(({ expected }) => expected.map(({ hook }) => hook)), ...firedNames()]),
  );
  const scores: TraceScore[] = [];
  const missingCounts = new Map<string, number>();
  const orderByCase: Record<string, readonly string[]> = { [START]: [...site.atStart.keys()] };
  return {
    async run(recordedCase) {
      const testCase = recordedCase as RecordedCase & TraceCase;
      const { fired, status } =
        testCase.id === START ? { fired: site.atStart, status: testCase.status } : await site.record(testCase);
      if (testCase.id in DOCUMENTED_REQUESTS) orderByCase[testCase.id] = [...fired.keys()];
      const { score, missing, outOfPlace, otherKinds } = evaluateTrace(
        expectedOf.get(testCase.id) ?? testCase.expected,
        fired,
        site.atStart,
      );
      scores.push(score);
      for (const hook of missing) missingCounts.set(hook, (missingCounts.get(hook) ?? 0) + 1);
      const percentages = named(score);
      if (Object.entries(MIN).every(([measure, min]) => assertDefined(percentages[measure]) >= min)) return [];
      const statusProblems = status === testCase.status ? [] : [`status: want ${testCase.status}, have ${status}`];
      return [
        ...statusProblems,
        Object.entries(percentages)
          .map(([measure, share]) => `${measure} ${share.toFixed(1)} %`)
          .join('; '),
        `missing: ${missing.join(' ')}`,
        `out of place: ${outOfPlace.join(', ')}`,
        ...otherKinds,
      ];
    },
    close: site.close,
    measured: () => ({
      shares: named(addScores(scores)),
      missing: Object.fromEntries([...missingCounts].sort((a, b) => b[1] - a[1])),
      fired: orderByCase,
    }),
  };
}

function named(score: TraceScore): Record<string, number> {
  const { fired, inOrder, kinds } = sharesOf(score);
  return { fired, 'in order': inOrder, kinds };
}
