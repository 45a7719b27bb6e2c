import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { untilTrue } from '../kit/until-true.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { OLD, oldSite } from './old-site.js';

const SCREEN = '/wp-admin/import.php';

describe.each(defaultEngines)('Tools → Import screen on %s', (engine) => {
  let test: TestSite;
  let admin: Visitor;
  const placeFile = (name: string, text: string): void => {
    mkdirSync(test.site.imports.folder, { recursive: true });
    writeFileSync(join(test.site.imports.folder, name), text);
  };
  beforeAll(async () => {
    test = await bootSite({ engine });
    admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test?.close());

  it('appears under Tools and requires the capability to import', async () => {
    expect((await admin.get('/wp-admin/site-health.php')).html).toMatch(/href="[^"]*\/wp-admin\/import\.php"/);
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'editor',
        user_pass: 'a long editor password',
        user_email: 'e@x.example',
        role: 'editor',
      }),
    );
    const editor = visitor(test.url);
    await editor.logIn('editor', 'a long editor password');
    expect([(await editor.get(SCREEN)).status, (await editor.get('/wp-admin/export.php')).status]).toEqual([403, 403]);
  });

  it('rejects an invalid file with a reason and stores nothing', async () => {
    placeFile('none.xml', '<html></html>');
    await admin.get(SCREEN);
    const response = await admin.submitForm({ waiting: 'none.xml' });
    expect([response.status, response.html]).toEqual([
      400,
      expect.stringContaining('This is not a WordPress export file. In WordPress, open Tools'),
    ]);
    await admin.get(SCREEN);
    expect((await admin.submitForm({ waiting: '' })).html).toContain('Choose a WordPress export file.');
    expect(await test.site.imports.list()).toEqual([]);
  });

  it('previews, asks for mappings, imports in the background and reports', async () => {
    placeFile('old.xml', oldSite(5));
    await admin.get(SCREEN);
    const inspected = await admin.submitForm({ waiting: 'old.xml' });
    expect(inspected.status).toBe(303);
    const page = await admin.get(inspected.location);
    expect(page.html).toContain('1 item can’t be read and will be skipped.');
    expect(page.html).toMatch(/Kaputt<\/strong> – Line \d+/);
    expect(page.html).toContain('The file contains products, which can’t be imported here.');
    expect(page.html).toMatch(/Jürgen Müller.*jürgen, 1\d items/s);
    expect(
      (
        await test.site
          .db()('posts')
          .where({ guid: `${OLD}/?p=60` })
      ).length,
    ).toBe(0);
    const kind = /<label for="(kind-\d+)">rezept/.exec(page.html)?.[1] ?? '';
    const started = await admin.submitForm({
      'author-0': 'create',
      'author-1': '1',
      [kind]: 'page',
      media: 'skip',
      do: 'start',
    });
    expect(started.status).toBe(303);
    await untilTrue(async () => (await test.site.imports.get(1))?.state === 'done');
    const report = await admin.get(started.location);
    expect(report.html).toContain('Import complete.');
    expect(report.html).toMatch(/Käse.*as CSV in the old shop/s);
    expect(
      await test.site
        .db()('posts')
        .where({ guid: `${OLD}/?p=81` })
        .first(),
    ).toMatchObject({ post_type: 'page' });
    const csv = await admin.get(
      `/wp-admin/${/href="(import\.php[^"]*csv[^"]*)"/.exec(report.html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=') ?? ''}`,
    );
    expect(csv.html).toMatch(/^\ufeff?source,kind,title,outcome,target_id,note\n/);
    expect(csv.html).toMatch(/post:1000,post,Eintrag 1000,created,\d+,/);
    expect((await admin.get(`${SCREEN}?import=1&report=csv`)).status).toBe(403);
  });

  it('refuses an unknown account and keeps the pending import', async () => {
    await admin.get(SCREEN);
    const inspected = await admin.submitForm({ waiting: 'old.xml' });
    await admin.get(inspected.location);
    const response = await admin.submitForm({ 'author-0': '4711', media: 'skip', do: 'start' });
    expect([response.status, response.html]).toEqual([400, expect.stringContaining('Choose again.')]);
    expect((await test.site.imports.get(2))?.state).toBe('checked');
  });

  it('stops and resumes a running import from its page', async () => {
    placeFile('long.xml', oldSite(120).replaceAll('alt.example', 'lang.example').replaceAll('2024-', '2023-'));
    await admin.get(SCREEN);
    const inspected = await admin.submitForm({ waiting: 'long.xml' });
    await admin.get(inspected.location);
    const page = visitor(test.url);
    await page.logIn(ADMIN.login, ADMIN.password);
    let pressed: Promise<{ status: number; html: string }> | undefined;
    // Sent during the import: the transaction of an item locks out other writes.
    const undo = test.site.hooks.addAction('wp_import_insert_post', () => {
      pressed ??= page.get(inspected.location).then(async ({ html }) => {
        expect(html).toContain('>Stop</button>');
        return page.submitForm({ do: 'stop' });
      });
    });
    const started = await admin.submitForm({ media: 'skip', do: 'start' });
    await untilTrue(
      async () =>
        (await pressed) !== undefined &&
        (await test.site.db()('jobs').where({ queue: 'plinth/import' }).whereIn('state', ['waiting', 'running']))
          .length === 0,
    );
    undo();
    expect((await pressed)?.status).toBe(303);
    const stoppedPage = await admin.get(started.location);
    expect(stoppedPage.html).toMatch(/Import stopped at \d+ of \d+\. Imported content is kept\./);
    expect((await admin.get(SCREEN)).html).toContain('>Stopped</span>');
    await admin.get(started.location);
    expect((await admin.submitForm({ do: 'resume' })).status).toBe(303);
    await untilTrue(async () => (await admin.get(started.location)).html.includes('Import complete.'), 120_000);
    expect(await test.site.db()('posts').where('guid', 'like', '%lang.example%?p=1___')).toHaveLength(120);
  });
});
