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
const only = (one: ExaminedFacet) => examine([one]);

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

  it('includes earlier merges and keeps other edits', () => {
    const one = facet('brand', 'tax:product_brand', [
      ['dab', 'Dab', 1],
      ['dab-2', 'Dąb', 7],
    ]);
    const [finding] = only({
      ...one,
      facet: {
        ...one.facet,
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
