import { footer, content, printed, setting, storedPage } from './shop-breaks.js';
import { all, alone, filter, page, style } from './breaking.js';
import type { Row } from './row.js';

/** Sections of the terms from the second one, and a statement in each. */
const TERMS_SECTIONS: readonly (readonly [name: string, statement: string])[] = [
  ['what the terms cover', 'what the terms cover'],
  ['electronic services', 'the technical requirements'],
  ['how to order', 'how a contract is concluded'],
  ['prices and payment', 'whether prices include tax'],
  ['delivery', 'the delivery time'],
  ['withdrawal', 'the withdrawal period'],
  ['conformity and complaints', 'the liability for conformity during two years'],
  ['digital content', 'the supply of digital content'],
  ['reviews and ranking', 'how reviews are verified'],
  ['illegal content', 'how to report illegal content'],
  ['dispute resolution', 'out-of-court dispute resolution'],
  ['personal data', 'where the privacy policy is'],
  ['final provisions', 'how the terms may be changed'],
];
/** Takes the section with that number off the Polish or English terms. */
const withoutSection = (html: string, number: number): string =>
  html.replace(new RegExp(`<h2[^>]*>${number}\\. [\\s\\S]*?(?=<h2|$)`), '');
const adds =
  (sentence: string) =>
  (html: string): string =>
    `${html}<p>${sentence}</p>`;
/** An owner takes sections out of the terms, and an extension does. */
const SECTION_ROWS: readonly Row[] = TERMS_SECTIONS.map(([name, statement], at): Row => {
  const change = (html: string): string => withoutSection(html, at + 2);
  const seen = new RegExp(`doesn’t state: ${statement} \\(section “${at + 2}\\. `);
  return at % 2 === 0
    ? ['', `the owner removes the section on ${name} from the terms`, 'page_terms', seen, page('terms', change)]
    : ['', `an extension removes the section on ${name} from the terms`, 'page_terms', seen, content(change)];
});

const CLAUSES: readonly (readonly [what: string, sentence: string, seen: RegExp])[] = [
  [
    'the court of the seller’s registered office',
    'Spory rozstrzyga sąd właściwy dla siedziby Sprzedawcy.',
    /court of the seller/,
  ],
  ['no refunds', 'Sklep nie zwraca pieniędzy za towary z wyprzedaży.', /excludes refunds/],
  ['refunds as vouchers', 'Zwrot należności następuje wyłącznie w postaci bonu.', /excludes refunds/],
  ['no liability', 'Sprzedawca nie odpowiada za wady towarów przecenionych.', /excludes the seller’s liability/],
  ['no liability, in English', 'The seller is not liable for any defects.', /excludes the seller’s liability/],
  ['changes at any time', 'Sprzedawca zastrzega sobie prawo do zmiany cen w każdej chwili.', /changes without notice/],
  [
    'complaints with a damage report',
    'Reklamacje uwzględnia się tylko na podstawie protokołu szkody.',
    /depend on a form/,
  ],
  ['returns in original packaging', 'Zwroty przyjmujemy wyłącznie w oryginalnym opakowaniu.', /depend on a form/],
  ['no parcels without consent', 'Nie przyjmujemy przesyłek za pobraniem.', /refusing returns/],
  ['complaints answered in 30 days', 'Reklamacje rozpatrujemy w terminie 30 dni.', /longer period/],
  ['liability of one year', 'Sprzedawca odpowiada za niezgodność przez jeden rok.', /shorter one/],
  [
    'offers that do not bind',
    'Informacje w sklepie nie stanowią oferty w rozumieniu Kodeksu cywilnego.',
    /offers are not binding/,
  ],
];
const CLAUSE_ROWS: readonly Row[] = CLAUSES.map(([what, sentence, seen]) => [
  '',
  `an extension adds a clause: ${what}`,
  'clauses',
  seen,
  content(adds(sentence)),
]);

const edited = (
  what: string,
  type: 'terms' | 'privacy' | 'withdrawal',
  seen: RegExp,
  change: (html: string) => string,
): Row => ['', what, `page_${type}`, seen, page(type, change)];

