import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bootSite, type TestSite } from '../kit/site.js';

describe('a site on SQLite that is stopped', () => {
  let test: TestSite;
  beforeEach(async () => {
    test = await bootSite({ shop: true });
  });
  afterEach(() => test.close());

  it('leaves everything in its file, also when something still asks what was written', async () => {
    const { site } = test;
    await test.inContext(() => site.options.updateOption('blogdescription', 'stored at the last moment'));
    expect((await fetch(`${test.url}/`)).status).toBe(200);
    await site.close();
    await Promise.resolve(site.db.counters.read()).catch(() => undefined);
    const journal = join(site.config.dataDir, 'site.sqlite-wal');
    expect(existsSync(journal) ? statSync(journal).size : 0).toBe(0);
  });
});
