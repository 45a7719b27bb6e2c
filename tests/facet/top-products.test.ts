import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { FacetRecord, Selection } from '../../plugins/facet/engine/types';
import { runSync } from '../../plugins/facet/engine/work';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

async function* inOneBatch(records: readonly FacetRecord[]): AsyncGenerator<readonly FacetRecord[]> {
  yield records;
}

const CODED = 7;

/** Realistic texts: some SKUs look like words, some names start with punctuation. */
const texted = (records: readonly FacetRecord[]): FacetRecord[] =>
  records.map((record) => ({
    ...record,
    text: {
      ...record.text,
      name: record.id % 9 === 0 ? `- ${record.text.name}` : record.text.name,
      codes: [...record.text.codes, ...(record.id % CODED === 0 ? [`LAM-${record.id}`, 'DYWAN'] : [])],
    },
  }));

const WORDS = [
  'lampa',
  'lamap',
  'lampy',
  'lam',
  'l',
  'krzeslo',
  'krzselo',
  'krzesel',
  'dywan',
  'dwyan',
  'sku-12',
  'sku',
  'SKU-140',
  'lam-14',
  '- krzes',
  '- lamap',
  'lampa -',
  'czerwoen',
  'czerwone',
  'meble',
  'mbele',
  'b1',
  'welniane',
  'wełnaine',
  '39',
  '-',
  'nic takiego',
  'lampa mala',
  'lampa malla',
  'xyzxyz',
];
const SCOPES: readonly (readonly Selection[])[] = [
  [],
  [{ key: '', source: 'category', values: ['c1'], operator: 'or' }],
  [
    { key: '', source: 'category', values: ['c3.1'], operator: 'or' },
    { key: '', source: 'color', values: ['k1', 'k4'], operator: 'or' },
  ],
  [{ key: '', source: 'brand', values: ['none'], operator: 'or' }],
];

describe('product suggestion', () => {
  it.each([40, 3000])('returns the top search results of %d products, changed ones included', async (count) => {
    const engine = createMemoryEngine({ texts: textSearch });
    await engine.build(inOneBatch(texted(randomRecords(count, 61))));
    const changed = texted(randomRecords(count / 10, 62, count / 2));
    for (let offset = 0; offset < changed.length; offset += 5)
      await engine.apply({ upserts: changed.slice(offset, offset + 5), removals: [offset + 1] });
    for (const search of WORDS) {
      for (const scope of SCOPES) {
        const { hits } = await engine.query({
          selections: [],
          ranges: [],
          scope,
          search,
          sort: 'relevance',
          page: 1,
          perPage: 50,
          counts: [],
          bounds: [],
        });
        for (const limit of [1, 2, 6, 50])
          expect([search, scope, await engine.suggest(search, scope, limit)]).toEqual([
            search,
            scope,
            hits.slice(0, limit),
          ]);
      }
    }
  });

  it('stops when no remaining product can rank among the first', () => {
    const index = textSearch.createCollector();
    for (const name of ['alpha one', 'alpha two', 'alpha three', 'alpah four'])
      index.add(textSearch.prepare({ name, codes: [], other: '' }));
    const text = runSync(index.finish(Uint32Array.of(0, 1, 2, 3), Uint32Array.of(2, 0, 1, 3)));
    const visited: number[] = [];
    const visit = (product: number): boolean => visited.push(product) < 2;
    expect(text.visitNearest(textSearch.read('alpla'), true, visit, () => visited.length >= 2)).toBe(true);
    expect(visited).toEqual([2, 0]);
  });
});
