import { normalizeForSearch } from '../../core/api/index.js';

describe('normalizeForSearch', () => {
  it.each([
    ['Łóżko dębowe', 'lozko debowe'],
    ['ŁÓŻKO', 'lozko'],
    ['Straße', 'strasse'],
    ['GROẞ', 'gross'],
    ['Æther Œuvre', 'aether oeuvre'],
    ['Ðŋŧ', 'dnt'],
    ['İstanbul', 'istanbul'],
    ['ﬁrana', 'firana'],
    ['Acme™', 'acmetm'],
    ['Chanel №5', 'chanel no5'],
    ['Nº 5', 'no 5'],
    ['20 ㎏', '20 kg'],
    ['ſieben', 'sieben'],
    ['Ĺ', 'l'],
    ['ĸ', 'k'],
    ['漢字 🐢', '漢字 🐢'],
    ['a  B', 'a  b'],
    ['', ''],
  ])('normalizes %s to %s and leaves the result unchanged', (text, folded) => {
    expect(normalizeForSearch(text)).toBe(folded);
    expect(normalizeForSearch(folded)).toBe(folded);
  });
});
