import type { SentPage } from '../../core/api/index.js';
import { migrate } from '../../core/db';
import { createCountedLists, getEvents, isBot } from '../../plugins/facet/analytics/counted-lists';
import { type DailyCount, type AnalyticsEvent, discardPersonalSearch } from '../../plugins/facet/analytics/metric';
import { analyticsMigrations } from '../../plugins/facet/analytics/tables';
import { createAnalyticsStore, type AnalyticsStore, MAX_NAMES } from '../../plugins/facet/analytics/analytics-store';
import { createTally } from '../../plugins/facet/analytics/tally';
import { EMPTY_STATE } from '../../plugins/facet/url-state/filter-state';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { bootFacet, type FacetSite } from './facet-site';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SCREEN = '/wp-admin/admin.php?page=facet-analytics';

describe('anonymization of search words', () => {
  it('drops words that may identify a person: emails, long numbers, long texts', () => {
    expect(
      ['  Łóżko   DUŻE ', 'anna@example.test', '+48 600 100 200', '90010112345', 'x'.repeat(61), 'sku-1234'].map(
        discardPersonalSearch,
      ),
    ).toEqual(['łóżko duże', '', '', '', '', 'sku-1234']);
  });
});

describe('analytics event counting', () => {
  const facets: Parameters<typeof getEvents>[0]['facets'] = [];
  const searching = (search: string, found: number, page = 1) => ({
    state: { ...EMPTY_STATE, search, page },
    facets,
    found,
  });

  it('counts searches on their first page and searches without results', () => {
    expect(getEvents(searching('', 6))).toEqual([]);
    expect(getEvents(searching('kubek', 3, 2))).toEqual([]);
    expect(getEvents(searching('kubek', 0))).toEqual([
      { kind: 'list', name: '' },
      { kind: 'search', name: 'kubek' },
      { kind: 'no_results', name: 'kubek' },
    ]);
  });

  it('ignores bots and requests without a user agent', () => {
    expect([BROWSER, 'Googlebot/2.1', 'curl/8', 'Mozilla/5.0 (compatible; bingbot/2.0)', ''].map(isBot)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('counts a product page visit from a filtered list by its referrer only', () => {
    const counted: AnalyticsEvent[] = [];
    const lists = createCountedLists((events) => void counted.push(...events));
    const sent = (pathAndQuery: string, headers: Record<string, string>, status = 200): SentPage => ({
      pathAndQuery,
      status,
      fromCache: true,
      header: (name) => headers[name] ?? '',
    });
    const from = (referer: string, agent = BROWSER) => ({ referer, host: 'shop.test', 'user-agent': agent });
    lists.countSentPage(sent('/product/lamp/', from('https://shop.test/shop/?sf_color=red')));
    lists.countSentPage(sent('/product/lamp/', from('https://shop.test/shop/?sf2_q=lamp')));
    const clicks = [{ kind: 'click', name: '' }];
    expect(counted).toEqual([...clicks, ...clicks]);
    for (const referer of [
      'https://shop.test/shop/',
      'https://shop.test/shop/?sf_paged=2',
      'https://elsewhere.test/?sf_color=red',
      '',
      'no address',
    ])
      lists.countSentPage(sent('/product/lamp/', from(referer)));
    lists.countSentPage(sent('/product/lamp/', from('https://shop.test/shop/?sf_color=red', 'Googlebot/2.1')));
    lists.countSentPage(sent('/product/gone/', from('https://shop.test/shop/?sf_color=red'), 404));
    lists.countSentPage(sent('/about/', from('https://shop.test/shop/?sf_color=red')));
    expect(counted).toHaveLength(2);
  });
});

describe('analytics tally', () => {
  const LOG = { warn: () => undefined };

  it('writes batches with each name once and retries failed writes', async () => {
    const written: DailyCount[][] = [];
    let isFailing = true;
    const tally = createTally({
      log: LOG,
      now: () => Date.UTC(2026, 4, 10),
      dayOf: async (ms) => new Date(ms).toISOString().slice(0, 10),
      add: async (sums) => {
        if (isFailing) throw new Error('away');
        written.push([...sums]);
      },
    });
    for (let i = 0; i < 3; i++) tally.count([{ kind: 'search', name: 'lampa' }]);
    await tally.flush();
    isFailing = false;
    tally.count([{ kind: 'search', name: 'lampa' }]);
    await tally.flush();
    await tally.flush();
    expect(written).toEqual([[{ kind: 'search', name: 'lampa', day: '2026-05-10', times: 4 }]]);
  });

  it('counts events on the day of the site’s time zone', async () => {
    const written: DailyCount[] = [];
    let time = Date.UTC(2026, 6, 1, 21, 59);
    const tally = createTally({
      log: LOG,
      now: () => time,
      // Two hours ahead of UTC.
      dayOf: async (ms) => new Date(ms + 7_200_000).toISOString().slice(0, 10),
      add: async (sums) => void written.push(...sums),
    });
    tally.count([{ kind: 'list', name: '' }]);
    time += 120_000;
    tally.count([{ kind: 'list', name: '' }]);
    await tally.flush();
    expect(written.map(({ day, times }) => [day, times])).toEqual([
      ['2026-07-01', 1],
      ['2026-07-02', 1],
    ]);
  });

  it('limits the number of names while counting every event', async () => {
    let sums: readonly DailyCount[] = [];
    const tally = createTally({ log: LOG, dayOf: async () => '2026-05-10', add: async (all) => void (sums = all) });
    for (let i = 0; i < 5000; i++) tally.count([{ kind: 'search', name: `word ${i}` }]);
    await tally.flush();
    expect(sums.length).toBeLessThanOrEqual(2001);
    expect(sums.reduce((sum, { times }) => sum + times, 0)).toBe(5000);
  });
});

describe.each(allEngines)('daily analytics store on %s', (engine) => {
  let scratch: ScratchDatabase;
  let store: AnalyticsStore;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'facet', analyticsMigrations);
    store = createAnalyticsStore(scratch.db);
  });
  afterAll(() => scratch?.drop());
  const sum = (day: string, name: string, times = 1, kind: DailyCount['kind'] = 'search'): DailyCount => ({
    day,
    kind,
    name,
    times,
  });

  it('sums concurrent writes and prunes old days', async () => {
    await Promise.all(
      [1, 2, 3].map(() =>
        store.add([sum('2026-05-10', 'lampa', 2), sum('2026-05-09', 'lampa'), sum('2026-05-10', 'łóżko')]),
      ),
    );
    expect(await store.totals('search', '2026-05-09', 10)).toEqual([
      { name: 'lampa', times: 9 },
      { name: 'łóżko', times: 3 },
    ]);
    expect([...(await store.days('search', '2026-05-09'))].sort()).toEqual([
      ['2026-05-09', 3],
      ['2026-05-10', 9],
    ]);
    await store.prune('2026-05-10');
    expect(await store.all('2026-01-01', 10)).toEqual([sum('2026-05-10', 'lampa', 6), sum('2026-05-10', 'łóżko', 3)]);
  });

  it('limits the names per day and counts the rest without a name', async () => {
    const many = Array.from({ length: MAX_NAMES + 50 }, (_, i) =>
      sum('2026-05-11', `word ${String(i).padStart(5, '0')}`),
    );
    await store.add(many);
    await store.add([sum('2026-05-11', 'one more'), sum('2026-05-11', 'word 00000')]);
    const all = await store.all('2026-05-11', 5000);
    expect(all).toHaveLength(MAX_NAMES + 1);
    expect(all.find(({ name }) => name === '')?.times).toBe(51);
    expect(all.find(({ name }) => name === 'word 00000')?.times).toBe(2);
  });
});

