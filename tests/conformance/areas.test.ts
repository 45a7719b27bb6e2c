import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, type RecordedCase, runArea } from './area.js';
import onPurpose from './differences.json';

/** How many cases of each area are known to behave as recorded; the number only goes up. */
const REACHED: readonly [area: string, least: number][] = [
  ['hooks', 88],
  ['formatting', 511],
  ['shortcodes', 226],
  ['blocks', 332],
  ['rest', 706],
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

describe('the host behaves as recorded from WordPress', () => {
  it.each(REACHED)(
    '%s: at least %i cases',
    async (area, least) => {
      const cases = recorded(join(__dirname, 'vectors', `${area}.json`));
      const { passed, total, details } = await runArea(area, cases);
      if (passed < least) console.log(`${area}: ${passed} of ${total}\n${[...details].map(([id, lines]) => `${id}\n    ${lines.join('\n    ')}`).join('\n')}`);
      expect(passed).toBeGreaterThanOrEqual(least);
    },
    120_000,
  );
});

/** The shares in per cent of all hooks of the recorded requests; order and kinds are those of the hooks that fire. */
const HEARD: Readonly<Record<string, number>> = { fired: 92, 'in order': 97, kinds: 99 };

describe('the host fires the hooks that WordPress was heard firing', () => {
  it('as many of them as are known to fire, in their order, with arguments of their kinds', async () => {
    const { measured, details } = await runArea('trace', recorded(join(__dirname, 'vectors', 'trace.json')));
    expect([...details.values()].flat().filter((line) => line.startsWith('threw'))).toEqual([]);
    const tooFew = Object.entries(HEARD).filter(([what, least]) => !((measured?.shares[what] ?? 0) >= least));
    expect(tooFew).toEqual([]);
  }, 120_000);
});

describe('the host behaves as our own recordings of WordPress say', () => {
  it.each(Object.keys(AREAS).filter((area) => existsSync(join(__dirname, 'own', `${area}.json`))))(
    '%s: every case, but for the differences on purpose',
    async (area) => {
      const { failed, details } = await runArea(area, recorded(join(__dirname, 'own', `${area}.json`)));
      const unknown = failed.filter((id) => !(id in ((onPurpose as Record<string, Record<string, string>>)[area] ?? {})));
      expect(unknown.map((id) => `${id}: ${details.get(id)?.join(' ') ?? ''}`)).toEqual([]);
    },
    120_000,
  );
});

function recorded(file: string): RecordedCase[] {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedCase[];
}
