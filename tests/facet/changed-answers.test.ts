import { gzipSync } from 'node:zlib';
import { asBrowsersWrite } from '../../plugins/facet/rest/browser-html';
import { partTag } from '../../plugins/facet/rest/answer-tags';
import type { CommandOutput } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases';
import { bootSite, type TestSite } from '../kit/site';
import { randomStream } from './random-records';
import { present } from '../kit/present.js';

const PARTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type Part = (typeof PARTS)[number];
type Query = Readonly<Record<string, string>>;
type Whole = Readonly<Record<Part, string>> & { readonly found: number; readonly count_text: string };
type Answer = Partial<Whole> & { readonly changes?: Partial<Record<Part, (number | string)[]>> };

const QUIET: CommandOutput = {
  line: () => undefined,
  warn: () => undefined,
  rows: () => undefined,
  progress: () => ({ update: () => undefined, stop: () => undefined }),
};
const CLICKS = 60;

function changed(text: string, steps: readonly (number | string)[]): string {
  let made = '';
  for (let i = 0, at = 0; i < steps.length; i += 3) {
    at += Number(steps[i]);
    made += text.slice(at, at + Number(steps[i + 1])) + String(steps[i + 2]);
    at += Number(steps[i + 1]);
  }
  return made;
}

const written = (answer: Answer): Record<Part, string> =>
  Object.fromEntries(PARTS.map((part) => [part, asBrowsersWrite(answer[part] ?? '')])) as Record<Part, string>;
const tagsOf = (html: Readonly<Record<Part, string>>): Record<string, string> =>
  Object.fromEntries(PARTS.map((part) => [part, partTag(html[part])]));

describe.each(defaultEngines)('partial filter response on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
  });
  afterAll(() => site?.close());

  async function send(body: object): Promise<{ text: string; answer: Answer }> {
    const text = await (
      await fetch(`${site.url}/wp-json/facet/v1/filter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).text();
    return { text, answer: JSON.parse(text) as Answer };
  }
  const whole = async (query: Query): Promise<{ text: string; answer: Whole }> => {
    const { text, answer } = await send({ query });
    return { text, answer: answer as Whole };
  };

  /** Goes to a choice as the script does, from one whose fragments it holds. */
  async function click(
    query: Query,
    from: Query,
    held: Readonly<Record<Part, string>>,
  ): Promise<{ html: Record<Part, string>; bytes: number; answer: Answer }> {
    const { text, answer } = await send({ query, have: { query: from, tags: tagsOf(held) } });
    const html = Object.fromEntries(
      PARTS.map((part) => {
        const steps = answer.changes?.[part];
        const whole = answer[part];
        if (whole !== undefined) return [part, asBrowsersWrite(whole)];
        return [part, steps ? changed(held[part], steps) : held[part]];
      }),
    ) as Record<Part, string>;
    return { html, bytes: gzipSync(text).length, answer };
  }

  /** A choice that the page offers besides, or one that is taken back. */
  function next(query: Query, html: string, random: () => number): Query {
    const pick = <T>(list: readonly T[]): T => present(list[Math.floor(random() * list.length)]);
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
    ].map(([, name, value]): [string, string] => [present(name), present(value)]);
    return offered.length === 0 ? {} : { ...rest, ...Object.fromEntries([pick(offered)]) };
  }

  /** Clicks about at random; each outcome is held against what the choice is answered with whole. */
  async function walk(seed: number): Promise<number[]> {
    const random = randomStream(seed);
    const bytes: number[] = [];
    let query: Query = {};
    let html = written((await whole(query)).answer);
    for (let i = 0; i < CLICKS; i++) {
      const to = Object.keys(query).length > 4 ? {} : next(query, html.facets_html, random);
      const went = await click(to, query, html);
      expect(went.html).toEqual(written((await whole(to)).answer));
      bytes.push(went.bytes);
      [query, html] = [to, went.html];
    }
    return bytes.sort((a, b) => a - b);
  }

  it('W24 sends only differences, under 4 KB in the median, that reproduce the page', async () => {
    const bytes = await walk(3);
    expect(bytes[CLICKS / 2]).toBeLessThan(4096);
  });

  it('keeps the plain response unchanged: six complete fields', async () => {
    const query = { sf_stock: 'instock', sf_orderby: 'price' };
    const before = await whole(query);
    expect(Object.keys(before.answer).sort()).toEqual([
      'count_text',
      'facets_html',
      'found',
      'pagination_html',
      'results_html',
      'toolbar_html',
    ]);
    const from = written((await whole({})).answer);
    expect((await click(query, {}, from)).answer.facets_html).toBeUndefined();
    expect((await whole(query)).text).toBe(before.text);
  });

  it('sends complete fragments where the client holds others', async () => {
    const query = { sf_stock: 'instock' };
    const from = written((await whole({})).answer);
    const { answer } = await send({ query, have: { query: {}, tags: { ...tagsOf(from), results_html: 'other' } } });
    const { answer: plain } = await whole(query);
    expect(answer.results_html).toBe(plain.results_html);
    expect([answer.facets_html, answer.toolbar_html]).toEqual([undefined, undefined]);
    const strange = await send({ query, have: { query: { sf_stock: 'outofstock' }, tags: tagsOf(from) } });
    expect(written(strange.answer).facets_html).toBe(written(plain).facets_html);
    for (const have of [{}, { query: {} }, { tags: {} }, { query: {}, tags: {} }]) {
      const { answer: said } = await send({ query, have });
      expect(PARTS.map((part) => said[part])).toEqual(PARTS.map((part) => plain[part]));
    }
  });

  it('sends almost nothing when the client holds the fragments', async () => {
    const query = { sf_stock: 'instock' };
    const { answer, html } = await click(query, query, written((await whole(query)).answer));
    expect(Object.keys(answer).sort()).toEqual(['changes', 'count_text', 'found']);
    expect(answer.changes).toEqual({});
    expect(html).toEqual(written((await whole(query)).answer));
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

  it('W23 answers GET with an ETag and 304 until something changes', async () => {
    const ask = (tag?: string): Promise<Response> =>
      fetch(`${site.url}/wp-json/facet/v1/fragments?query[sf_q]=lampa`, {
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      });
    const first = await ask();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control'), tag]).toEqual([
      200,
      'private, no-cache',
      expect.stringMatching(/^W\/"/),
    ]);
    expect(await first.json()).toEqual((await whole({ sf_q: 'lampa' })).answer);
    const second = await ask(`"other", ${tag}`);
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
    const third = await ask(tag);
    expect([third.status, JSON.stringify(await third.json()).includes('Lampa Zmieniona')]).toEqual([200, true]);
  });

  it('W24 keeps responses small with 1,000 more products', async () => {
    const generate = site.site.plugins.registries.commands
      .all()
      .find(({ value }) => value.name.startsWith('store generate'));
    await site.inContext(() => generate?.value.run(['1000'], {}, QUIET));
    for (let i = 0; i < 600 && (await whole({})).answer.found < 1000; i++)
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await whole({})).answer.found).toBeGreaterThan(1000);
    const bytes = await walk(5);
    expect(bytes[CLICKS / 2]).toBeLessThan(4096);
  });
});
