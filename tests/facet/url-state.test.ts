import fc from 'fast-check';
import {
  EMPTY_STATE,
  type FilterState,
  parseState,
  toParams,
  toQuery,
} from '../../plugins/facet/url-state/filter-state';
import { builtInTypes } from '../../plugins/facet/settings/built-in-types';
import { type Facet, withDefaults } from '../../plugins/facet/settings/facet-types';
import { SORTS } from '../../plugins/facet/engine/types';
import { pageLinks } from '../../plugins/facet/widget/pagination';

const TYPES = builtInTypes({ __: (text) => text, locale: () => 'en_US' });
function facet(slug: string, type: string): Facet {
  const kind = TYPES.find(({ id }) => id === type);
  if (!kind) throw new Error(type);
  return withDefaults({ slug, label: slug, type, source: `tax:${slug}` }, kind);
}
const FACETS = [
  facet('color', 'checkbox'),
  facet('size', 'radio'),
  { ...facet('price', 'range_slider'), source: 'price' },
  facet('brand', 'dropdown'),
  { ...facet('temperature', 'range_slider'), source: 'field:temperature' },
];
const any = (_facet: Facet, value: string): string => value;
const read = (query: Record<string, unknown>): FilterState => parseState(query, FACETS, any);
/** Decodes a query string as browsers and the server do. */
const decoded = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

