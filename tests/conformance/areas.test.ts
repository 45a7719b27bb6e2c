import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordedOrders } from '../../core/cli/hook-order.js';
import { AREAS, type AreaResult, type RecordedCase, runArea } from './area.js';
import { firedOrder } from './areas/trace/fired-order.js';
import { DOCUMENTED_REQUESTS } from './areas/trace/reported-orders.js';
import { longestRising } from './areas/trace/trace-score.js';
import onPurpose from './differences.json';

/** Number of cases per area that match the recording; all other cases are deliberate differences. */
const MIN_CASES: readonly [area: string, least: number][] = [
  ['hooks', 88],
  ['formatting', 511],
  ['shortcodes', 226],
  ['blocks', 332],
  ['rest', 705],
  ['rest-core', 209],
  ['caps', 215],
  ['options', 177],
  ['query', 307],
  ['permalinks', 276],
  ['plugins', 33],
  ['cron', 58],
  ['media', 117],
  ['comments', 155],
  ['site', 78],
];

describe('conformance with recordings of WordPress', () => {
  it.each(MIN_CASES)(
    '%s: passes at least %i cases',
    async (area, min) => {
      const cases = recorded(join(__dirname, 'vectors', `${area}.json`));
      const { passed, total, details } = await runArea(area, cases);
      if (passed < min)
        console.log(
          `${area}: ${passed} of ${total}\n${[...details].map(([id, lines]) => `${id}\n    ${lines.join('\n    ')}`).join('\n')}`,
        );
      expect(passed).toBeGreaterThanOrEqual(min);
    },
    120_000,
  );
});

/** Minimum percentages over the hooks of all recorded requests; order and types refer to the hooks that fired. */
const MIN_SHARES: Readonly<Record<string, number>> = { fired: 92, 'in order': 97, kinds: 99 };

/** Minimum percentage of a request's hooks in the documented order; hooks of parallel operations can fire in either order. */
const IN_TOLD_ORDER = 97;

describe('hooks fired compared with WordPress', () => {
  let traced: AreaResult;
  beforeAll(async () => {
    traced = await runArea('trace', recorded(join(__dirname, 'vectors', 'trace.json')));
  }, 120_000);

  it('matches the recorded share, order and argument types', () => {
    expect([...traced.details.values()].flat().filter((line) => line.startsWith('threw'))).toEqual([]);
    const tooFew = Object.entries(MIN_SHARES).filter(([area, min]) => !((traced.measured?.shares[area] ?? 0) >= min));
    expect(tooFew).toEqual([]);
  });

  it('matches the order that `hook list --fired --order` shows', () => {
    const firedHooks = traced.measured?.fired ?? {};
    if (process.env.UPDATE_DOCS === '1')
      return writeFileSync(join(__dirname, '../../core/cli/fired-order.ts'), firedOrder(firedHooks));
    const documentedOrders = recordedOrders();
    expect([...documentedOrders.keys()]).toEqual(Object.values(DOCUMENTED_REQUESTS));
    const misplaced = Object.entries(DOCUMENTED_REQUESTS).flatMap(([id, request]) => {
      const [names, now] = [documentedOrders.get(request) ?? [], firedHooks[id] ?? []];
      const inOrder = longestRising(names.map((name) => now.indexOf(name)).filter((index) => index !== -1)).length;
      return 100 * inOrder >= IN_TOLD_ORDER * Math.max(names.length, now.length)
        ? []
        : [`${request}: ${inOrder} of ${now.length}; told ${names.length}`];
    });
    expect(misplaced).toEqual([]);
  });
});

describe('conformance with our own recordings of WordPress', () => {
  it.each(Object.keys(AREAS).filter((area) => existsSync(join(__dirname, 'own', `${area}.json`))))(
    '%s: passes every case except deliberate differences',
    async (area) => {
      const { failed, details } = await runArea(area, recorded(join(__dirname, 'own', `${area}.json`)));
      const unknown = failed.filter(
        (id) => !(id in ((onPurpose as Record<string, Record<string, string>>)[area] ?? {})),
      );
      expect(unknown.map((id) => `${id}: ${details.get(id)?.join(' ') ?? ''}`)).toEqual([]);
    },
    120_000,
  );
});

function recorded(file: string): RecordedCase[] {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedCase[];
}