const WORD_ROWS: readonly Row[] = [
  edited('the terms name another address', 'terms', /who the seller is.* should state: Prosta 1/, (html) =>
    html.replaceAll('Prosta 1', 'Krzywa 2'),
  ),
  edited('the terms name another NIP', 'terms', /who the seller is.* should state: 526/, (html) =>
    html.replaceAll(/526-?104-?08-?28/g, '525-224-84-81'),
  ),
  edited('the terms name another phone number', 'terms', /contact the seller.* should state: \+48 22 000/, (html) =>
    html.replaceAll('22 000 00 00', '22 111 11 11'),
  ),
  [
    '',
    'the terms name a second email address',
    'page_terms',
    /Changed by you in “Regulamin sklepu”.*It also names inny@example\.test/,
    page('terms', adds('Piszcie też na inny@example.test.')),
    'unconfirmed',
  ],
  [
    '',
    'the owner rewords a section of the terms',
    'page_terms',
    /Changed by you in “Regulamin sklepu”, please confirm: 11\. .*Not found there: how to report illegal content/,
    page('terms', (html) =>
      html.replace(/<p>Treści nielegalne[\s\S]*?<\/p>/, '<p>Piszcie do nas w każdej sprawie.</p>'),
    ),
    'unconfirmed',
  ],
  edited(
    'the terms name another delivery price',
    'terms',
    /states the amount 99,00 zł/,
    adds('Kurier kosztuje 99,00 zł.'),
  ),
  edited('the withdrawal page has no model form', 'withdrawal', /the model withdrawal form/, (html) =>
    html.replace(/<h2[^>]*>[^<]*(?:formularz|form)[\s\S]*$/i, '<p>formularz</p>'),
  ),
  edited(
    'the withdrawal page says that customers pay all costs',
    'withdrawal',
    /who pays the cost of returning goods.* ≠ “Wszystkie koszty/,
    adds('Wszystkie koszty ponosi klient.'),
  ),
  edited(
    'the withdrawal page links to a URL that does not exist',
    'withdrawal',
    /online withdrawal.* should state: http\S+\/withdrawal\//,
    (html) => html.replaceAll('/withdrawal/', '/no-withdrawal/'),
  ),
  edited('the terms name another company', 'terms', /who the seller is.* should state: Firma Próbna/, (html) =>
    html.replaceAll('Firma Próbna', 'Inna Firma'),
  ),
  [
    '',
    'the withdrawal page lost two exceptions',
    'page_withdrawal',
    /Not found there: point 7 of the exceptions of art\. 38 .*, point 8 /,
    page('withdrawal', (html) =>
      html.replace(/<!-- wp:list-item -->\s*<li>o napoje alkoholowe[\s\S]*?<\/li>[\s\S]*?<li>[\s\S]*?<\/li>/, ''),
    ),
    'unconfirmed',
  ],
  edited('the terms promise replies within thirty days', 'terms', /complaints.* should state: 14 dni/, (html) =>
    html.replace(/(Sprzedawca odpowiada w terminie) 14 dni/, '$1 30 dni'),
  ),
  [
    '',
    'the terms name another email address',
    'page_faults',
    /doesn’t contain the seller’s email/,
    page('terms', (html) => html.replaceAll('sklep@example.test', 'inny@example.test')),
  ],
  [
    '',
    'the withdrawal instructions state ten days',
    'page_faults',
    /withdrawal period of 10 days/,
    page('withdrawal', (html) => html.replaceAll('14 dni', '10 dni')),
  ],
  [
    '',
    'the privacy policy contains placeholder text',
    'page_privacy',
    /placeholder/,
    page('privacy', adds('Lorem ipsum dolor sit amet.')),
  ],
  [
    '',
    'the privacy policy names the former address of the authority',
    'page_faults',
    /former address/,
    page('privacy', adds('UODO, ul. Stawki 2, Warszawa')),
  ],
  [
    '',
    'the privacy policy does not state the rights of data subjects',
    'page_privacy',
    /the rights of data subjects/,
    page('privacy', (html) => html.replaceAll(/praw(?=[oa]\b)/gi, 'x')),
  ],
  [
    '',
    'the terms mention the ODR platform by name',
    'page_faults',
    /ODR platform/,
    page('terms', adds('Skorzystaj z platformy ODR.')),
  ],
  [
    '',
    'an extension changes the URL of the withdrawal function',
    'page_withdrawal',
    /online withdrawal.* should state: http\S+\/withdrawal\//,
    content((html) => html.replaceAll('/withdrawal/', '/no-withdrawal/')),
  ],
  [
    '',
    'an extension changes the company in the terms',
    'page_terms',
    /who the seller is.* should state: Firma Próbna/,
    content((html) => html.replaceAll('Firma Próbna', 'Inna Firma')),
  ],
  [
    '',
    'an extension changes the NIP in the terms',
    'page_terms',
    /who the seller is.* should state: 526/,
    content((html) => html.replaceAll(/526-?104-?08-?28/g, '525-224-84-81')),
  ],
  [
    '',
    'an extension changes the deadline of refunds',
    'page_withdrawal',
    /the refund.* should state: 14 dni/,
    content((html) => html.replaceAll(/14\s(?:dni|days)/g, '60 dni')),
  ],
  [
    '',
    'an extension empties the delivery page',
    'page_others',
    /doesn’t state: the delivery time/,
    content((html) => (/Sposoby dostawy|Delivery methods/.test(html) ? '<p>Wkrótce.</p>' : html)),
  ],
  [
    '',
    'an extension removes the appeal from the page about reports',
    'page_others',
    /doesn’t state: appeals against decisions on content/,
    content((html) => html.replace(/<p[^>]*>[^<]*odwoła[\s\S]*?<\/p>/g, '')),
  ],
  [
    '',
    'the English version of the terms is in Polish',
    'page_terms',
    /another language/,
    storedPage('terms', 'en_US', {
      post_content: `<p>${'Regulamin sklepu określa zasady sprzedaży i świadczenia usług drogą elektroniczną. Firma Próbna. Umowę zawiera się przez złożenie zamówienia; płatność, dostawa, reklamacje i odstąpienie opisano niżej. '.repeat(12)}</p>`,
    }),
  ],
  [
    '',
    'the company details change but the terms do not',
    'page_faults',
    /settings have changed/,
    alone(setting('general', 'company_phone', '+48 22 999 99 99')),
    'advice',
  ],
  [
    '',
    'the withdrawal period changes but the pages do not',
    'withdrawal_days',
    /states a withdrawal period of 14 days.* set to 30/,
    alone(setting('compliance', 'withdrawal_days', 30)),
  ],
];

