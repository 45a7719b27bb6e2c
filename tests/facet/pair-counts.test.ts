import { countPairs, type CountedRows, type PairCounts } from '../../plugins/facet/engine/pair-counts';
import { runSync } from '../../plugins/facet/engine/work';
import { randomStream } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

/** The values of every document, grouped by product; products with one document come first. */
type Products = readonly (readonly (readonly number[])[])[];

function productsOf(singles: number, groups: number, values: number, seed = 1): Products {
  const random = randomStream(seed);
  const doc = (): number[] =>
    [...new Set(Array.from({ length: Math.floor(random() * 5) }, () => Math.floor(random() * values)))].sort(
      (a, b) => a - b,
    );
  return [
    ...Array.from({ length: singles }, () => [doc()]),
    ...Array.from({ length: groups }, () => Array.from({ length: 2 + Math.floor(random() * 3) }, doc)),
  ];
}

function rowsOf(products: Products): CountedRows {
  const docs = products.flat();
  const running = (lengths: readonly number[]): Uint32Array => {
    const out = new Uint32Array(lengths.length + 1);
    lengths.forEach((length, i) => (out[i + 1] = assertDefined(out[i]) + length));
    return out;
  };
  return {
    docs: docs.length,
    singles: products.filter((product) => product.length === 1).length,
    products: products.length,
    firstDoc: running(products.map((product) => product.length)),
    rowStart: running(docs.map((row) => row.length)),
    rowValues: Uint16Array.from(docs.flat()),
  };
}

function naive(products: Products, value: number, values: number): number[] {
  const counts = new Array<number>(values).fill(0);
  for (const docs of products)
    for (const other of new Set(docs.filter((row) => row.includes(value)).flat()))
      counts[other] = (counts[other] ?? 0) + 1;
  return counts;
}

function everything(pairs: PairCounts, values: number): number[][] {
  return Array.from({ length: values }, (_, value) => [...pairs.countsFor(value)]);
}

const counted = (rows: CountedRows, values: number): PairCounts => runSync(countPairs(rows, values)) as PairCounts;

describe('pair counting', () => {
  const VALUES = 12;

  it.each([
    ['with one variation each', 2000, 0],
    ['with several variations each', 0, 900],
    ['with one or several variations', 1500, 300],
  ])('counts products with two values on one variation: products %s', (_kind, singles, groups) => {
    const products = productsOf(singles, groups, VALUES);
    const pairs = counted(rowsOf(products), VALUES);
    expect(everything(pairs, VALUES)).toEqual(
      Array.from({ length: VALUES }, (_, value) => naive(products, value, VALUES)),
    );
  });

  it('excludes removed products', () => {
    const products = productsOf(1900, 200, VALUES, 2);
    const pairs = counted(rowsOf(products), VALUES);
    const removed = [0, 7, 1899, 1900, 1950, 2099];
    for (const ordinal of removed) pairs.remove(ordinal);
    const left = products.filter((_, ordinal) => !removed.includes(ordinal));
    expect(everything(pairs, VALUES)).toEqual(Array.from({ length: VALUES }, (_, value) => naive(left, value, VALUES)));
  });

  it('runs from 2,000 documents up to 2,000 values and reports its bytes', () => {
    const tooFew = rowsOf(productsOf(1999, 0, 2));
    const enough = rowsOf(productsOf(2000, 0, 2));
    expect(runSync(countPairs(tooFew, 2))).toBeUndefined();
    expect(counted(enough, 2).bytes).toBe(2 * 2 * 4);
    expect(counted(enough, 2000).bytes).toBe(2000 * 2000 * 4);
    expect(runSync(countPairs(enough, 2001))).toBeUndefined();
  });

  it('pauses at least every five hundred products while building', () => {
    const steps = (rows: CountedRows): number => {
      const work = countPairs(rows, VALUES);
      let stepCount = 0;
      while (work.next().done !== true) stepCount++;
      return stepCount;
    };
    expect(steps(rowsOf(productsOf(2048, 0, VALUES)))).toBe(4);
    expect(steps(rowsOf(productsOf(0, 2048, VALUES)))).toBe(4);
  });
});
