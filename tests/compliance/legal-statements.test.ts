import type { Post } from '../../core/api/index.js';
import { parsePage } from '../../plugins/compliance/checks/visible-element.js';
import { compareSections, findPresence } from '../../plugins/compliance/checks/legal-text/compare.js';
import { expectPage, type ExpectedPage } from '../../plugins/compliance/checks/legal-text/expected-page.js';
import { findTradeProblems } from '../../plugins/compliance/checks/legal-text/methods.js';
import { type PageSection, readSections } from '../../plugins/compliance/checks/legal-text/passages.js';
import { examinePage } from '../../plugins/compliance/checks/legal-text/page-text.js';
import {
  LEGAL_PAGE_TYPES,
  type LegalPageType,
  PAGE_LOCALES,
  PAGE_TITLES,
  type PageLocale,
} from '../../plugins/compliance/pages/page-type.js';
import { renderTemplate } from '../../plugins/compliance/pages/templates/registry.js';
import type { TemplateData } from '../../plugins/compliance/pages/templates/template-data.js';

const i18n = {
  __: (text: string, ...values: readonly unknown[]): string =>
    text.replace(/%(?:(\d)\$)?[sd]/g, (_all, number: string | undefined) =>
      String(values[number ? Number(number) - 1 : 0]),
    ),
  _n: (single: string) => single,
  getSiteLanguages: () => [...PAGE_LOCALES],
};

/** Data of a shop that uses everything the templates know. */
const dataOf = (locale: PageLocale): TemplateData => ({
  name: 'Łóżka &amp; Spółka',
  address: 'ul. Długa 1, 00-001 Warszawa',
  email: 'sklep@example.test',
  phone: '+48 22 000 00 00',
  nip: '526-104-08-28',
  regon: '123456785',
  krs: '0000123456',
  register: 'krs',
  registerCourt: 'Sąd Rejonowy w Warszawie',
  disputes:
    locale === 'pl_PL'
      ? 'Konsument może skorzystać z mediacji wojewódzkiego inspektora Inspekcji Handlowej.'
      : 'Consumers can use mediation by the Polish Trade Inspection.',
  disputeParticipation: 'case',
  returnAddress: 'Magazyn, ul. Krótka 5, 00-002 Warszawa',
  isReturnPaidByShop: false,
  bulkyReturnCost: '150,00 zł',
  orderButton: locale === 'pl_PL' ? 'Zamawiam z obowiązkiem zapłaty' : 'Order with an obligation to pay',
  withdrawalTexts: locale === 'pl_PL' ? 'Odstąp od umowy tutaj' : 'Withdraw from the contract here',
  withdrawalDays: 30,
  withdrawalUrl: 'https://shop.example.test/withdrawal/',
  reportUrl: 'https://shop.example.test/report/',
  shop: {
    payments: [
      { id: 'transfer', label: 'Przelew', price: '' },
      { id: 'cod', label: 'Płatność przy odbiorze', price: '5,00 zł' },
    ],
    deliveries: [
      { id: 'courier', label: 'Kurier', price: '15,00 zł' },
      { id: 'locker', label: 'Automat paczkowy', price: '12,50 zł' },
    ],
    freeDeliveryFrom: '200,00 zł',
    transferDays: 7,
    deliveryTime: locale === 'pl_PL' ? '1–3 dni robocze' : '',
    attachedPages: ['terms', 'withdrawal'],
    prices: 'gross',
    lowestPriceDays: 30,
    rankingParameters: locale === 'pl_PL' ? ['wybór sklepu', 'zapas'] : ['the shop’s choice', 'stock'],
  },
  titles: PAGE_TITLES[locale],
  date: '28 listopada 2026 r.',
});

/** Passages that no law requires, by the words they begin with: introductions and advice. */
const FREE_PASSAGES = [
  /^Sprzedawca bezpłatnie świadczy|^The Seller provides these services/,
  /^\(\*\) (?:Niepotrzebne|Delete)/,
  /^(?:Data|Date)$/,
  // Another passage of the page names the bank transfer.
  /^Przelew$/,
  /^Zabezpiecz przesyłkę|^Pack them well/,
  /^(?:numer zamówienia albo|opis wady|żądanie,|dane do odpowiedzi|the order number or|a description of the defect|what you request|where we should send)/,
];

const CASES = LEGAL_PAGE_TYPES.flatMap((type) => PAGE_LOCALES.map((locale) => [type, locale] as const));
const expectedOf = (type: LegalPageType, locale: PageLocale): ExpectedPage =>
  expectPage({ type, locale, data: dataOf(locale) }, i18n);
