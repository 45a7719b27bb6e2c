import { authSecret } from '../../core/auth/nonces.js';
import { createOptions } from '../../core/options/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate, openDatabase } from '../../core/db/index.js';
import type { OptionsApi } from '../../core/api/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { createObjectCache } from '../../core/cache/index';

describe.each(allEngines)('option added by several processes simultaneously on %s', (engine) => {
  let scratch: ScratchDatabase;
  const opened: { destroy(): Promise<void> }[] = [];

  const node = (): OptionsApi => {
    const db = openDatabase({ file: scratch.file, ...(scratch.url ? { url: scratch.url } : {}) });
    opened.push(db);
    const hooks = createHooks();
    return createOptions({
      db,
      hooks,
      formatting: createFormatting({ hooks, homeUrl: 'http://plinth.test', shortcodeTags: () => [] }),
      cache: createObjectCache(),
    });
  };

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(async () => {
    for (const db of opened) await db.destroy();
    await scratch.drop();
  });

  it('is added once, with the same secret read by all', async () => {
    const nodes = Array.from({ length: 6 }, node);
    const secrets = await Promise.all(nodes.map((options) => authSecret(options)));
    expect(secrets[0]).toMatch(/^[0-9a-f]{96}$/);
    expect(new Set(secrets)).toEqual(new Set([secrets[0]]));
    const added = await Promise.all(nodes.map((options, n) => options.addOption('first_come', n + 1)));
    expect(added.filter(Boolean)).toHaveLength(1);
  });
});
