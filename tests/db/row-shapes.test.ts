import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { askingTheEngine } from '../kit/ask-engine.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { present } from '../kit/present.js';

/** Whether the engine has one description for two objects, which says what they hold where. */
const haveOneShape = askingTheEngine('(one, other) => %HaveSameMap(one, other) && %HasFastProperties(one)');

describe.each(allEngines)('rows of many columns on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
    const post = {
      post_author: 1,
      post_content: '',
      post_title: 'A',
      post_excerpt: '',
      post_name: 'a',
      post_type: 'page',
      post_status: 'publish',
      comment_status: 'closed',
      ping_status: 'closed',
    };
    await scratch
      .db()('posts')
      .insert([post, { ...post, post_name: 'b' }]);
  });
  afterAll(() => scratch.drop());

  it('shares one object shape among rows for fast reading and copying', async () => {
    const rows = (await scratch.db()('posts').select('*')) as object[];
    expect(rows).toHaveLength(2);
    expect(Object.keys(present(rows[0])).length).toBeGreaterThan(12);
    expect(haveOneShape(present(rows[0]), present(rows[1]))).toBe(true);
  });
});
