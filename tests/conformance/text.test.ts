import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBlocksCase } from './areas/blocks.js';
import { runFormattingCase } from './areas/formatting.js';
import { runShortcodesCase } from './areas/shortcodes.js';
import type { CallInput } from './areas/site-free.js';

interface Case {
  id: string;
  input: CallInput;
  expected: unknown;
}

/** One form for comparison: maps with sorted keys, and an empty map as an empty list. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, one]) => [key, canonical(one)]));
}

const AREAS: [area: string, run: (input: CallInput) => Promise<unknown>, least: number][] = [
  ['formatting', runFormattingCase, 511],
  ['shortcodes', runShortcodesCase, 226],
  ['blocks', runBlocksCase, 206],
];

describe('Text behaves as recorded from WordPress', () => {
  test.each(AREAS)('%s', async (area, run, least) => {
    const cases = JSON.parse(readFileSync(join(__dirname, 'vectors', `${area}.json`), 'utf8')) as Case[];
    const failed: string[] = [];
    for (const { id, input, expected } of cases) {
      let got: unknown;
      try {
        got = await run(input);
      } catch (error) {
        got = { threw: String(error) };
      }
      const [want, have] = [canonical(expected), canonical(got)].map((value) => JSON.stringify(value));
      if (want !== have) failed.push(`${id}\n    want ${want ?? ''}\n    have ${have ?? ''}`);
    }
    if (failed.length > 0) console.log(`${area}: ${cases.length - failed.length} of ${cases.length}\n${failed.join('\n')}`);
    expect(cases.length - failed.length).toBeGreaterThanOrEqual(least);
  });
});
