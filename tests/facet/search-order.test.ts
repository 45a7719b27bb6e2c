import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import { assertDefined } from '../kit/assert-defined.js';
import type { EngineQuery, FacetRecord, SearchTerms } from '../../plugins/facet/engine/types';
import { polishStem, stemsOf } from '../../plugins/facet/search/stems';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: 'relevance',
  page: 1,
  perPage: 96,
  counts: [],
  bounds: [],
};

const named = (names: readonly string[], firstId = 1): FacetRecord[] =>
  randomRecords(names.length, 4, firstId).map((record, i) => ({
    ...record,
    text: { name: assertDefined(names[i]), codes: [], other: '' },
    order: { ...record.order, name: assertDefined(names[i]), rating: 0, available: true },
    docs: [{ values: { category: [i % 2 === 0 ? 'even' : 'odd'] }, numbers: { price: 100 } }],
  }));

async function engineOf(records: readonly FacetRecord[]): Promise<MemoryEngine> {
  const engine = createMemoryEngine({ texts: textSearch });
  await engine.build(
    (async function* () {
      yield records;
    })(),
  );
  return engine;
}

async function found(engine: MemoryEngine, search: string, more: Partial<EngineQuery> = {}): Promise<number[]> {
  const { hits } = await engine.query({ ...ALL, ...more, search });
  return hits.map(({ id }) => id);
}

describe('search ranking', () => {
  it('ranks results by closeness to the typed word', async () => {
    const engine = await engineOf(named(['Lampka biurkowa Kurka', 'Kubek Świt', 'Kubka dwa', 'Kubeł']));
    expect(await found(engine, 'kubka')).toEqual([3, 2, 1]);
  });

  it('reflects changes when a search is repeated', async () => {
    const engine = await engineOf(named(['Lampka biurkowa', 'Kubek']));
    expect([
      await found(engine, 'lampka'),
      await found(engine, 'lampka', { perPage: 1 }),
      await found(engine, 'lamkpa'),
    ]).toEqual([[1], [1], [1]]);
    await engine.apply({ upserts: named(['Lampka nocna'], 3), removals: [] });
    expect((await found(engine, 'lampka')).sort()).toEqual([1, 3]);
    await engine.apply({ upserts: [], removals: [1] });
    expect([await found(engine, 'lampka'), await found(engine, 'lamkpa')]).toEqual([[3], [3]]);
  });

  it('returns the same results and order however the index is split', async () => {
    const all = randomRecords(900, 31);
    const [unsplit, split] = [await engineOf(all), await engineOf(all.slice(0, 500))];
    await split.apply({ upserts: all.slice(500, 700), removals: [] });
    for (const record of all.slice(700)) await split.apply({ upserts: [record], removals: [] });
    for (const search of [
      'krzselo',
      'lapma wełniane',
      'stloe małe',
      'fotele',
      'półek',
      'sku-7',
      'szafa 17',
      'krzeslo stalwoe 3',
      'lampa 399',
      'dywn 12',
      'nothing like it',
    ]) {
      expect([search, await split.query({ ...ALL, search })]).toEqual([
        search,
        await unsplit.query({ ...ALL, search }),
      ]);
    }
  });

  it('tolerates typos when few exact matches exist within the page’s scope', async () => {
    const engine = await engineOf(named(['Kurka jedna', 'Kurkaa dwa', 'Kurkab trzy', 'Kubka cztery']));
    expect(await found(engine, 'kurka')).toEqual([1, 2, 3]);
    expect(
      await found(engine, 'kurka', { scope: [{ key: '', source: 'category', values: ['odd'], operator: 'or' }] }),
    ).toEqual([2, 4]);
  });

  it('returns only the product of an exactly typed code', async () => {
    const engine = await engineOf(
      named(['Kurka', 'Kubka']).map((record, i) => ({
        ...record,
        text: { ...record.text, codes: assertDefined([['kurka'], ['x']][i]) },
      })),
    );
    expect(await found(engine, 'kurka')).toEqual([1]);
  });
});

describe('search with synonyms and stop words', () => {
  const terms: SearchTerms = {
    synonyms: [
      ['sofa', 'kanapa', 'leżanka do spania'],
      ['tv', 'telewizor'],
    ],
    stopWords: ['i', 'lub', 'do'],
  };
  const names = ['Kanapa szara', 'Sofa biała', 'Leżanka szeroka do spania', 'Telewizor', 'Stolik i lampa'];

  it('finds products by synonyms, ranked after literal matches', async () => {
    const engine = await engineOf(named(names));
    expect(await found(engine, 'sofa', { terms })).toEqual([2, 1, 3]);
    expect(await found(engine, 'tv', { terms })).toEqual([4]);
    expect(await found(engine, 'leżanka do spania', { terms })).toEqual([3]);
    expect(await found(engine, 'szara sofa', { terms })).toEqual([1]);
    expect(await found(engine, 'sofa')).toEqual([2]);
  });

  it('ignores stop words unless the search has no others', async () => {
    const engine = await engineOf(named(names));
    expect(await found(engine, 'kanapa i sofa', { terms: { ...terms, synonyms: [] } })).toEqual([]);
    expect(await found(engine, 'lampa do stolika', { terms })).toEqual([5]);
    expect(await found(engine, 'i', { terms })).toEqual([5]);
  });
});

describe('stemming', () => {
  it.each([
    ['kubek', 'kubka', 'kubkami', 'kubki', 'kubkiem', 'kubkow'],
    ['krzeslo', 'krzesla', 'krzesel', 'krzeslem'],
    ['lampa', 'lampy', 'lampami', 'lampie'],
    ['lampka', 'lampek', 'lampce', 'lampki'],
    ['lozko', 'lozka', 'lozek', 'lozkiem'],
    ['drewniany', 'drewniana', 'drewnianego', 'drewnianych'],
    ['fotel', 'fotele', 'fotelu', 'fotelami'],
    ['szafka', 'szafce', 'szafek'],
  ])('reduces all forms of %s to one stem', (...forms) => {
    expect(new Set(forms.map(polishStem)).size).toBe(1);
  });

  it('stems English words, but no codes and short words', () => {
    expect(stemsOf('chairs')).toContain('chair');
    expect(stemsOf('chair')).toContain('chair');
    expect([stemsOf('m8'), stemsOf('xl'), stemsOf('rtx4090')]).toEqual([[], [], []]);
  });
});

describe('search correction and completion', () => {
  it('corrects to the nearest word, preferring the more frequent', async () => {
    const engine = await engineOf(named(['Lampa biała', 'Lampa szara', 'Lamda', 'Stół dębowy']));
    expect(engine.correction?.('lampaa bialla')).toBe('lampa biala');
    expect(engine.correction?.('lamba')).toBe('lampa');
    expect(engine.correction?.('lampa')).toBeUndefined();
    expect(engine.correction?.('xyzzyq')).toBeUndefined();
  });

  it('completes the last word, the most frequent first', async () => {
    const engine = await engineOf(named(['Lampa biała', 'Lampa szara', 'Lampka', 'Stół biały']));
    expect(engine.completions?.('biała la', 5)).toEqual(['biala lampa', 'biala lampka']);
    expect(engine.completions?.('  ', 5)).toEqual([]);
  });
});
