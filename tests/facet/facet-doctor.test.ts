import { examine, type ExaminedFacet } from '../../plugins/facet/admin/facet-doctor';

const facet = (
  slug: string,
  source: string,
  values: readonly (readonly [slug: string, label: string, count: number])[],
  covered = 10,
): ExaminedFacet => ({
  facet: { slug, label: slug, type: 'checkbox', source },
  values: values.map(([value, label, count]) => ({ slug: value, label, count })),
  coveredProducts: covered,
});
const only = (examined: ExaminedFacet) => examine([examined]);

describe('facet doctor', () => {
  it('finds nothing wrong with a sound facet', () => {
    expect(
      only(
        facet('color', 'tax:pa_color', [
          ['red', 'Red', 3],
          ['blue', 'Blue', 2],
        ]),
      ),
    ).toEqual([]);
  });

  it('merges values equal but for case, accents and spaces into the commonest', () => {
    const [finding] = only(
      facet('brand', 'tax:product_brand', [
        ['dab', 'dab', 1],
        ['dab-2', 'Dąb ', 7],
        ['nord', 'Nord', 3],
      ]),
    );
    expect(finding).toMatchObject({ kind: 'alike', fix: { values: [{ value: 'dab-2', merged: ['dab'] }] } });
  });

  it.each([
    ['15 l', '1.5 l'],
    ['-5 °C', '5 °C'],
    ['C', 'C+'],
    ['C', 'C#'],
    ['A-1', 'A1'],
  ])('never offers to merge %s and %s, since a sign tells them apart', (first, second) => {
    expect(
      only(
        facet('volume', 'tax:pa_volume', [
          ['one', first, 3],
          ['other', second, 2],
        ]),
      ),
    ).toEqual([]);
  });

  it.each([
    ['T-shirt', 'tshirt'],
    ['Coca-Cola', 'Coca Cola'],
    ['10l', '10 l'],
    ["O'Neill", 'O’Neill'],
  ])('offers to merge %s and %s, which differ in spelling only', (first, second) => {
    const findings = only(
      facet('brand', 'tax:product_brand', [
        ['one', first, 3],
        ['other', second, 2],
      ]),
    );
    expect(findings.map(({ kind }) => kind)).toEqual(['alike']);
  });

  it('never offers to merge categories of one name under different parents', () => {
    const categories = facet('category', 'tax:product_cat', [
      ['trousers', 'Trousers', 2],
      ['trousers-2', 'Trousers', 4],
    ]);
    const values = categories.values.map((value, i) => ({ ...value, parent: String(i) }));
    expect(only({ ...categories, values })).toEqual([]);
  });

  it('includes earlier merges and keeps other edits', () => {
    const brand = facet('brand', 'tax:product_brand', [
      ['dab', 'Dab', 1],
      ['dab-2', 'Dąb', 7],
    ]);
    const [finding] = only({
      ...brand,
      facet: {
        ...brand.facet,
        values: [
          { value: 'dab', merged: ['old'] },
          { value: 'dab-2', pinned: true },
        ],
      },
    });
    expect(finding?.fix?.values).toEqual([{ value: 'dab-2', pinned: true, merged: ['dab', 'old'] }]);
  });

  it('shortens a too long name between words', () => {
    const [finding] = only(
      facet('material', 'tax:pa_material', [
        ['oak', 'Solid oak from certified forests of the north, oiled by hand', 3],
      ]),
    );
    expect(finding).toMatchObject({
      kind: 'long',
      fix: { values: [{ value: 'oak', label: 'Solid oak from certified forests of…' }] },
    });
  });

  it('reports unused facets, legal fields and texts unique per product', () => {
    const texts = Array.from({ length: 25 }, (_, i): readonly [string, string, number] => [`t${i}`, `Text ${i}`, 1]);
    const found = examine([
      facet('none', 'tax:pa_none', [], 0),
      facet('safety', 'field:safety_info', []),
      facet('story', 'field:story', texts, 25),
      facet('mood', 'field:mood', [['a', 'A', 9]]),
    ]);
    expect(found.map(({ kind, facet: { slug }, fix }) => [kind, slug, fix])).toEqual([
      ['private', 'safety', undefined],
      ['private', 'story', undefined],
      ['unused', 'none', undefined],
    ]);
  });
});
