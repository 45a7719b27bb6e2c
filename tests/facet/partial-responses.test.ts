import { gzipSync } from 'node:zlib';
import { serializeLikeBrowser } from '../../plugins/facet/rest/browser-html';
import { textTag } from '../../plugins/facet/rest/etags';
import type { CommandOutput } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases';
import { bootSite, type TestSite } from '../kit/site';
import { randomStream } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

const PARTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type Part = (typeof PARTS)[number];
type Query = Readonly<Record<string, string>>;
type Whole = Readonly<Record<Part, string>> & { readonly found: number; readonly count_text: string };
type FilterResponse = Partial<Whole> & { readonly changes?: Partial<Record<Part, (number | string)[]>> };

const QUIET: CommandOutput = {
  line: () => undefined,
  warn: () => undefined,
  rows: () => undefined,
  progress: () => ({ update: () => undefined, stop: () => undefined }),
};
const CLICKS = 60;

function changed(text: string, steps: readonly (number | string)[]): string {
  let result = '';
  for (let i = 0, at = 0; i < steps.length; i += 3) {
    at += Number(steps[i]);
    result += text.slice(at, at + Number(steps[i + 1])) + String(steps[i + 2]);
    at += Number(steps[i + 1]);
  }
  return result;
}

const written = (response: FilterResponse): Record<Part, string> =>
  Object.fromEntries(PARTS.map((part) => [part, serializeLikeBrowser(response[part] ?? '')])) as Record<Part, string>;
const tagsOf = (html: Readonly<Record<Part, string>>): Record<string, string> =>
  Object.fromEntries(PARTS.map((part) => [part, textTag(html[part])]));

