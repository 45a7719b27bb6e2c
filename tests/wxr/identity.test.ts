import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEngines } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';
import { bootSite, type TestSite } from '../kit/site.js';
import type { Choices } from '../../core/wxr/index.js';
import { FOOT, HEAD, item, OLD } from './old-site.js';

const CHOICES: Choices = { authors: {}, otherAuthor: 1, kinds: {}, skipsMedia: false };
const SHARED = `${OLD}/?p=901`;

const menuEntry = (id: number, title: string): string =>
  item({
    id,
    type: 'nav_menu_item',
    title,
    name: String(id),
    guid: SHARED,
    date: '2024-01-01 09:00:00',
    terms: [['nav_menu', 'alle', 'Alle']],
    meta: { _menu_item_type: 'custom', _menu_item_url: 'https://somewhere.example/' },
  });

describe.each(allEngines)('duplicate detection of imports on %s', (engine) => {
  let test: TestSite;

  beforeAll(async () => void (test = await bootSite({ engine })));
  afterAll(() => test?.close());

  async function bring(...items: readonly string[]): Promise<number> {
    const file = join(test.site.config.dataDir, 'old.xml');
    writeFileSync(file, [HEAD, ...items, FOOT].join(''));
    return test.inContext(async () => {
      const id = await test.site.imports.addFile(file, 'old.xml', 1);
      await test.site.imports.run(id, CHOICES, '', () => undefined);
      return id;
    });
  }
  const titled = (title: string) =>
    test.site.db()('posts').where({ post_title: title }).whereNot({ post_type: 'revision' }).orderBy('id');
  const only = async (title: string) => assertDefined((await titled(title))[0]);

  it('imports all items with one guid, once', async () => {
    const file = [
      item({ id: 901, title: 'First of one guid', guid: SHARED }),
      item({ id: 902, title: 'Second of one guid', guid: SHARED }),
      menuEntry(911, 'One'),
      menuEntry(912, 'Two'),
      menuEntry(913, 'Three'),
    ];
    await bring(...file);
    expect([(await titled('First of one guid')).length, (await titled('Second of one guid')).length]).toEqual([1, 1]);
    const titles = async () => ((await test.site.content.wpGetNavMenuItems('alle')) || []).map(({ title }) => title);
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
    await bring(...file);
    expect((await titled('Second of one guid')).length).toBe(1);
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
  });

  it('imports two posts with one title and date once, also without import history', async () => {
    const date = '2021-05-05 10:00:00';
    const file = [
      item({ id: 921, title: 'Twins', name: 'twin-one', date }),
      item({ id: 922, title: 'Twins', name: 'twin-two', date }),
    ];
    const first = await bring(...file);
    expect((await titled('Twins')).length).toBe(2);
    await test.site.imports.remove(first);
    await bring(...file);
    expect((await titled('Twins')).length).toBe(2);
  });

  it('imports a different post whose id an earlier import used', async () => {
    await bring(item({ id: 931, title: 'Before the site was made anew', date: '2020-01-01 10:00:00' }));
    await bring(item({ id: 931, title: 'After it', date: '2022-02-02 10:00:00' }));
    expect((await titled('After it')).length).toBe(1);
  });

  it('reports items that already exist or appear twice in the file', async () => {
    const date = '2019-03-03 10:00:00';
    await test.inContext(() =>
      test.site.content.wpInsertPost({ post_title: 'Here', post_status: 'publish', post_date: date }, true),
    );
    const id = await bring(
      item({ id: 941, title: 'Here', date }),
      item({ id: 942, title: 'Once', date }),
      item({ id: 942, title: 'Once', date }),
      item({ id: 942, title: 'Other with its id', date }),
    );
    const entries = await test.site.imports.entries(id, { all: false, limit: 10 });
    expect(entries.map(({ title, note }) => [title, note])).toEqual([
      ['Once', 'Appears twice in the file.'],
      ['Here', 'Not imported: an item of the same type with this title and date already exists.'],
    ]);
    expect((await titled('Other with its id')).length).toBe(1);
  });

  it('reports featured images and parents that were not imported', async () => {
    const id = await bring(
      item({ id: 951, title: 'Without its image', meta: { _thumbnail_id: '999' } }),
      item({ id: 952, title: 'Without its parent', type: 'page', parent: 998 }),
    );
    const entries = await test.site.imports.entries(id, { all: false, limit: 10 });
    expect(entries.map(({ title, outcome, note }) => [title, outcome, note])).toEqual([
      ['Without its image', 'incomplete', 'Featured image not imported.'],
      ['Without its parent', 'incomplete', 'Parent item not imported.'],
    ]);
  });

  it('rewrites links by URL, by old id and to the home page', async () => {
    const links = [`${OLD}/`, `${OLD}/?p=702`, `${OLD}/?page_id=704&#038;x=1#part`, `${OLD}?p=703`, `${OLD}/?p=799`];
    await bring(
      item({ id: 702, title: 'Draft', status: 'draft', link: `${OLD}/?p=702`, name: '' }),
      item({ id: 703, title: 'Plain', link: `${OLD}/?p=703` }),
      item({ id: 704, title: 'Plain page', type: 'page', link: `${OLD}/?page_id=704` }),
      item({ id: 706, title: 'Front page', type: 'page', link: `${OLD}/` }),
      item({ id: 705, title: 'Linking', content: links.map((link) => `<a href="${link}">x</a>`).join('\n') }),
    );
    const url = async (title: string) => test.site.content.getPermalink((await only(title)).id);
    const found = [...(await only('Linking')).post_content.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(found).toEqual([
      `${test.url}/`,
      await url('Draft'),
      `${await url('Plain page')}?x=1#part`,
      await url('Plain'),
      `${OLD}/?p=799`,
    ]);
  });

  it('stores the original text as a revision before rewriting links', async () => {
    const text = `<a href="${OLD}/">Home</a>`;
    await bring(item({ id: 961, title: 'Kept as it came', content: text }));
    const { id, post_content: after } = await only('Kept as it came');
    expect(after).toBe(`<a href="${test.url}/">Home</a>`);
    const revisions = await test.site.content.wpGetPostRevisions(id);
    expect(revisions.map(({ post_content: before }) => before)).toEqual([text]);
    expect(await test.site.meta.getPostMeta(id, '_import_original_text', true)).toBe('');
  });

  it('stores the original text as metadata where there are no revisions', async () => {
    const text = `<a href="${OLD}/">C:\\Home</a>`;
    await test.inContext(() =>
      test.site.content.registerPostType('leaflet', { public: true, supports: ['title', 'editor'] }),
    );
    await bring(item({ id: 962, type: 'leaflet', title: 'Kept beside', content: text }));
    const { id, post_content: after } = await only('Kept beside');
    expect(after).toBe(`<a href="${test.url}/">C:\\Home</a>`);
    expect(await test.site.content.wpGetPostRevisions(id)).toEqual([]);
    expect(await test.site.meta.getPostMeta(id, '_import_original_text', true)).toEqual({
      post_content: text,
      post_excerpt: '',
    });
  });
});
