import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { parseWordLines, formatWordLines } from '../../plugins/facet/settings/search-terms';
import { bootFacet, type FacetSite } from './facet-site';

const SCREEN = '/wp-admin/admin.php?page=facet-search-terms';

it('reads synonym text back unchanged, also in spreadsheet formats', () => {
  const groups = [
    ['sofa', 'kanapa', 'tapczan'],
    ['a, b', 'say "so"'],
    ['łóżko dębowe', 'bed'],
  ];
  expect(parseWordLines(formatWordLines(groups))).toEqual(groups);
  expect(parseWordLines('sofa;kanapa\r\n\r\n  bed ,, łóżko , \nstół\tblat')).toEqual([
    ['sofa', 'kanapa'],
    ['bed', 'łóżko'],
    ['stół', 'blat'],
  ]);
});

describe.each(defaultEngines)('search terms screen on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;

  beforeAll(async () => {
    site = await bootFacet(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    await site.inContext(() => site.site.options.deleteOption('facet_search_terms'));
    await owner.get(SCREEN);
  });

  const stored = async (): Promise<{ synonyms: string[][]; stop_words: string[] }> =>
    (await site.rest('GET', '/facet/v1/search-terms')).body as unknown as {
      synonyms: string[][];
      stop_words: string[];
    };

  it('adds, changes and removes a group that the next search uses', async () => {
    expect((await site.filter({ sf_q: 'tapczan' })).found).toBe(0);
    expect(await owner.post(SCREEN, { action: 'save', original: '', words: 'tapczan, łóżko' })).toMatchObject({
      status: 303,
      location: SCREEN,
    });
    expect((await site.filter({ sf_q: 'tapczan' })).found).toBe(2);
    const { html } = await owner.get(SCREEN);
    expect(html).toMatch(/tapczan <span class="muted">\(0\)<\/span>, łóżko <span class="muted">\(2\)<\/span>/);
    expect(html).toMatch(/Products in total">2</);
    const form = await owner.get(`${SCREEN}&group=${encodeURIComponent('tapczan, łóżko')}`);
    expect(form.html).toMatch(/name="words" value="tapczan, łóżko"/);
    await owner.post(SCREEN, { action: 'save', original: 'tapczan, łóżko', words: 'kanapa; łóżko' });
    expect((await stored()).synonyms).toEqual([['kanapa', 'łóżko']]);
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'remove', original: 'kanapa, łóżko' });
    expect((await stored()).synonyms).toEqual([]);
  });

  it('shows errors beside the field, keeps the input and saves nothing', async () => {
    const page = await owner.post(SCREEN, { action: 'save', original: '', words: 'alone' });
    expect(page.status).toBe(422);
    expect(page.html).toContain('Enter at least two words.');
    expect(page.html).toMatch(/name="words" value="alone"[^>]*aria-invalid="true"/);
    const all = await owner.post(SCREEN, { action: 'all', all_words: 'a, b\nalone', stop_words: 'i' });
    expect(all.status).toBe(422);
    expect(all.html).toContain('Synonym group 2: Enter at least two words.');
    expect(all.html).toMatch(/<textarea[^>]*>a, b\nalone<\/textarea>/);
    expect((await stored()).synonyms).toEqual([]);
  });

  it('exports and imports all terms as text', async () => {
    await owner.post(SCREEN, { action: 'all', all_words: 'tapczan, łóżko\n"a, b", c', stop_words: 'i, oraz\na' });
    expect(await stored()).toEqual({
      synonyms: [
        ['tapczan', 'łóżko'],
        ['a, b', 'c'],
      ],
      stop_words: ['i', 'oraz', 'a'],
    });
    const file = await owner.get(`${SCREEN}&export=1`);
    expect(file.html).toBe('tapczan, łóżko\n"a, b", c\n');
    const { html } = await owner.get(SCREEN);
    expect(html).toMatch(/<textarea[^>]*>tapczan, łóżko\n&quot;a, b&quot;, c<\/textarea>/);
  });

  it('shows the results of a test search with and without synonyms', async () => {
    await owner.post(SCREEN, { action: 'save', original: '', words: 'tapczan, łóżko' });
    const { html } = await owner.get(`${SCREEN}&try=tapczan`);
    expect(html).toContain('“tapczan” finds 2 products. Without synonyms: 0.');
    expect(html).toContain('Łóżko białe</a>');
    expect((await owner.get(`${SCREEN}&try=${encodeURIComponent('<b>')}`)).html).toContain('“&lt;b&gt;” finds');
  });

  it('refuses visitors and form posts without a session or nonce', async () => {
    const guest = visitor(site.url);
    expect((await guest.get(SCREEN)).html).not.toContain('all_words');
    const before = await stored();
    for (const [cookie, status] of [
      ['', 302],
      [owner.cookies(), 403],
    ] as const) {
      const raw = await fetch(site.url + SCREEN, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ action: 'all', all_words: 'a,b', stop_words: '' }),
        redirect: 'manual',
      });
      expect(raw.status).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });
});
