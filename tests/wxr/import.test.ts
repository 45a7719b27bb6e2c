import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { untilTrue } from '../kit/until-true.js';
import { img } from '../media/sample-images.js';
import type { Choices } from '../../core/wxr/index.js';
import { dayOf, OLD, oldSite, IMAGE } from './old-site.js';

/** Dates of the other sites differ, since items with the title and date of an existing one are not imported. */
const YEARS = { anders: 2017, drittes: 2018, viertes: 2019, fuenftes: 2020, sechstes: 2021, siebtes: 2022 };
const siteNamed = (name: keyof typeof YEARS, posts: number): string =>
  oldSite(posts).replaceAll('alt.example', `${name}.example`).replaceAll('2024-', `${YEARS[name]}-`);

const CREATE: Choices = { authors: {}, otherAuthor: 'create', kinds: {}, skipsMedia: false };

describe.each(defaultEngines)('WordPress import on %s', (engine) => {
  let test: TestSite;
  let requestedUrls: string[] = [];
  const content = () => test.site.content;
  const imports = () => test.site.imports;

  async function inspect(text: string): Promise<number> {
    const file = join(test.site.config.dataDir, 'old.xml');
    writeFileSync(file, text);
    return test.inContext(() => imports().addFile(file, 'old.xml', 1));
  }
  const bring = async (text: string, choices = CREATE): Promise<number> => {
    const id = await inspect(text);
    await test.inContext(() => imports().run(id, choices, '', () => undefined));
    return id;
  };
  const byGuid = async (guid: string) =>
    (await test.site.db()('posts').where({ guid })) as {
      id: number;
      post_content: string;
      post_parent: number;
      post_author: number;
    }[];
  const post = async (id: number) => (await byGuid(`${OLD}/?p=${id}`))[0];

  beforeAll(async () => {
    test = await bootSite({ engine });
    const png = await img(900, 600);
    // Simulates the parts of the old site that still respond.
    test.site.hooks.addFilter(
      'pre_http_request',
      (_none: unknown, _args: unknown, url: string) => {
        requestedUrls.push(url);
        const bytes = decodeURI(url).endsWith('alm-hütte.png') ? png : Buffer.from('gone');
        return {
          headers: {},
          bytes,
          body: '',
          response: bytes === png ? { code: 200, message: 'OK' } : { code: 404, message: 'Not Found' },
          cookies: [],
        };
      },
      10,
      3,
    );
  });
  afterAll(() => test?.close());
  beforeEach(() => void (requestedUrls = []));

  it('previews the file without writing content or fetching files', async () => {
    const before = await test.site.db()('posts').count({ n: '*' });
    const record = await imports().get(await inspect(oldSite(6)));
    expect(record?.preview).toMatchObject({
      title: 'Bergstüberl',
      url: OLD,
      comments: 3,
      media: 2,
      problemCount: 1,
      problems: [{ about: 'Kaputt', reason: 'malformed' }],
    });
    expect(record?.preview.kinds).toEqual(
      expect.arrayContaining([
        { name: 'post', count: 9, known: true },
        { name: 'page', count: 3, known: true },
        { name: 'product', count: 1, known: false },
        { name: 'rezept', count: 1, known: false },
      ]),
    );
    expect(record?.preview.authors).toEqual([
      expect.objectContaining({ login: 'jürgen', email: 'juergen@alt.example' }),
      expect.objectContaining({ login: 'resi', items: 3 }),
    ]);
    expect(await test.site.db()('posts').count({ n: '*' })).toEqual(before);
    expect(requestedUrls).toEqual([]);
  });

  it('counts thousands of entries', async () => {
    const record = await imports().get(await inspect(oldSite(5000)));
    expect(record?.preview.kinds.find(({ name }) => name === 'post')?.count).toBe(5003);
    expect(record?.total).toBeGreaterThan(5000);
  });

  describe('complete import', () => {
    let id = 0;
    beforeAll(async () => void (id = await bring(oldSite(12))));

    it('imports texts, dates, order, passwords, status and author accounts', async () => {
      const first = await post(1001);
      expect(first).toMatchObject({
        post_title: 'Eintrag 1001',
        post_name: 'eintrag-1001',
        post_date: dayOf(1001),
        post_date_gmt: dayOf(1001),
        post_modified: '2024-12-24 18:00:00',
        post_status: 'publish',
        comment_status: 'open',
      });
      expect(first?.post_content).toContain('mit <b>Auszeichnung</b> und ]]> mitten drin.');
      expect(await post(70)).toMatchObject({ post_password: 'geheim' });
      expect(await test.site.options.getOption('sticky_posts', [])).toContain((await post(70))?.id);
      expect(await post(71)).toMatchObject({ post_status: 'draft', post_date_gmt: null });
      expect(await post(72)).toMatchObject({ post_status: 'private' });
      expect(await post(61)).toMatchObject({ menu_order: 3 });
      const resi = await test.site.users.getUserBy('email', 'resi@alt.example');
      expect(resi).toMatchObject({ display_name: 'Resi Öttl', roles: ['subscriber'] });
      expect((await post(60))?.post_author).toBe(resi && resi.id);
    });

    it('nests pages below parents that come later in the file', async () => {
      expect((await post(61))?.post_parent).toBe((await post(60))?.id);
      expect(await content().getPermalink((await post(61))?.id ?? 0)).toMatch(/\/ueber-uns\/team\/$/);
      expect(await content().getPermalink((await post(62))?.id ?? 0)).toMatch(/\/team\/$/);
    });

    it('assigns hierarchical terms and reads serialized PHP metadata', async () => {
      const [berge, almen] = [
        await content().getTermBy('slug', 'berge', 'category'),
        await content().getTermBy('slug', 'almen', 'category'),
      ];
      expect(almen).toMatchObject({ name: 'Almen', description: 'Alles über Almen', parent: berge && berge.term_id });
      expect(await test.site.meta.getTermMeta((almen && almen.term_id) || 0, 'farbe', true)).toEqual({ rand: 'rot' });
      const first = (await post(1000))?.id ?? 0;
      expect(await content().wpGetObjectTerms(first, 'category')).toEqual([expect.objectContaining({ slug: 'almen' })]);
      expect(await test.site.meta.getPostMeta(first, 'reihe', true)).toEqual({ nummer: 1, name: 'Größe' });
    });

    it('imports comments with their reply structure', async () => {
      const rows = (await test.site
        .db()('comments')
        .where({ comment_post_id: (await post(1000))?.id ?? 0 })
        .orderBy('comment_author')) as {
        comment_id: number;
        comment_author: string;
        comment_parent: number;
        user_id: number;
      }[];
      const [juergen, resi, xaver] = rows;
      expect(rows.map((row) => row.comment_author)).toEqual(['Jürgen', 'Resi', 'Xaver']);
      expect([resi?.comment_parent, xaver?.comment_parent, juergen?.comment_parent]).toEqual([
        0,
        resi?.comment_id,
        xaver?.comment_id,
      ]);
      const account = await test.site.users.getUserBy('email', 'juergen@alt.example');
      expect(juergen?.user_id).toBe(account && account.id);
      expect((await content().getPost((await post(1000))?.id ?? 0))?.comment_count).toBe(3);
    });

    it('stores files in their original month and rewrites links to them and to pages', async () => {
      const [file] = await byGuid(IMAGE);
      const url = await test.site.attachments.wpGetAttachmentUrl(file?.id ?? 0);
      expect(url).toMatch(/\/wp-content\/uploads\/2023\/07\/alm-h(?:ü|u|%C3%BC)[^/]*\.png$/);
      const first = await post(1000);
      expect(file?.post_parent).toBe(first?.id);
      const medium = ((await test.site.attachments.wpGetAttachmentMetadata(file?.id ?? 0)) || { sizes: {} }).sizes
        ?.medium;
      expect(medium).toMatchObject({ width: 300, height: 200 });
      expect(first?.post_content).toContain(`src="${String(url).replace(/[^/]*$/, '')}${medium?.file}"`);
      expect(first?.post_content).toContain(`<!-- wp:image {"id":${file?.id},"sizeSlug":"medium"} -->`);
      expect(first?.post_content).toContain(`class="wp-image-${file?.id}"`);
      expect(first?.post_content).toContain(
        `<a href="${await content().getPermalink((await post(1001))?.id ?? 0)}#unten">`,
      );
      expect((await post(1001))?.post_content).toContain(
        `[gallery ids="${file?.id}"] [caption id="attachment_${file?.id}"`,
      );
      expect((await post(60))?.post_content).toContain(`<a href="${test.url}/">Start</a>`);
      expect(await test.site.attachments.getPostThumbnailId(first?.id ?? 0)).toBe(file?.id);
      expect(await test.site.meta.getPostMeta(file?.id ?? 0, '_wp_attachment_image_alt', true)).toBe('Eine Hütte');
      const old = test.site.db()('posts').where('post_content', 'like', '%alt.example%');
      expect((await old.whereNot({ post_type: 'revision' })).length).toBe(0);
    });

    it('redirects old URLs to the new ones', async () => {
      expect(await test.site.redirects.find('/blog/2024/eintrag-1000/')).toBe(
        new URL((await content().getPermalink((await post(1000))?.id ?? 0)) || '').pathname,
      );
      const response = await fetch(`${test.url}/blog/ueber-uns/team/`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([
        301,
        expect.stringMatching(/\/ueber-uns\/team\/$/),
      ]);
    });

    it('imports navigation menus', async () => {
      const items = await content().wpGetNavMenuItems('hauptmenue');
      const menuItems = (items || []).map(({ title, type, url, menu_item_parent: parent }) => ({
        title,
        type,
        url,
        below: parent > 0,
      }));
      expect(menuItems).toEqual([
        { title: 'Über uns', type: 'post_type', url: expect.stringMatching(/\/ueber-uns\/$/), below: false },
        { title: 'Das Team', type: 'post_type', url: expect.stringMatching(/\/team\/$/), below: true },
        { title: 'Berge', type: 'taxonomy', url: expect.stringMatching(/\/berge\/$/), below: false },
        {
          title: 'Lesen',
          type: 'custom',
          url: await content().getPermalink((await post(1000))?.id ?? 0),
          below: false,
        },
      ]);
    });

    it('reports what was not imported and why', async () => {
      const entries = await imports().entries(id, { all: false, limit: 100 });
      const why = (title: string): string => entries.find((entry) => entry.title === title)?.note ?? '';
      expect(why('Kaputt')).toMatch(/^Line \d+: could not be read/);
      expect(why('Käse')).toContain('as CSV');
      expect(why('Knödel')).toBe('This type does not exist here.');
      expect(why('Weg')).toBe('The old site does not provide the file (404 Not Found).');
      expect(why('Privat')).toBe('Missing taxonomies: kueche');
      expect(entries.find(({ source }) => source === 'post:94')?.note).toBe('The linked content was not imported.');
      expect(await imports().get(id)).toMatchObject({ state: 'done', error: '' });
      expect(await imports().report(id)).toEqual(
        expect.arrayContaining([
          { kind: 'post', outcome: 'created', count: 14 },
          { kind: 'post', outcome: 'incomplete', count: 1 },
        ]),
      );
    });

    it('creates nothing when the same file is imported again', async () => {
      const counts = async () =>
        Promise.all(
          ['posts', 'terms', 'comments', 'users', 'postmeta', 'redirects'].map(
            async (table) => (await test.site.db()(table).count({ n: '*' }))[0],
          ),
        );
      const before = await counts();
      const secondId = await bring(oldSite(12));
      expect(await counts()).toEqual(before);
      expect((await imports().report(secondId)).filter(({ outcome }) => outcome === 'created')).toEqual([]);
    });
  });

  it('applies chosen authors, a mapped post type and skipped files', async () => {
    const text = siteNamed('anders', 2);
    const id = await bring(text, {
      authors: { resi: 1 },
      otherAuthor: 1,
      kinds: { rezept: 'page', post: '' },
      skipsMedia: true,
    });
    const old = OLD.replace('alt', 'anders');
    expect((await byGuid(`${old}/?p=60`))[0]).toMatchObject({ post_author: 1 });
    expect((await byGuid(`${old}/?p=81`))[0]).toMatchObject({
      post_type: 'page',
      post_author: 1,
      post_title: 'Knödel',
    });
    expect(await byGuid(`${old}/?p=1000`)).toEqual([]);
    expect(requestedUrls).toEqual([]);
    expect(
      (await imports().entries(id, { all: false, limit: 100 }))
        .filter(({ kind }) => kind === 'attachment')
        .map(({ note }) => note),
    ).toEqual(['You chose to skip files.', 'You chose to skip files.']);
  });

  it('resumes after an interruption and reads files from a folder', async () => {
    const text = siteNamed('drittes', 30);
    const folder = join(imports().folder, 'uploads', '2023', '07');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'alm-hütte.png'), await img(900, 600));
    const id = await inspect(text);
    let insertedCount = 0;
    // The connection fails in the middle of an item.
    const undo = test.site.hooks.addAction('wp_import_insert_post', () => {
      insertedCount += 1;
      if (insertedCount === 20) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    });
    await expect(test.inContext(() => imports().run(id, CREATE, 'uploads', () => undefined))).rejects.toThrow(
      'ECONNRESET',
    );
    undo();
    expect(await imports().get(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('ECONNRESET') });
    expect(
      (
        await test.site
          .db()('posts')
          .where({ guid: `${OLD.replace('alt', 'drittes')}/?p=1000` })
      ).length,
    ).toBe(1);
    await test.inContext(() => imports().run(id, CREATE, 'uploads', () => undefined));
    const guids = await test.site.db()('posts').where('guid', 'like', '%drittes.example%').pluck('guid');
    expect(new Set(guids).size).toBe(guids.length);
    expect(guids.filter((guid) => /\?p=10\d\d$/.test(guid)).length).toBe(30);
    expect(requestedUrls).toEqual([]);
    expect(await byGuid(IMAGE.replace('alt', 'drittes'))).toHaveLength(1);
  });

  it('retries files after a 503 but not after a 404', async () => {
    const png = await img(40, 30);
    const attempts = new Map<string, number>();
    const undo = test.site.hooks.addFilter(
      'pre_http_request',
      (_none: unknown, _args: unknown, url: string) => {
        const attempt = (attempts.get(url) ?? 0) + 1;
        attempts.set(url, attempt);
        const isMissing = !decodeURI(url).endsWith('alm-hütte.png');
        const found = attempt < 3 ? 503 : 200;
        const code = isMissing ? 404 : found;
        return {
          headers: {},
          bytes: code === 200 ? png : Buffer.from('busy'),
          body: '',
          response: { code, message: code === 200 ? 'OK' : 'Busy' },
          cookies: [],
        };
      },
      20,
      3,
    );
    const old = OLD.replace('alt', 'viertes');
    const text = siteNamed('viertes', 1);
    const id = await bring(text);
    expect(await byGuid(IMAGE.replace('alt', 'viertes'))).toHaveLength(1);
    expect(
      [...attempts].map(([url, attempt]) => [decodeURI(url).replace(old, '').split('/').at(-1), attempt]).sort(),
    ).toEqual([
      ['alm-hütte.png', 3],
      ['fehlt.png', 1],
    ]);
    expect(
      (await imports().entries(id, { all: false, limit: 100 }))
        .filter(({ kind, outcome }) => kind === 'attachment' && outcome === 'failed')
        .map(({ note }) => note),
    ).toEqual(['The old site does not provide the file (404 Busy).']);
    undo();
  });

  it('fetches a missing file when the same export is imported again', async () => {
    const old = OLD.replace('alt', 'fuenftes');
    const text = siteNamed('fuenftes', 1).replaceAll('alm-hütte', 'talhaus');
    await bring(text);
    expect(await byGuid(`${old}/wp-content/uploads/2023/07/talhaus.png`)).toEqual([]);
    const png = await img(40, 30);
    const undo = test.site.hooks.addFilter(
      'pre_http_request',
      (_none: unknown, _args: unknown, url: string) => ({
        headers: {},
        bytes: png,
        body: '',
        response: { code: url.includes('talhaus') ? 200 : 404, message: '' },
        cookies: [],
      }),
      20,
      3,
    );
    await bring(text);
    undo();
    const [file] = await byGuid(`${old}/wp-content/uploads/2023/07/talhaus.png`);
    expect(file?.id).toBeGreaterThan(0);
    expect(await byGuid(`${old}/?p=1000`)).toHaveLength(1);
  });

  it('reads files from a ZIP of the uploads folder', async () => {
    const zip = new ZipFile();
    zip.addBuffer(await img(90, 60), 'wp-content/uploads/2023/07/alm-hütte.png');
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
    mkdirSync(imports().folder, { recursive: true });
    writeFileSync(join(imports().folder, 'uploads.zip'), Buffer.concat(chunks));
    expect((await imports().listFiles()).media).toContain('uploads.zip');
    const id = await inspect(siteNamed('sechstes', 2));
    await test.inContext(() => imports().run(id, CREATE, 'uploads.zip', () => undefined));
    const [file] = await byGuid(IMAGE.replace('alt', 'sechstes'));
    expect(await test.site.attachments.wpGetAttachmentMetadata(file?.id ?? 0)).toMatchObject({ width: 90, height: 60 });
    expect(requestedUrls).toEqual([]);
    expect(
      (await imports().entries(id, { all: false, limit: 100 }))
        .filter(({ kind, outcome }) => kind === 'attachment' && outcome === 'failed')
        .map(({ note }) => note),
    ).toEqual(['The file is missing from the folder or ZIP: 2023/07/fehlt.png']);
  });

  it('stops after the current entry and resumes without duplicates', async () => {
    const old = OLD.replace('alt', 'siebtes');
    const id = await inspect(siteNamed('siebtes', 40));
    let insertedCount = 0;
    const undo = test.site.hooks.addAction('wp_import_insert_post', async () => {
      insertedCount += 1;
      if (insertedCount === 10) expect(await imports().stop(id)).toBe(true);
    });
    expect(await test.inContext(() => imports().start(id, { ...CREATE, skipsMedia: true }))).toBe(true);
    await untilTrue(
      async () =>
        (await test.site.db()('jobs').where({ queue: 'plinth/import' }).whereIn('state', ['waiting', 'running']))
          .length === 0,
    );
    undo();
    expect(insertedCount).toBe(10);
    expect(await imports().get(id)).toMatchObject({ state: 'stopped', error: '' });
    expect(await imports().stop(id)).toBe(false);
    expect((await test.site.db()('posts').where('guid', 'like', `${old}/?p=%`)).length).toBe(10);
    expect(await test.inContext(() => imports().resume(id))).toBe(true);
    await untilTrue(async () => (await imports().get(id))?.state === 'done');
    const guids = await test.site.db()('posts').where('guid', 'like', `${old}/?p=10%`).pluck('guid');
    expect([guids.length, new Set(guids).size]).toEqual([40, 40]);
  });
});
