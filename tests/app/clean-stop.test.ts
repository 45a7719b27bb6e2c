import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bootSite, type TestSite } from '../kit/site.js';

describe('shutdown of a site on SQLite', () => {
  let test: TestSite;
  beforeEach(async () => {
    test = await bootSite({ shop: true });
  });
  afterEach(() => test.close());

  it('leaves an empty write-ahead log, even if a query arrives after closing', async () => {
    const { site } = test;
    await test.inContext(() => site.options.updateOption('blogdescription', 'stored at the last moment'));
    expect((await fetch(`${test.url}/`)).status).toBe(200);
    await site.close();
    await Promise.resolve(site.db.versionReader.read()).catch(() => undefined);
    const journal = join(site.config.dataDir, 'site.sqlite-wal');
    expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0);
  });
});