const contentOf = (type: LegalPageType, locale: PageLocale): string => renderTemplate(type, locale, dataOf(locale));
const sectionsOf = (content: string): readonly PageSection[] => readSections(parsePage(content));
const notStated = (page: ExpectedPage, content: string): string[] => {
  const sections = sectionsOf(content);
  return [
    ...page.statements.filter((statement) => findPresence(statement, page, sections) !== 'stated').map(({ id }) => id),
    ...findTradeProblems(page, sections, '', i18n),
  ];
};
const BLOCK = /<(p|li)>([\s\S]*?)<\/\1>/g;

/** The data of a shop that has only what it must have. */
const leastOf = (locale: PageLocale): TemplateData => ({
  ...dataOf(locale),
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
    ...dataOf(locale).shop,
    payments: [],
    deliveries: [],
    freeDeliveryFrom: '',
    transferDays: 0,
    deliveryTime: '',
    attachedPages: [],
    lowestPriceDays: 0,
    rankingParameters: [],
  },
});

describe.each(CASES)('statements of the page %s in %s', (type, locale) => {
  const page = expectedOf(type, locale);
  const content = contentOf(type, locale);

  it('are all in the generated text', () => {
    expect(notStated(page, content)).toEqual([]);
    expect(page.statements.length).toBeGreaterThan(2);
    expect(page.statements.filter(({ section }) => section === '')).toEqual([]);
  });

  it('miss each passage that is taken out', () => {
    const unnoticed = [...content.matchAll(BLOCK)]
      .map(([block, , html = '']) => [parsePage(html).text, notStated(page, content.replace(block, ''))] as const)
      .filter(([text, missing]) => missing.length === 0 && !FREE_PASSAGES.some((free) => free.test(text)));
    expect(unnoticed.map(([text]) => text)).toEqual([]);
  });

  it('miss each section that is taken out', () => {
    const unnoticed = content
      .split(/(?=<!-- wp:heading -->)/)
      .filter((section) => notStated(page, content.replace(section, '')).length === 0);
    expect(unnoticed).toEqual([]);
  });

  it('notice each amount, period, number and address that is changed', () => {
    const unnoticed = page.statements.flatMap(({ id, values }) =>
      values
        .filter(({ kind }) => kind !== 'link')
        .filter(({ text }) => {
          const other = text.replace(/\d/, (digit) => String((Number(digit) + 5) % 10)).replace('sklep@', 'inny@');
          return notStated(page, content.replaceAll(text, other)).length === 0;
        })
        .map(({ text }) => [id, text]),
    );
    expect(unnoticed).toEqual([]);
  });

  it('have unchanged sections in the generated text, whatever the date', () => {
    const later = content.replaceAll('28 listopada 2026 r.', '1 grudnia 2026 r.');
    expect(compareSections(page, sectionsOf(later))).toEqual({
      changed: [],
      removed: [],
      added: [],
      isMostlyGenerated: true,
    });
  });
});

describe.each(CASES)('the page %s in %s of a shop with the fewest settings', (type, locale) => {
  it('makes the statements that remain', () => {
    const data = leastOf(locale);
    const page = expectPage({ type, locale, data }, i18n);
    expect(notStated(page, renderTemplate(type, locale, data))).toEqual([]);
    expect(page.statements.length).toBeGreaterThan(2);
  });
});

