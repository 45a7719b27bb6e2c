import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN, openSiteSandbox, install, startSite, until } from '../chaos/site-process.js';
import { openDatabase } from '../../core/db/index.js';
import { defaultEngines } from '../kit/databases.js';
import { untilTrue } from '../kit/until-true.js';
import { visitor } from '../kit/visitor.js';
import { img } from '../media/sample-images.js';
import { OLD, oldSite } from './old-site.js';

const POSTS = 400;

describe.each(defaultEngines)('import whose process is killed on %s', (engine) => {
  it('resumes in the next process without duplicate or partial items', async () => {
    // Without the watchdog, which would restart the process immediately.
    const sandbox = await openSiteSandbox(engine, { WATCHDOG_SECONDS: '0' });
    const db = openDatabase({
      ...(sandbox.databaseUrl ? { url: sandbox.databaseUrl } : {}),
      file: join(sandbox.dataDir, 'site.sqlite'),
    });
    let site: Awaited<ReturnType<typeof startSite>> | undefined;
    try {
      await install(sandbox, []);
      const uploads = join(sandbox.dataDir, 'import', 'uploads', '2023', '07');
      mkdirSync(uploads, { recursive: true });
      writeFileSync(join(uploads, 'alm-hütte.png'), await img(900, 600));
      writeFileSync(join(sandbox.dataDir, 'import', 'old.xml'), oldSite(POSTS));
      site = await startSite(sandbox.settings);
      const admin = visitor(site.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      await admin.get('/wp-admin/import.php');
      const response = await admin.submitForm({ waiting: 'old.xml' });
      await admin.get(response.location);
      expect((await admin.submitForm({ media: 'uploads', do: 'start' })).status).toBe(303);

      const entries = async (): Promise<number> =>
        Number(((await db()('import_entries').count({ n: '*' })) as unknown as { n: number | string }[])[0]?.n ?? 0);
      let kills = 0;
      for (const min of [40, 150, 300]) {
        await until(`${min} entries are in`, async () => (await entries()) >= min, 60_000);
        if ((await db()('imports').first<{ state: string }>('state')).state !== 'running') break;
        site.child.kill('SIGKILL');
        await site.exited;
        kills += 1;
        // Simulates the expiry of the killed process's locks.
        await db()('jobs').where({ state: 'running' }).update({ locked_until: '2020-01-01 00:00:00' });
        await db()('locks').update({ expires_at: 0 });
        site = await startSite(sandbox.settings);
        await fetch(`${site.url}/wp-cron.php`);
      }
      expect(kills).toBeGreaterThan(0);
      await untilTrue(async () => (await db()('imports').first<{ state: string }>('state')).state === 'done', 120_000);

      const posts = await db()('posts').where('guid', 'like', `${OLD}%`).select<
        {
          id: number;
          guid: string;
          post_content: string;
        }[]
      >('id', 'guid', 'post_content');
      expect(new Set(posts.map(({ guid }) => guid)).size).toBe(posts.length);
      const imported = posts.filter(({ guid }) => /\?p=1\d{3}$/.test(guid));
      expect(imported).toHaveLength(POSTS);
      // URLs in texts are replaced; terms and comments are not duplicated.
      expect(posts.filter(({ post_content: text }) => text.includes('alt.example'))).toEqual([]);
      const first = imported.find(({ guid }) => guid.endsWith('?p=1000'));
      expect(await db()('comments').where({ comment_post_id: first?.id ?? 0 })).toHaveLength(3);
      const filed = (await db()('term_relationships')
        .whereIn(
          'object_id',
          imported.map(({ id }) => id),
        )
        .groupBy('object_id')
        .select('object_id')
        .count({ n: '*' })) as unknown as { n: number | string }[];
      expect([filed.length, new Set(filed.map(({ n }) => Number(n)))]).toEqual([POSTS, new Set([2])]);
      expect(await db()('posts').where({ post_type: 'attachment' }).whereNot({ guid: '' })).toHaveLength(1);
    } finally {
      site?.child.kill('SIGKILL');
      await site?.exited;
      await db.destroy();
      await sandbox.drop();
    }
  });
});
