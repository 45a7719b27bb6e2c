import { findLowestPrice, type PriceInterval } from '../../plugins/compliance/omnibus/lowest-price.js';
import { findClaim, getClaim, findUnprovenClaim } from '../../plugins/compliance/product/green-claims.js';
import { findMissingSafety } from '../../plugins/compliance/product/safety.js';
import { assertDefined } from '../kit/assert-defined.js';

const NOW = '2026-11-20 12:00:00';
const day = (ago: number): string =>
  new Date(Date.parse('2026-11-20T12:00:00Z') - ago * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/** A price history from steps (days ago, price); the highest price is the regular one. */
function history(...steps: readonly (readonly [ago: number, price: number])[]): PriceInterval[] {
  const regular = Math.max(...steps.map(([, price]) => price));
  return steps.map(([ago, price], index) => ({
    price,
    regular,
    onSale: price < regular,
    from: day(ago),
    to: index + 1 < steps.length ? day(assertDefined(steps[index + 1]?.[0])) : null,
  }));
}

const lowest = (
  steps: PriceInterval[],
  price: number,
  more: { onSale?: boolean; perishable?: boolean; days?: number } = {},
): number | undefined =>
  findLowestPrice(steps, { price, onSale: true, now: NOW, days: 30, perishable: false, ...more })?.price;

describe('lowestPrice before a reduction', () => {
  it('law 02 returns the price before the sale, on its first and twentieth day', () => {
    expect(lowest(history([40, 10_000], [0, 8000]), 8000)).toBe(10_000);
    expect(lowest(history([60, 10_000], [20, 8000]), 8000)).toBe(10_000);
  });

  it('counts 30 days back from the start of the reduction', () => {
    expect(lowest(history([90, 7000], [31, 10_000], [0, 8000]), 8000)).toBe(10_000);
    expect(lowest(history([90, 7000], [29, 10_000], [0, 8000]), 8000)).toBe(7000);
    expect(lowest(history([90, 7000], [50, 10_000], [25, 8000]), 8000)).toBe(7000);
    expect(lowest(history([90, 7000], [50, 10_000], [25, 8000]), 8000, { days: 20 })).toBe(10_000);
  });

  it('treats each further price cut as a new reduction', () => {
    expect(lowest(history([60, 10_000], [10, 8000], [3, 7000]), 7000)).toBe(8000);
    expect(lowest(history([60, 10_000], [10, 8000], [3, 9000]), 9000)).toBe(8000);
  });

  it('law 03 counts a just begun sale from now and ignores a future one', () => {
    expect(lowest(history([40, 7000], [32, 10_000]), 8000)).toBe(10_000);
    expect(lowest(history([40, 7000], [29, 10_000]), 8000)).toBe(7000);
    expect(lowest(history([40, 10_000], [-7, 8000]), 10_000, { onSale: false })).toBe(10_000);
  });

  it('law 04 counts new products from their first day, perishables before the first cut', () => {
    expect(lowest(history([10, 10_000], [5, 9000], [4, 10_000], [0, 8000]), 8000)).toBe(9000);
    const steps = history([60, 6000], [20, 10_000], [10, 8000], [3, 7000]);
    expect(lowest(steps, 7000)).toBe(6000);
    expect(lowest(steps, 7000, { perishable: true })).toBe(10_000);
  });

  it('returns undefined for a product reduced from its first day', () => {
    expect(
      lowest(
        history([5, 8000]).map((price) => ({ ...price, regular: 10_000, onSale: true })),
        8000,
      ),
    ).toBeUndefined();
    expect(lowest([], 8000)).toBeUndefined();
  });

  it('law 01 includes a price that was valid only for a moment', () => {
    const steps = history([60, 10_000], [1, 9000], [1, 10_000], [0, 8000]);
    expect(lowest(steps, 8000)).toBe(9000);
  });

  it('returns the lowest recent price for a product that is not reduced', () => {
    expect(lowest(history([60, 8000], [10, 10_000]), 10_000, { onSale: false })).toBe(8000);
  });
});

describe('product information rules', () => {
  it('law 19 requires a responsible person for a manufacturer outside the EU', () => {
    const contact = (name: string, country = '') => ({
      name,
      address: name && 'Street 5',
      email: name && 'a@example.test',
      url: '',
      country,
    });
    const full = { manufacturer: contact('Maker', 'PL'), responsible: contact(''), warnings: 'Hot' };
    expect(findMissingSafety(full)).toEqual([]);
    expect(findMissingSafety({ ...full, manufacturer: contact('Maker', 'CN') })).toEqual(['responsible']);
    expect(
      findMissingSafety({ ...full, manufacturer: contact('Maker', 'CN'), responsible: contact('Importer') }),
    ).toEqual([]);
    expect(findMissingSafety({ ...full, manufacturer: contact('') })).toEqual(['manufacturer', 'manufacturer_contact']);
  });

  it('law 21 finds general environmental claims, and none in similar words', () => {
    for (const text of [
      'Kubek eko',
      'EKOLOGICZNY płyn',
      'biodegradowalna torba',
      'Eco-friendly cup',
      'przyjazny dla środowiska',
    ])
      expect(findClaim(text)).not.toBe('');
    const forms = [
      'ekologiczna',
      'ekologicznej',
      'ekologicznego',
      'ekologicznym',
      'ekologicznych',
      'ekologicznie',
      'Ekologia',
      'bio',
      'BIO-kosmetyk',
      'z recyklingu',
      'recyklingowy',
      'recyklingowanej',
      'Made of recycled glass',
      'recyclable',
      'kompostowalne worki',
      'przyjazna środowisku',
      'przyjaznych dla planety',
      'neutralny klimatycznie',
      'neutralność dla klimatu',
      'bezemisyjny',
      'carbon-neutral',
      'climate positive',
      'zrównoważonej produkcji',
      'zero waste',
      'organic cotton',
      'bez plastiku',
      'ekotorba',
    ];
    for (const text of forms) expect([text, findClaim(`Kubek ${text} 300 ml`)]).not.toEqual([text, '']);
    expect(findClaim('Torba z&nbsp;RECYKLINGU')).toContain('recykl');
    for (const text of [
      'biologia komórki',
      'bionika',
      'biografia',
      'symbioza',
      'ekonomiczny',
      'ekosystem',
      'rower',
      'inorganic',
      'neutralny kolor',
      'cykl',
    ])
      expect([text, findClaim(text)]).toEqual([text, '']);
    for (const text of ['Ekran 27 cali', 'Dekoracja', 'Zielony kubek', 'Economy chair', 'Fotel żubr'])
      expect([text, findClaim(text)]).toEqual([text, '']);
  });
});

describe('evidence of an environmental claim', () => {
  const product = (validTo: string) => ({
    name: 'Kubek eko',
    shortDescription: '',
    fields: { green_claim: 'Eko', green_evidence: 'Certificate 5', green_valid_to: validTo },
  });

  it('law 21 hides the claim after its last valid day or with an unreadable date', () => {
    for (const written of ['2026-11-20', '20.11.2026', '20-11-2026', '2026-11-20 '])
      expect([
        written,
        getClaim(product(written), '2026-11-20') !== null,
        getClaim(product(written), '2026-11-21'),
      ]).toEqual([written, true, null]);
    expect(getClaim(product('2026-9-30'), '2026-10-01')).toBeNull();
    expect(getClaim(product('1.2.2027'), '2026-11-20')).not.toBeNull();
    for (const written of ['2026-02-30', '31.13.2030', 'next year', '9999'])
      expect([
        written,
        getClaim(product(written), '2026-11-20'),
        findUnprovenClaim(product(written), '2026-11-20'),
      ]).toEqual([written, null, 'eko']);
    expect(getClaim(product(''), '2099-01-01')).not.toBeNull();
  });

  it('law 21 checks the long description too, ignoring markup', () => {
    const record = { name: 'Kubek', shortDescription: '', fields: {} };
    expect(findUnprovenClaim(record, '2026-11-20', '<p>Szkło <b>z recyklingu</b></p>')).toContain('recykl');
    expect(findUnprovenClaim(record, '2026-11-20', '<p class="eko">Szkło</p>')).toBe('');
  });
});