const DRAFT = { post_status: 'draft' };
const STATUS_ROWS: readonly Row[] = [
  ['', 'the terms are a draft', 'page_terms', /is a draft/, storedPage('terms', 'pl_PL', DRAFT)],
  ['', 'the English terms are a draft', 'page_terms', /is a draft/, storedPage('terms', 'en_US', DRAFT)],
  ['', 'the privacy policy is a draft', 'page_privacy', /is a draft/, storedPage('privacy', 'pl_PL', DRAFT)],
  ['', 'the English privacy policy is a draft', 'page_privacy', /is a draft/, storedPage('privacy', 'en_US', DRAFT)],
  ['', 'the withdrawal page is a draft', 'page_withdrawal', /is a draft/, storedPage('withdrawal', 'pl_PL', DRAFT)],
  [
    '',
    'the English withdrawal page is a draft',
    'page_withdrawal',
    /is a draft/,
    storedPage('withdrawal', 'en_US', DRAFT),
  ],
  ...(['returns', 'complaints', 'delivery', 'accessibility', 'dsa_report', 'dsa_reasons'] as const).map((type): Row => [
    '',
    `the page ${type} is a draft`,
    'page_others',
    /is not published/,
    storedPage(type, 'pl_PL', DRAFT),
  ]),
  [
    '',
    'the terms have a password',
    'page_terms',
    /too short|can’t be opened/,
    storedPage('terms', 'pl_PL', { post_password: 'secret' }),
  ],
  [
    '',
    'the terms are private',
    'page_terms',
    /is a draft|can’t be opened/,
    storedPage('terms', 'pl_PL', { post_status: 'private' }),
  ],
  [
    '',
    'the terms are in the trash',
    'page_terms',
    /is a draft|doesn’t exist/,
    storedPage('terms', 'pl_PL', { post_status: 'trash' }),
  ],
  ['', 'the terms are empty', 'page_terms', /too short/, storedPage('terms', 'pl_PL', { post_content: '' })],
  [
    '',
    'all pages redirect visitors',
    'page_terms',
    /can’t be opened/,
    alone(printed('<meta http-equiv="refresh" content="0; url=/">')),
  ],
  [
    '',
    'the footer does not link to the terms',
    'page_terms',
    /No page of the shop links/,
    footer((items) => items.filter(({ title }) => !/regulamin|terms/i.test(title))),
  ],
  [
    '',
    'the footer does not link to the withdrawal instructions',
    'page_withdrawal',
    /No page of the shop links/,
    footer((items) => items.filter(({ title }) => !/odstąpieni|withdrawal/i.test(title))),
  ],
  [
    '',
    'the withdrawal link leads to the contact page',
    'form_withdrawal',
    /has no link/,
    footer((items) =>
      items.map((item) =>
        item.url.includes('/withdrawal/') ? { ...item, url: item.url.replace('/withdrawal/', '/contact/') } : item,
      ),
    ),
  ],
  [
    '',
    'the withdrawal link has an English text in all languages',
    'form_withdrawal',
    /the link text is/,
    footer((items) =>
      items.map((item) =>
        item.url.endsWith('/withdrawal/') ? { ...item, title: 'Withdraw from the contract' } : item,
      ),
    ),
  ],
  [
    '',
    'the link to the report form is called Kontakt',
    'form_report',
    /has no link/,
    footer((items) => items.map((item) => (item.url.endsWith('/report/') ? { ...item, title: 'Kontakt' } : item))),
  ],
  [
    '',
    'all forms are nearly transparent',
    'boxes_checkout',
    /Missing from the form/,
    alone(style('form { opacity: .01 }')),
  ],
];

