import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpCase } from './areas/http-case.js';
import type { HttpRunner } from './areas/http-runner.js';
import { startRestArea } from './areas/rest.js';
import { startRestCoreArea } from './areas/rest-core.js';

const AREAS: [area: string, start: () => Promise<HttpRunner>, least: number][] = [
  ['rest', startRestArea, 460],
  ['rest-core', () => startRestCoreArea(), 78],
];

describe('The REST API answers as recorded from WordPress', () => {
  test.each(AREAS)('%s', async (area, start, least) => {
    const cases = JSON.parse(readFileSync(join(__dirname, 'vectors', `${area}.json`), 'utf8')) as HttpCase[];
    const runner = await start();
    const failed: string[] = [];
    try {
      for (const one of cases) {
        const found = await runner.run(one);
        if (found.length > 0) failed.push(`${one.id}\n    ${found.join('\n    ')}`);
      }
    } finally {
      await runner.close();
    }
    if (failed.length > 0) console.log(`${area}: ${cases.length - failed.length} of ${cases.length}\n${failed.join('\n')}`);
    expect(cases.length - failed.length).toBeGreaterThanOrEqual(least);
  }, 120_000);
});
