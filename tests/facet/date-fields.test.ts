import { allEngines } from '../kit/databases';
import { formatDay } from '../../plugins/facet/index/days';
import { createSqlEngine } from '../../plugins/facet/index/sql-engine';
import { createIndexTable } from '../../plugins/facet/index/index-table';
import { readVocabulary } from '../../plugins/facet/index/vocabulary';
import { fakeCatalog, product } from './fake-catalog';
import { bootFacet, type FacetSite, idsIn } from './facet-site';

const MADE = ['1969-07-20', '1999-12-31', '2026-03-01', '2026-03-02T23:30', ''];

describe.each(allEngines)('facet of a date field on %s', (engine) => {
  let site: FacetSite;
  const catalog = fakeCatalog(
    MADE.map((made, i) =>
      product(i + 1, { fields: made === '' ? {} : { made }, termIds: made === '' ? [4] : [1], rating: 0 }),
    ),
  );
  catalog.allFields.push({ key: 'made', label: 'Made', type: 'text', format: 'date' });

  beforeAll(async () => {
    site = await bootFacet(engine, { catalog });
    const { status } = await site.rest('POST', '/facet/v1/settings', {
      facets: [
        { slug: 'made', label: 'Made', type: 'date_range', source: 'field:made' },
        { slug: 'day', label: 'Day', type: 'checkbox', source: 'field:made' },
      ],
    });
    expect(status).toBe(200);
  });
  afterAll(() => site?.close());

  const idsOf = async (made: string): Promise<number[]> =>
    idsIn((await site.filter({ sf_made: made })).results_html).sort((a, b) => a - b);

  it('finds products from one day to another, both included, with open ends', async () => {
    expect(await idsOf('1999-12-31..2026-03-01')).toEqual([2, 3]);
    expect(await idsOf('2026-03-01..')).toEqual([3, 4]);
    expect(await idsOf('..1999-12-31')).toEqual([1, 2]);
    expect(await idsOf('2026-03-02..2026-03-02')).toEqual([4]);
    expect(await idsOf('2026-03-01..1999-12-31')).toEqual([2, 3]);
    expect(await idsOf('yesterday..')).toEqual([1, 2, 3, 4, 5]);
  });

  it('finds the same in the database while the index is not loaded', async () => {
    const { db } = site.site;
    const sql = createSqlEngine({ db, table: createIndexTable(db) });
    const { generation } = (await createIndexTable(db).state()) ?? { generation: 0 };
    const day = Date.UTC(1999, 11, 31) / 86_400_000;
    const found = await sql.query(
      { generation, vocabulary: await readVocabulary(catalog) },
      {
        selections: [],
        ranges: [{ key: 'made', source: 'field:made', min: day, max: Date.UTC(2026, 2, 1) / 86_400_000 }],
        scope: [],
        search: '',
        sort: '',
        page: 1,
        perPage: 12,
        counts: [],
        bounds: [{ key: 'other', source: 'field:made' }],
      },
    );
    expect(found.hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual([2, 3]);
    expect(found.bounds.get('other')).toMatchObject({ min: day, fullMin: -165 });
  });

  it('reads the fields of a form without scripts, and leads to one spelling of the URL', async () => {
    const response = await fetch(`${site.url}/test-shop/?sf_made[from]=2026-03-01&sf_made[to]=`, {
      redirect: 'manual',
    });
    const html =
      response.status === 301 ? await site.page(response.headers.get('location') ?? '') : await response.text();
    expect(idsIn(html).sort((a, b) => a - b)).toEqual([3, 4]);
    expect(html).toMatch(/type="date"[^>]*name="sf_made\[from\]" value="2026-03-01"/);
  });

  it('formats dates in the language of the visitor, in the order of time', async () => {
    const { facets_html, toolbar_html } = await site.filter({ sf_made: '1999-12-31..2026-03-01' });
    expect(toolbar_html).toContain('December 31, 1999 – March 1, 2026');
    expect([...facets_html.matchAll(/name="sf_day\[\]" value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
      '1999-12-31',
      '2026-03-01',
    ]);
    expect(formatDay('1999-12-31', 'pl_PL')).toBe('31 grudnia 1999');
    expect(formatDay('2026-03-02T23:30', 'pl_PL')).toMatch(/^2 marca 2026.* 23:30$/);
  });

  it('is not shown where no product has the date', async () => {
    expect((await site.filter({}, { category: 1 })).facets_html).toContain('sf_made[from]');
    expect((await site.filter({}, { category: 4 })).facets_html).not.toContain('sf_made[from]');
  });
});