describe.each(allEngines)('analytics of a site on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;

  beforeAll(async () => {
    site = await bootFacet(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const browse = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { 'user-agent': BROWSER, ...headers } });
  const click = (query: object, agent = BROWSER) =>
    fetch(`${site.url}/wp-json/facet/v1/filter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ query }),
    });
  async function csv(): Promise<Record<string, number>> {
    const text = (await owner.get(`${SCREEN}&days=7&csv=1`)).html;
    return Object.fromEntries(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','))
        .map(([, kind, name, times]) => [`${kind} ${name}`, Number(times)]),
    );
  }

  it('counts clicks and pages, cached ones too, but no bots and plain lists', async () => {
    await click({ sf_color: 'red,blue' });
    await click({ sf_color: 'red,blue' });
    await click({ sf_color: 'red' }, 'Googlebot/2.1');
    await click({});
    const caches: (string | null)[] = [];
    for (let i = 0; i < 3; i++) caches.push((await browse('/test-shop/?sf_brand=nord')).headers.get('x-plinth-cache'));
    expect(caches).toEqual(['miss', 'hit', 'hit']);
    await browse('/test-shop/?sf_brand=nord', { 'user-agent': 'bingbot' });
    await browse('/test-shop/');
    await browse('/test-shop/?sf_q=zeppelin');
    expect(await csv()).toEqual({
      'facet brand': 3,
      'facet color': 2,
      'list ': 6,
      'no_results zeppelin': 1,
      'search zeppelin': 1,
      'value brand=nord': 3,
      'value color=blue': 2,
      'value color=red': 2,
    });
  });

  it('sets no cookie and stores no personal data', async () => {
    const response = await browse('/test-shop/?sf_brand=dab');
    expect(response.headers.get('set-cookie')).toBeNull();
    const columns = Object.keys(await site.site.db()('facet_analytics').columnInfo());
    expect(columns.sort()).toEqual(['day', 'kind', 'name', 'times']);
  });

  it('shows readable names in a chart and a table', async () => {
    const { html } = await owner.get(SCREEN);
    expect(html).toMatch(/<svg class="facet-trend"[^>]*role="img"/);
    expect(html).toMatch(/Nord<\/th><td>Brand<\/td><td class="num">3</);
    expect(html).toContain('Only daily totals are stored, without cookies, IP addresses, or any personal data');
  });

  it('turns a search without results into a synonym by one click', async () => {
    await owner.get(SCREEN);
    const response = await owner.post(SCREEN, { action: 'synonym', word: 'zeppelin', synonym: 'krzesło', days: '7' });
    expect(response.status).toBe(303);
    const found = (await (await click({ sf_q: 'zeppelin' })).json()) as { found: number };
    expect(found.found).toBe(2);
  });

  it('prunes after the retention period and counts nothing when it is zero', async () => {
    await site.site.db()('facet_analytics').insert({ day: '2020-01-01', kind: 'search', name: 'old', times: 1 });
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'keep', retention_days: '30' });
    expect(await site.site.db()('facet_analytics').where({ name: 'old' })).toEqual([]);
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'keep', retention_days: '0' });
    await click({ sf_color: 'red' });
    expect(await csv()).toEqual({});
  });

  it('offers a service to plugins and hides the screen from visitors', async () => {
    expect((await visitor(site.url).get(SCREEN)).status).not.toBe(200);
    await site.activate(
      'reads-analytics',
      `module.exports = { boot(scope) {
      scope.addAction('facet/booted', ({ container }) => { globalThis.analyticsSeen = container.get('analytics'); });
    } };`,
    );
    expect(
      await (globalThis as { analyticsSeen?: { retentionDays(): Promise<number> } }).analyticsSeen?.retentionDays(),
    ).toBe(0);
  });
});