describe('the text of a page that its owner changed', () => {
  const [terms, content] = [expectedOf('terms', 'pl_PL'), contentOf('terms', 'pl_PL')];
  const examine = (changed: string, page = terms, isUnedited = false) => {
    const post = { post_title: 'Regulamin', post_content: changed } as Post;
    const { problems, own } = examinePage(
      { type: page.type, locale: page.locale, url: '', isUnedited, post },
      page,
      i18n,
    );
    return { problems: problems.map(({ text }) => text), own };
  };
  const section = (number: number): RegExp =>
    new RegExp(`<!-- wp:heading -->\\n<h2[^>]*>${number}\\. [\\s\\S]*?(?=<!-- wp:heading|$)`);

  it('names each section that was changed, added or removed, and its statements that were not found', () => {
    const { problems, own } = examine(
      content
        .replace(/<p>Treści nielegalne[\s\S]*?<\/p>/, '<p>Piszcie do nas.</p>')
        .replace(section(12), '<h2>Spory</h2><p>Piszcie do nas.</p>'),
    );
    expect(problems).toEqual([]);
    expect(own?.changes).toEqual(['11. Nielegalne treści', 'Spory', '12. Pozasądowe rozwiązywanie sporów (removed)']);
    expect(own?.unrecognized).toEqual([
      'how to report illegal content (section “11. Nielegalne treści”)',
      'appeals against decisions on content (section “11. Nielegalne treści”)',
      'out-of-court dispute resolution (section “12. Pozasądowe rozwiązywanie sporów”)',
      'whether the seller takes part in dispute resolution (section “12. Pozasądowe rozwiązywanie sporów”)',
    ]);
  });

  it('lacks the statements of a section that was removed and not replaced', () => {
    const { problems } = examine(content.replace(section(6), ''));
    expect(problems).toContain('“Regulamin” doesn’t state: the delivery time (section “6. Dostawa”).');
    expect(problems).toContain('“Regulamin” doesn’t name the method “Automat paczkowy”, which the shop offers.');
  });

  it('asks for no confirmation of changes that change no word', () => {
    expect(examine(content.replaceAll('<p>', '<p class="own">')).own).toBeUndefined();
  });

  it('is recognized in other words', () => {
    const { problems, own } = examine(
      content.replace(
        /<p>Reklamację można złożyć[\s\S]*?<\/p>/,
        '<p>Reklamację towaru prosimy przesłać na sklep@example.test. Ustosunkujemy się do niej w ciągu 14 dni.</p>',
      ),
    );
    expect([problems, own?.changes, own?.unrecognized]).toEqual([[], ['8. Zgodność towaru z umową i reklamacje'], []]);
  });

  it.each([
    ['another company', ['Łóżka &amp; Spółka', 'Stoły sp. z o.o.'], /who the seller is.* should state: Łóżka & Spółka/],
    ['another NIP', ['526-104-08-28', '525-224-84-81'], /who the seller is.* should state: 526-104-08-28/],
    [
      'another telephone number',
      ['22 000 00 00', '22 111 11 11'],
      /how to contact the seller.* should state: \+48 22 000/,
    ],
    ['another delivery price', ['Kurier (15,00 zł)', 'Kurier (19,00 zł)'], /“Kurier” costs 15,00 zł/],
    ['another fee of a payment method', ['(5,00 zł)', '(9,00 zł)'], /“Płatność przy odbiorze” costs 5,00 zł/],
    [
      'another value of free delivery',
      ['200,00 zł', '100,00 zł'],
      /the order value for free delivery.* should state: 200,00 zł/,
    ],
    ['another delivery time', ['1–3 dni', '5 dni'], /the delivery time.* should state: 1–3 dni robocze/],
    ['another period', ['w terminie 30 dni', 'w terminie 7 dni'], /the withdrawal period.* should state: 30 dni/],
    ['another address of the function', ['test/withdrawal/', 'test/contact/'], /how to withdraw.* should state: https/],
  ] as const)('contradicts the settings with %s', (_what, [from, to], seen) => {
    expect(examine(content.replaceAll(from, to)).problems.join('\n')).toMatch(seen);
  });

  it('contradicts the settings with an amount that the shop does not charge', () => {
    expect(examine(`${content}<p>Kurier za granicę kosztuje 99,00 zł.</p>`).problems).toEqual([
      '“Regulamin” states the amount 99,00 zł, which the shop doesn’t charge.',
    ]);
    expect(examine(`${content}<p>Kupon jest wart 99,00 zł.</p>`).problems).toEqual([]);
  });

  it('contradicts who pays for returns', () => {
    const withdrawal = expectedOf('withdrawal', 'en_US');
    const text = contentOf('withdrawal', 'en_US');
    expect(examine(`${text}<p>We bear the cost of returning goods.</p>`, withdrawal).problems.join()).toMatch(
      /who pays the cost of returning goods.*≠ “We bear the cost of return/,
    );
  });

  it('names email addresses that are not the shop’s', () => {
    expect(examine(`${content}<p>Piszcie też na inny@example.test.</p>`).own?.otherEmails).toEqual([
      'inny@example.test',
    ]);
  });

  it('leaves what the owner wrote from the first to the last word for the owner to confirm', () => {
    const { problems, own } = examine(
      '<h2>Regulamin</h2><p>Kurier (15,00 zł), Automat paczkowy (12,50 zł), Przelew, Płatność przy odbiorze (5,00 zł).</p>',
    );
    expect(problems.every((problem) => problem.includes('doesn’t state: '))).toBe(true);
    expect(own?.unrecognized.length).toBeGreaterThan(30);
  });

  it('lacks what none of its words can be about', () => {
    const privacy = expectedOf('privacy', 'pl_PL');
    const silent = contentOf('privacy', 'pl_PL').replace(/<p>Masz prawo wnieść skargę[\s\S]*?<\/p>/, '<p>Piszcie.</p>');
    expect(examine(silent, privacy).problems).toEqual([
      '“Regulamin” doesn’t state: the supervisory authority (section “6. Twoje prawa”).',
    ]);
  });
});
