import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usesSiteFolder, markDataFolder } from '../../core/app/data-folder.js';
import { healthChecks } from '../../core/app/health-checks.js';
import type { Site } from '../../core/app/site.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe.each(allEngines)('data folder on %s', (engine) => {
  let test: TestSite;
  let other: string;
  beforeAll(async () => {
    test = await bootSite({ engine });
    other = mkdtempSync(join(tmpdir(), 'plinth-other-'));
  });
  afterAll(async () => {
    await test.close();
    rmSync(other, { recursive: true });
  });

  it('detects a node with a different data folder in log and site health', async () => {
    const errors: string[] = [];
    const node = (dataDir: string): Site => ({
      ...test.site,
      config: { ...test.site.config, dataDir },
      log: { ...test.site.log, error: (_fields: object, message: string) => void errors.push(message) } as Site['log'],
    });
    const first = node(test.site.config.dataDir);
    const second = node(other);
    for (const site of [first, first, second]) await test.inContext(() => markDataFolder(site));
    // A database inside the folder is a different one for each folder.
    const isNoticed = engine === 'mysql';
    expect(errors.map((line) => line.includes('a different data folder'))).toEqual(isNoticed ? [true] : []);
    expect([
      await test.inContext(() => usesSiteFolder(first)),
      await test.inContext(() => usesSiteFolder(second)),
    ]).toEqual([true, !isNoticed]);
    const health = await test.inContext(() => healthChecks(second));
    expect(health.find(({ id }) => id === 'data-folder')?.state).toBe(isNoticed ? 'critical' : 'good');
  });
});
