import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RecordedCase, runArea } from './area.js';

/** How many cases of each area are known to behave as recorded; the number only goes up. */
const REACHED: readonly [area: string, least: number][] = [
  ['hooks', 88],
  ['formatting', 511],
  ['shortcodes', 226],
  ['blocks', 206],
  ['rest', 460],
  ['rest-core', 151],
  ['caps', 215],
  ['options', 115],
  ['query', 182],
  ['permalinks', 160],
  ['plugins', 18],
  ['cron', 40],
];

describe('the host behaves as recorded from WordPress', () => {
  it.each(REACHED)(
    '%s: at least %i cases',
    async (area, least) => {
      const cases = JSON.parse(readFileSync(join(__dirname, 'vectors', `${area}.json`), 'utf8')) as RecordedCase[];
      const { passed, total, details } = await runArea(area, cases);
      if (passed < least) console.log(`${area}: ${passed} of ${total}\n${[...details].map(([id, lines]) => `${id}\n    ${lines.join('\n    ')}`).join('\n')}`);
      expect(passed).toBeGreaterThanOrEqual(least);
    },
    120_000,
  );
});
