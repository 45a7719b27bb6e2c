import { allEngines } from '../kit/databases.js';
import { seeded } from '../kit/seeded.js';
import { type Connection, connectToEach, WITNESS } from './connections.js';
import { openSiteSandbox, type SiteSandbox, type SiteProcess, startSite } from './site-process.js';

/** Writes data on request and can undo it; reads all data from caches and directly from the database. */
const PROBE = `
const POST = { post_type: 'post', post_status: 'publish' };
module.exports = { async boot(scope) {
  const db = scope.db;
  await db.createTable('probe_words', (table) => { table.increments('id'); table.string('word', 60); });
  scope.cache.trackTables('probe', ['probe_words']);
  const writes = {
    async post(n) { const [one] = await db()('posts').where(POST).orderBy('id').pluck('id'); if (one && n % 3) await scope.wpUpdatePost({ id: one, post_title: 'Title ' + n }); else await scope.wpInsertPost({ ...POST, post_title: 'New ' + n, post_content: 'x' }); },
    async meta(n) { const [one] = await db()('posts').where(POST).orderBy('id').pluck('id'); if (one) await scope.updatePostMeta(one, 'probe', 'meta ' + n); },
    option: (n) => scope.updateOption('blogdescription', 'Said ' + n),
    user: (n) => scope.wpUpdateUser({ id: 1, display_name: 'Name ' + n }),
    word: (n) => db()('probe_words').insert({ word: 'word ' + n }),
    raw: (n) => db()('posts').where(POST).update({ post_excerpt: 'raw ' + n }),
  };
  const words = () => db()('probe_words').orderBy('id').pluck('word');
  const route = (path, methods, callback) => scope.registerRestRoute('probe/v1', path, { methods, permissionCallback: () => true, callback });
  route('/write', 'POST', async (request) => {
    const { what, n, undo } = request.getJsonParams();
    await db.transaction(async () => {
      await writes[what](n);
      if (undo) throw new Error('undone');
    }).catch((error) => { if (error.message !== 'undone') throw error; });
    return process.pid;
  });
  route('/read', 'GET', async () => {
    const ids = await db()('posts').where(POST).orderBy('id').pluck('id');
    let cached = scope.wpCacheGet('words', 'probe');
    if (cached === false) scope.wpCacheSet('words', cached = await words(), 'probe');
    const cached = {
      titles: await Promise.all(ids.map(async (id) => { const post = await scope.getPost(id); return [post.post_title, post.post_excerpt]; })),
      list: (await scope.getPosts({ ...POST, numberposts: -1, orderby: 'ID', order: 'ASC' })).map((post) => post.post_title),
      meta: await Promise.all(ids.map((id) => scope.getPostMeta(id, 'probe', true))),
      option: await scope.getOption('blogdescription'),
      user: (await scope.getUserdata(1)).display_name,
      words: await scope.cache.get('probe:words', words),
      cached,
    };
    const rows = await db()('posts').whereIn('id', ids).orderBy('id');
    const metas = await db()('postmeta').where({ meta_key: 'probe' });
    const plain = {
      titles: rows.map((row) => [row.post_title, row.post_excerpt]),
      list: rows.map((row) => row.post_title),
      meta: ids.map((id) => (metas.find((row) => row.post_id === id) || { meta_value: '' }).meta_value),
      option: (await db()('options').where({ name: 'blogdescription' }).first()).value,
      user: (await db()('users').where({ id: 1 }).first()).display_name,
      words: await words(),
      cached: await words(),
    };
    return { cached, plain };
  });
  scope.addShortcode('probe_words', async () => (await words()).join());
} };`;

describe.each(allEngines)('memory caches of two processes on %s', (engine) => {
  let environment: SiteSandbox;
  let site: SiteProcess;
  let lines: Connection[] = [];

  beforeAll(async () => {
    environment = await openSiteSandbox(engine, { WORKERS: '2', DEMO: '0' });
    environment.addPlugin('witness', WITNESS);
    environment.addPlugin('probe', PROBE);
    site = await startSite(environment.settings);
    await environment.inSite(({ options }) =>
      options
        .getOption<string[]>('active_plugins', [])
        .then((active) => options.updateOption('active_plugins', [...active, 'witness', 'probe'])),
    );
    lines = [...(await connectToEach(site.port, 2)).values()];
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    site.child.kill('SIGKILL');
    await site.exited;
    await environment.drop();
  });

  it('match the database after random writes and rollbacks', async () => {
    const { pick, chance } = seeded('two processes');
    const kinds = ['post', 'meta', 'option', 'user', 'word', 'raw'];
    for (let n = 1; n <= 150; n++) {
      if (chance(60)) {
        const { status, text } = await pick(lines).send('/wp-json/probe/v1/write', {
          json: { what: pick(kinds), n, undo: chance(25) },
        });
        expect([n, status, status === 200 ? '' : text]).toEqual([n, 200, '']);
      }
      for (const line of chance(50) ? lines : [pick(lines)]) {
        const { status, text } = await line.send('/wp-json/probe/v1/read');
        expect([n, status]).toEqual([n, 200]);
        const { cached, plain } = JSON.parse(text) as { cached: object; plain: object };
        expect([n, cached]).toEqual([n, plain]);
      }
    }
  });
});
