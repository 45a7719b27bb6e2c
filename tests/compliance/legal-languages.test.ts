import type { Part } from '../../plugins/compliance/pages/templates/blocks.js';
import * as english from '../../plugins/compliance/pages/templates/en/texts.js';
import * as polish from '../../plugins/compliance/pages/templates/pl/texts.js';
import type { TemplateData } from '../../plugins/compliance/pages/templates/template-data.js';

const METHODS = [{ id: 'transfer', label: 'Transfer-7', price: '3.50' }];
const FULL: TemplateData = {
  name: 'Seller-1',
  address: 'Street-2',
  email: 'a@example.test',
  phone: 'Phone-3',
  nip: '5261040828',
  regon: '123456785',
  krs: '0000000001',
  register: 'krs',
  registerCourt: 'Court-4',
  disputes: 'Disputes-5',
  disputeParticipation: 'case',
  returnAddress: 'Returns-6',
  isReturnPaidByShop: false,
  bulkyReturnCost: '150.00',
  orderButton: 'Button-8',
  withdrawalTexts: 'Function-9',
  withdrawalDays: 30,
  withdrawalUrl: 'https://shop.example.test/withdrawal/',
  reportUrl: 'https://shop.example.test/report/',
  shop: {
    payments: METHODS,
    deliveries: [{ id: 'courier', label: 'Courier-10', price: '16.99' }],
    freeDeliveryFrom: '200.00',
    transferDays: 6,
    deliveryTime: 'Days-11',
    attachedPages: ['terms', 'withdrawal', 'privacy'],
    prices: 'gross',
    lowestPriceDays: 45,
    rankingParameters: ['Ranking-12'],
  },
  titles: {
    terms: 'T-terms',
    privacy: 'T-privacy',
    withdrawal: 'T-withdrawal',
    dsa_report: 'T-report',
    returns: 'T-returns',
    complaints: 'T-complaints',
    delivery: 'T-delivery',
    accessibility: 'T-accessibility',
    dsa_reasons: 'T-reasons',
  },
  date: 'Date-13',
};
const EMPTY: TemplateData = {
  ...FULL,
  phone: '',
  nip: '',
  regon: '',
  krs: '',
  register: '',
  registerCourt: '',
  disputes: '',
  disputeParticipation: 'no',
  isReturnPaidByShop: true,
  bulkyReturnCost: '',
  withdrawalUrl: '',
  reportUrl: '',
  shop: {
    ...FULL.shop,
    payments: [],
    deliveries: [],
    freeDeliveryFrom: '',
    transferDays: 0,
    deliveryTime: '',
    attachedPages: [],
    prices: 'exempt',
    lowestPriceDays: 0,
    rankingParameters: [],
  },
};
const CEIDG: TemplateData = { ...FULL, register: 'ceidg', disputeParticipation: 'yes' };

/** Facts of a page that its text states, whatever its language: data, links, numbers, and articles of law. */
function factsOf(text: string): readonly string[] {
  const facts = text.match(/[A-Z][a-z]*-\d+|https?:[^"<\s]+|\b\d+(?:[.,]\d\d)?\b|\b[a-z]+_[a-z_…]+/g) ?? [];
  return [...new Set(facts)].sort();
}

/** Returns the outline of a page: its sections with the kinds of their parts, the number of items, and the facts. */
function outline(parts: readonly Part[]): readonly object[] {
  return parts.map((part) => {
    if ('heading' in part) return { heading: factsOf(part.heading) };
    if ('text' in part) return { text: factsOf(part.text) };
    return { items: part.list.length, ordered: part.ordered === true, facts: factsOf(part.list.join(' ')) };
  });
}

const TYPES = Object.keys(polish) as (keyof typeof polish)[];

describe.each([
  ['all settings', FULL],
  ['no optional settings', EMPTY],
  ['a sole proprietor', CEIDG],
])('legal pages of a shop with %s', (_name, data) => {
  it.each(TYPES)('state the same in Polish and English, section by section: %s', (type) => {
    expect(outline(english[type](data))).toEqual(outline(polish[type](data)));
  });
});

describe('settings in the legal pages', () => {
  const contentOf = (parts: readonly Part[]): string => JSON.stringify(parts);
  it.each([
    ['pl', polish, /CEIDG/, /nie bierze udziału/, /Koszty zwrotu rzeczy ponosimy my/, /szacujemy na najwyżej 150\.00/],
    ['en', english, /CEIDG/, /does not take part/, /We bear the cost/, /no more than 150\.00/],
  ] as const)(
    '%s: state register, dispute resolution and return costs',
    (_locale, texts, register, adr, byShop, bulky) => {
      expect(contentOf(texts.terms(CEIDG))).toMatch(register);
      expect(contentOf(texts.terms(FULL))).toContain('Court-4');
      expect(contentOf(texts.terms(EMPTY))).toMatch(adr);
      expect(contentOf(texts.withdrawal(EMPTY))).toMatch(byShop);
      expect(contentOf(texts.withdrawal(FULL))).toMatch(bulky);
      for (const page of [texts.withdrawal(FULL), texts.returns(FULL)]) expect(contentOf(page)).toContain('Returns-6');
      const exceptions = texts.withdrawal(FULL).find((part) => 'list' in part && part.list.length === 13);
      expect(exceptions).toBeDefined();
    },
  );
});