const value = fc
  .string({ minLength: 1, maxLength: 20 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const end = fc.option(fc.double({ min: 0, max: 99_999, noNaN: true }).map((number) => Math.round(number * 100) / 100));
const state: fc.Arbitrary<FilterState> = fc
  .record({
    colors: fc.uniqueArray(value, { maxLength: 4 }),
    size: fc.option(value),
    min: end,
    max: end,
    search: fc.string({ maxLength: 30 }),
    orderby: fc.constantFrom(...SORTS),
    page: fc.integer({ min: 1, max: 500 }),
  })
  .map(({ colors, size, min, max, search, orderby, page }) => {
    const text = search.replace(/\s+/g, ' ').trim();
    return {
      values: new Map<string, readonly string[]>([
        ...(colors.length > 0 ? [['color', [...colors].sort((a, b) => (a < b ? -1 : 1))] as const] : []),
        ...(size === null ? [] : [['size', [size]] as const]),
      ]),
      ranges: new Map(
        min === null && max === null
          ? []
          : [['price', min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }]],
      ),
      search: text,
      orderby: orderby === 'relevance' && text === '' ? '' : orderby,
      page,
    };
  });

describe('filter state in the URL', () => {
  it.each([
    ['21,90', '25', 21.9, 25],
    ['21.90', '', 21.9, null],
    ['1 234,50', '2 000', 1234.5, 2000],
    ['1\u00a0000', "1'500.5", 1000, 1500.5],
  ])('reads a price typed as %s and %s', (min, max, low, high) => {
    expect(read({ sf_price: { min, max } }).ranges.get('price')).toEqual({ min: low, max: high });
  });

  it('decision facet 2 survives a round trip through the URL', () => {
    fc.assert(
      fc.property(state, (urlState) => {
        expect(read(decoded(toQuery(toParams(urlState, FACETS))))).toEqual(urlState);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  it('tells values with a comma from values with an encoded comma', () => {
    for (const values of [['a%2Cb', 'a,b'], ['a%252Cb'], ['%2C', ',']]) {
      const urlState = { ...read({}), values: new Map([['color', [...values].sort()]]) };
      expect(read(decoded(toQuery(toParams(urlState, FACETS)))).values.get('color')).toEqual([...values].sort());
    }
  });

  it('S4 writes one spelling per state', () => {
    const spellings = [
      { sf_color: 'red,blue', sf_price: '10-50' },
      { sf_price: { min: '10', max: '50' }, sf_color: ['blue', 'red'] },
      { sf_color: ['red,blue', 'red'], sf_price: '50..10' },
      { sf_color: { 0: 'red', 1: 'blue' }, sf_price: '10,0-50.00', sf_paged: '1', sf_orderby: '' },
    ];
    expect(new Set(spellings.map((query) => toQuery(toParams(read(query), FACETS))))).toEqual(
      new Set(['?sf_color=blue,red&sf_price=10-50']),
    );
  });

  it.each([
    ['10-50', { min: 10, max: 50 }],
    ['10-', { min: 10, max: null }],
    ['-50', { min: null, max: 50 }],
    ['9.99-10,5', { min: 9.99, max: 10.5 }],
    ['50-10', { min: 10, max: 50 }],
    ['10..50', { min: 10, max: 50 }],
    ['..5', { min: null, max: 5 }],
  ])('reads the range %s', (text, range) => {
    expect(read({ sf_price: text }).ranges.get('price')).toEqual(range);
  });

  it.each([
    ['-5..5', { min: -5, max: 5 }],
    ['-5-5', { min: -5, max: 5 }],
    ['-10--5', { min: -10, max: -5 }],
    ['-10-', { min: -10, max: null }],
    ['--5', { min: null, max: -5 }],
  ])('reads the range %s of numbers that can be negative', (text, range) => {
    expect(read({ sf_temperature: text }).ranges.get('temperature')).toEqual(range);
  });

  it.each([
    ['-5..10', { min: null, max: 10 }],
    ['-10--5', undefined],
  ])('ignores negative bounds of the price range %s', (text, range) => {
    expect(read({ sf_price: text }).ranges.get('price')).toEqual(range);
  });

  it.each([
    'NaN-NaN',
    '10-NaN',
    '-',
    '',
    'abc',
    '1-2-3',
    '1e9-2',
    'Infinity-',
    '..',
    '10',
    '0x10-',
    '1,000-',
    '10-2,500',
    { min: '1,000', max: '' },
    '٣-٤',
    { min: 'x', max: '1' },
    ['1', '2'],
    null,
  ])('W1 treats the range %j as none', (text) => {
    expect(read({ sf_price: text }).ranges.size).toBe(0);
  });

  it('reads arbitrary input without failing and within limits', () => {
    const anything = fc.dictionary(
      fc.constantFrom(
        'sf_color',
        'sf_size',
        'sf_price',
        'sf_q',
        'sf_orderby',
        'sf_paged',
        '__proto__',
        'constructor',
        'sf_',
      ),
      fc.oneof(fc.string(), fc.anything()),
    );
    fc.assert(
      fc.property(anything, (query) => {
        const found = read(query);
        expect(found.page).toBeGreaterThanOrEqual(1);
        expect(found.search.length).toBeLessThanOrEqual(200);
        expect(SORTS).toContain(found.orderby);
        expect(toQuery(toParams(found, FACETS))).toMatch(/^\?[\x21-\x7e]*$/);
      }),
      { numRuns: 500, seed: 6 },
    );
  });

  it('W32 limits a facet to 100 values and a search to 200 characters', () => {
    const found = read({
      sf_color: Array.from({ length: 5000 }, (_, i) => `v${i}`).join(','),
      sf_q: '😀'.repeat(300),
      sf_paged: '99999999999',
    });
    expect(found.values.get('color')).toHaveLength(100);
    expect([...found.search]).toHaveLength(200);
    expect(found.page).toBe(1);
  });

  it('reads a single value for single-choice facets and ignores unknown values', () => {
    const found = parseState({ sf_size: 'm,l', sf_color: 'red,gone' }, FACETS, (_facet, slug) =>
      slug === 'gone' ? undefined : slug,
    );
    expect(found.values).toEqual(
      new Map([
        ['color', ['red']],
        ['size', ['m']],
      ]),
    );
  });

  it('drops the relevance order without a search', () => {
    expect(read({ sf_orderby: 'relevance' })).toEqual(EMPTY_STATE);
    expect(read({ sf_orderby: 'relevance', sf_q: 'x' }).orderby).toBe('relevance');
  });
});

describe('pagination', () => {
  const renderLinks = (page: number, pages: number): string =>
    pageLinks(page, pages)
      .map(({ number, current, gap }) => {
        if (gap) return '…';
        return current ? `[${number}]` : number;
      })
      .join(' ');
  it.each([
    [1, 1, '[1]'],
    [1, 2, '[1] 2'],
    [3, 5, '1 2 [3] 4 5'],
    [1, 9, '[1] 2 3 … 9'],
    [5, 9, '1 2 3 4 [5] 6 7 8 9'],
    [50, 8334, '1 … 48 49 [50] 51 52 … 8334'],
    [8334, 8334, '1 … 8332 8333 [8334]'],
  ])('W24 lists few links on page %d of %d', (page, pages, expected) =>
    expect(renderLinks(page, pages)).toBe(expected),
  );
});
