import type { TaxDisplay } from '../../plugins/store/contract/index.js';
import { includedTax } from '../../plugins/store/money/tax.js';
import { priceHtml, type DisplayedPrice } from '../../plugins/store/prices/price-html.js';
import { createPriceLabels } from '../../plugins/store/prices/price-labels.js';

const deps = {
  i18n: {
    __: (text: string, ...args: (string | number)[]) => text.replace('%s', String(args[0])),
    escHtml: (text: unknown) => String(text).replace(/</g, '&lt;'),
  },
  currency: { format: (minor: number) => (minor / 100).toFixed(2) },
};

describe('amount by tax display', () => {
  it.each<[TaxDisplay, string, string, string]>([
    ['with', '100.00', '100.00', ''],
    ['without', '81.30 net', '81.30 net', ''],
    ['both', '81.30 net / 100.00 gross', '100.00 gross', '81.30 net'],
  ])('shows amounts for tax display %s', (display, text, main, secondary) => {
    const labels = createPriceLabels({ tax: display, hidden: false }, deps);
    expect([labels.price(10_000, 23), labels.main(10_000, 1870), labels.aside(10_000, 1870)]).toEqual([
      text,
      main,
      secondary,
    ]);
  });

  it('shows no amount while prices are hidden', () => {
    const labels = createPriceLabels({ tax: 'both', hidden: true }, deps);
    expect(
      [labels.text(10_000, 1870), labels.main(10_000, 1870), labels.aside(10_000, 1870), labels.price(10_000, 23)].join(
        '',
      ),
    ).not.toMatch(/\d/);
  });

  it('shows one amount without tax', () => {
    expect(createPriceLabels({ tax: 'both', hidden: false }, deps).price(500, 0)).toBe('5.00');
  });

  it.each([23, 8, 5])('rounds net amounts at %d%% half up so that net plus tax equals gross', (rate) => {
    const { price } = createPriceLabels({ tax: 'without', hidden: false }, deps);
    for (let gross = 1; gross < 5000; gross++) {
      const net = Math.floor((gross * 100) / (100 + rate) + 0.5);
      expect([gross, price(gross, rate), net + includedTax(gross, rate)]).toEqual([
        gross,
        `${(net / 100).toFixed(2)} net`,
        gross,
      ]);
    }
  });
});

describe('price per unit', () => {
  const basePrice: DisplayedPrice = {
    price: 1230,
    maxPrice: 1230,
    regular: 1230,
    onSale: false,
    reduced: false,
    saleTo: null,
    unit: 'kg',
    unitContent: 0.5,
  };
  const html = (unitText: string, tax: TaxDisplay = 'with', more: Partial<DisplayedPrice> = {}): string =>
    /price__unit">(.*)<\/span>/.exec(
      priceHtml({ ...basePrice, ...more }, { display: { tax, unitText, hidden: false }, taxRate: 23, ...deps }),
    )?.[1] ?? '';

  it('fills the escaped text template and leaves an empty one out', () => {
    expect([
      html('{price} / {unit}'),
      html('<1 {unit}>: {price}'),
      html('{price} / {unit}', 'without'),
      html(''),
    ]).toEqual(['24.60 / kg', '&lt;1 kg>: 24.60', '20.00 net / kg', '']);
  });

  it('inserts a unit that looks like a placeholder literally', () => {
    expect(html('{price} / {unit}', 'with', { unit: '$& {price}' })).toBe('24.60 / $& {price}');
  });

  it('omits it for price ranges and products without unit', () => {
    expect([
      html('{price} / {unit}', 'with', { maxPrice: 2000 }),
      html('{price} / {unit}', 'with', { unit: '' }),
    ]).toEqual(['', '']);
  });
});
