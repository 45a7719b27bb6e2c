import { letterOf, listValues } from '../../plugins/facet/widget/value-listing';
import type { FacetType } from '../../plugins/facet/settings/facet-types';
import { normalizeName } from '../../plugins/facet/search/normalize';

const KIND = { id: 'autocomplete', label: '', state: 'list', style: { view: 'options', letters: true } };

function listed(labels: readonly string[], find: string) {
  return listValues({
    facet: { hide_empty: false, kind: KIND as unknown as FacetType },
    values: labels.map((label) => ({ key: label, slug: label, label, parent: '', swatch: '' })),
    counts: new Map(),
    selectedSlugs: [],
    find,
  });
}

describe('values of a list', () => {
  it.each([
    ["O'Neill", '’neill'],
    ['O’Neill', "o'n"],
    ['O`Neill', 'o’neill'],
  ])('finds %s by %s, whatever apostrophe is typed', (label, find) => {
    expect(listed([label, 'Nord'], find).values.map((value) => value.label)).toEqual([label]);
  });

  it('offers the first letters that occur, in any alphabet', () => {
    const { letters } = listed(['κόκκινο', 'червен', 'أحمر', '红色', 'Łąka', '12 cm'], '');
    expect([...letters].sort()).toEqual(['#', 'L', 'Κ', 'Ч', 'ا', '红'].sort());
  });

  it('finds the values of a letter of another alphabet', () => {
    expect(listed(['κόκκινο', 'червен'], '^Κ').values.map(({ label }) => label)).toEqual(['κόκκινο']);
    expect(letterOf(normalizeName('Élan'))).toBe('E');
  });

  it('offers no letters where a script has too many', () => {
    const labels = Array.from({ length: 80 }, (_, i) => String.fromCodePoint(0x4e00 + i));
    expect(listed(labels, '').letters).toEqual([]);
  });
});