const ownerDetails = (what: string, pattern: RegExp, replacement: string, seen: RegExp): Row => [
  '',
  `the contact page has ${what}`,
  'seller',
  seen,
  all(
    filter('plinth/owner_details', (lines: readonly string[]) =>
      lines.map((line) => line.replace(pattern, replacement)),
    ),
    filter('plinth/footer_html', () => ''),
  ),
];
const SELLER_ROWS: readonly Row[] = [
  ownerDetails('another name', /Firma Próbna/, 'Inna Firma', /doesn’t state: [^.]*\bname\b/),
  ownerDetails('another address', /Prosta 1/, 'Krzywa 2', /doesn’t state: [^.]*\baddress\b/),
  ownerDetails('another email address', /sklep@/, 'inny@', /doesn’t state: [^.]*\bemail\b/),
  ownerDetails('another phone number', /22 000/, '22 111', /doesn’t state: [^.]*\bphone\b/),
  ownerDetails('another NIP', /526/, '525', /doesn’t state: [^.]*\bNIP\b/),
  ...(['company_name', 'company_address', 'company_email', 'company_phone', 'company_nip'] as const).map((key): Row => [
    '',
    `the setting ${key} is empty`,
    'seller',
    /Missing: /,
    alone(setting('general', key, '')),
  ]),
];

export const PAGE_ROWS: readonly Row[] = [
  ...SECTION_ROWS,
  ...CLAUSE_ROWS,
  ...WORD_ROWS,
  ...STATUS_ROWS,
  ...SELLER_ROWS,
];