describe.each(defaultEngines)('partial filter response on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
  });
  afterAll(() => site?.close());

  async function send(body: object): Promise<{ text: string; answer: FilterResponse }> {
    const text = await (
      await fetch(`${site.url}/wp-json/facet/v1/filter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).text();
    return { text, answer: JSON.parse(text) as FilterResponse };
  }
  const fetchWhole = async (query: Query): Promise<{ text: string; answer: Whole }> => {
    const { text, answer: response } = await send({ query });
    return { text, answer: response as Whole };
  };

  /** Requests a selection as the script does, sending the tags of the current fragments. */
  async function click(
    query: Query,
    from: Query,
    cached: Readonly<Record<Part, string>>,
  ): Promise<{ html: Record<Part, string>; bytes: number; answer: FilterResponse }> {
    const { text, answer: response } = await send({ query, have: { query: from, tags: tagsOf(cached) } });
    const html = Object.fromEntries(
      PARTS.map((part) => {
        const steps = response.changes?.[part];
        const fullHtml = response[part];
        if (fullHtml !== undefined) return [part, serializeLikeBrowser(fullHtml)];
        return [part, steps ? changed(cached[part], steps) : cached[part]];
      }),
    ) as Record<Part, string>;
    return { html, bytes: gzipSync(text).length, answer: response };
  }

  /** The next query: a random option of the page, order, page or price range, or one selection removed. */
  function next(query: Query, html: string, random: () => number): Query {
    const pick = <T>(list: readonly T[]): T => assertDefined(list[Math.floor(random() * list.length)]);
    const what = random();
    const { sf_paged: _paged, ...rest } = query;
    if (what < 0.1) return { ...rest, sf_orderby: pick(['price', 'price-desc', 'rating', 'date']) };
    if (what < 0.2) return { ...query, sf_paged: String(1 + Math.floor(random() * 4)) };
    if (what < 0.3) return { ...rest, sf_price: `${Math.floor(random() * 60)}-${100 + Math.floor(random() * 400)}` };
    if (what < 0.4 && Object.keys(rest).length > 0)
      return Object.fromEntries(Object.entries(rest).filter(([name]) => name !== Object.keys(rest)[0]));
    const offered = [
      ...html.matchAll(
        /<input type="(?:checkbox|radio)"[^>]*? name="(sf_[\w-]+?)(?:\[\])?" value="([^"]+)"(?![^>]*(?:disabled|checked))/g,
      ),
    ].map(([, name, value]): [string, string] => [assertDefined(name), assertDefined(value)]);
    return offered.length === 0 ? {} : { ...rest, ...Object.fromEntries([pick(offered)]) };
  }

  /** Makes random selections; each partial response must equal the full one. @returns sizes of the responses in bytes */
  async function walk(seed: number): Promise<number[]> {
    const random = randomStream(seed);
    const bytes: number[] = [];
    let query: Query = {};
    let html = written((await fetchWhole(query)).answer);
    for (let i = 0; i < CLICKS; i++) {
      const to = Object.keys(query).length > 4 ? {} : next(query, html.facets_html, random);
      const clicked = await click(to, query, html);
      expect(clicked.html).toEqual(written((await fetchWhole(to)).answer));
      bytes.push(clicked.bytes);
      [query, html] = [to, clicked.html];
    }
    return bytes.sort((a, b) => a - b);
  }

  it('W24 sends only differences, under 4 KB in the median, that reproduce the page', async () => {
    const bytes = await walk(3);
    expect(bytes[CLICKS / 2]).toBeLessThan(4096);
  });

  it('keeps the plain response unchanged: six complete fields', async () => {
    const query = { sf_stock: 'instock', sf_orderby: 'price' };
    const before = await fetchWhole(query);
    expect(Object.keys(before.answer).sort()).toEqual([
      'count_text',
      'facets_html',
      'found',
      'pagination_html',
      'results_html',
      'toolbar_html',
    ]);
    const from = written((await fetchWhole({})).answer);
    expect((await click(query, {}, from)).answer.facets_html).toBeUndefined();
    expect((await fetchWhole(query)).text).toBe(before.text);
  });

  it('sends complete fragments where the client holds others', async () => {
    const query = { sf_stock: 'instock' };
    const from = written((await fetchWhole({})).answer);
    const { answer: response } = await send({
      query,
      have: { query: {}, tags: { ...tagsOf(from), results_html: 'other' } },
    });
    const { answer: plain } = await fetchWhole(query);
    expect(response.results_html).toBe(plain.results_html);
    expect([response.facets_html, response.toolbar_html]).toEqual([undefined, undefined]);
    const strange = await send({ query, have: { query: { sf_stock: 'outofstock' }, tags: tagsOf(from) } });
    expect(written(strange.answer).facets_html).toBe(written(plain).facets_html);
    for (const have of [{}, { query: {} }, { tags: {} }, { query: {}, tags: {} }]) {
      const { answer: fullResponse } = await send({ query, have });
      expect(PARTS.map((part) => fullResponse[part])).toEqual(PARTS.map((part) => plain[part]));
    }
  });

  it('sends almost nothing when the client holds the fragments', async () => {
    const query = { sf_stock: 'instock' };
    const { answer: response, html } = await click(query, query, written((await fetchWhole(query)).answer));
    expect(Object.keys(response).sort()).toEqual(['changes', 'count_text', 'found']);
    expect(response.changes).toEqual({});
    expect(html).toEqual(written((await fetchWhole(query)).answer));
  });

  it('rejects invalid or oversized descriptions of held fragments', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`sf_f${i}`, 'x']));
    for (const have of [
      'text',
      7,
      { query: 'x', tags: {} },
      { query: {}, tags: { facets_html: 'x'.repeat(100) } },
      { query: many, tags: {} },
    ]) {
      expect((await send({ query: {}, have })).answer).toMatchObject({ code: 'rest_invalid_param' });
    }
  });

  it('W23 responds to GET with an ETag and 304 until something changes', async () => {
    const fetchFragments = (tag?: string): Promise<Response> =>
      fetch(`${site.url}/wp-json/facet/v1/fragments?query[sf_q]=lampa`, {
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      });
    const first = await fetchFragments();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control'), tag]).toEqual([
      200,
      'private, no-cache',
      expect.stringMatching(/^W\/"/),
    ]);
    expect(await first.json()).toEqual((await fetchWhole({ sf_q: 'lampa' })).answer);
    const second = await fetchFragments(`"other", ${tag}`);
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    const { id } = (await site.site
      .db()('store_products')
      .where('search', 'like', '%lampa%')
      .where({ status: 'publish' })
      .first()) as { id: number };
    await site.inContext(() =>
      site.site.db.transaction(
        async () => void (await site.site.db()('store_products').where({ id }).update({ name: 'Lampa Zmieniona' })),
      ),
    );
    const third = await fetchFragments(tag);
    expect([third.status, JSON.stringify(await third.json()).includes('Lampa Zmieniona')]).toEqual([200, true]);
  });

  it('W24 keeps responses small with 1,000 more products', async () => {
    const generate = site.site.plugins.registries.commands
      .all()
      .find(({ value }) => value.name.startsWith('store generate'));
    await site.inContext(() => generate?.value.run(['1000'], {}, QUIET));
    for (let i = 0; i < 600 && (await fetchWhole({})).answer.found < 1000; i++)
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await fetchWhole({})).answer.found).toBeGreaterThan(1000);
    const bytes = await walk(5);
    expect(bytes[CLICKS / 2]).toBeLessThan(4096);
  });
});
