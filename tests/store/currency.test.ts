import { createCurrency } from '../../plugins/store/money/currency.js';
import { createPriceLabels } from '../../plugins/store/prices/price-labels.js';

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('currency', () => {
  let stored: unknown = 'PLN';
  let language = 'pl_PL';
  const currency = createCurrency({
    getOption: async <T>(name: string, otherwise?: unknown) =>
      (name === 'store_currency' ? (stored ?? otherwise) : otherwise) as T,
    locale: () => language,
  });
  const load = async (choice: unknown): Promise<void> => {
    stored = choice;
    await currency.load();
  };

  it('formats amounts in the reader’s language', async () => {
    await load('PLN');
    expect(plain(currency.format(123_456))).toBe('1 234,56 zł');
    language = 'en_US';
    expect(plain(currency.format(123_456))).toBe('PLN 1,234.56');
    language = 'pl_PL';
    expect(plain(currency.format(-5))).toBe('-0,05 zł');
    expect([currency.code(), currency.decimals(), currency.formatDecimal(1250), currency.formatDecimal(7)]).toEqual([
      'PLN',
      2,
      '12.50',
      '0.07',
    ]);
  });

  it('uses the digits of the currency and follows a changed setting', async () => {
    await load('JPY');
    expect([currency.code(), currency.decimals(), currency.formatDecimal(1250)]).toEqual(['JPY', 0, '1250']);
    expect(plain(currency.format(1250))).toBe('1250 JPY'.replace('1250', '1 250'));
    await load('KWD');
    expect([currency.decimals(), currency.formatDecimal(1250)]).toEqual([3, '1.250']);
    await load('EUR');
    expect(plain(currency.format(1250))).toBe('12,50 €');
  });

  it.each([['eur'], ['EURO'], ['EU'], ['XEURO'], [''], [7], [null], [['EUR']]])(
    'falls back to PLN for the invalid setting %j',
    async (choice) => {
      await load('JPY');
      await load(choice);
      expect([currency.code(), currency.decimals()]).toEqual(['PLN', 2]);
    },
  );
});

describe('price label', () => {
  const i18n = { __: (text: string, ...values: unknown[]) => text.replace('%s', String(values[0])) };
  const currency = { format: (minor: number) => String(minor) };
  const labelsFor = (display: 'with' | 'without' | 'both', tax: number): unknown[] => {
    const {
      text,
      main,
      aside: secondary,
      showsNet,
      price,
    } = createPriceLabels({ tax: display, hidden: false }, { i18n, currency });
    return [text(123, tax), main(123, tax), secondary(123, tax), showsNet, price(123, 23)];
  };

  it('shows gross, net or both amounts according to the tax setting', () => {
    expect(labelsFor('with', 23)).toEqual(['123', '123', '', false, '123']);
    expect(labelsFor('without', 23)).toEqual(['100 net', '100 net', '', true, '100 net']);
    expect(labelsFor('both', 23)).toEqual(['100 net / 123 gross', '123 gross', '100 net', true, '100 net / 123 gross']);
    expect(labelsFor('both', 0)).toEqual(['123', '123', '', true, '100 net / 123 gross']);
  });
});
