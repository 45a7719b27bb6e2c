import { nestedFields } from '../../core/formatting/php/nested-fields.js';
import { parseQuery } from '../../core/formatting/php/query-string.js';
import { parsePhpQuery } from '../../core/rest/index.js';

describe('bracketed field names', () => {
  it.each([
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[5]=1&a[]=2', { a: { 5: '1', 6: '2' } }],
    ['a[b][]=1&a[b][c]=2', { a: { b: { 0: '1', c: '2' } } }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a.b c=1', { a_b_c: '1' }],
    ['a[b.c]=1', { a: { 'b.c': '1' } }],
    ['a[b=1&c[d.e=2', { a_b: '1', c_d_e: '2' }],
    ['a[b]c=1&d[e][f=2', { a: { b: '1' }, d: { e: '2' } }],
    ['[a]=1&=2', {}],
    ['%20a%00b=1', { a: '1' }],
  ])('parses query strings and form bodies alike: %s', (query, fields) => {
    expect(parsePhpQuery(query)).toEqual(fields);
    expect(parseQuery(query)).toEqual(fields);
  });

  it('drops fields nested deeper than 64 levels', () => {
    const name = (steps: number): string => `a${'[b]'.repeat(steps - 1)}`;
    expect([
      ...nestedFields([
        [name(65), '1'],
        ['c', '2'],
      ]).keys(),
    ]).toEqual(['c']);
    expect([...nestedFields([[name(64), '1']]).keys()]).toEqual(['a']);
  });
});
