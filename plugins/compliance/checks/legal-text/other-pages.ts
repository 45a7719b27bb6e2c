import type { CheckI18n } from '../check-i18n.js';
import { contradictReturnCosts, type StatementTable } from './statement.js';

/** Statements about returns: Consumer Rights Act, art. 32–34. */
export const RETURNS = {
  period: { pl_PL: [/odstąpi/i, /bez podania/i], en_US: [/withdraw/i, /without giving/i] },
  statement: { pl_PL: [/złóż oświadczenie/i], en_US: [/state that you withdraw|make a statement/i] },
  sending_back: {
    pl_PL: [/odeślij|odesłać/i, /na adres/i],
    en_US: [/send the goods/i],
    names: ({ returnAddress }) => [returnAddress],
  },
  costs: {
    pl_PL: [/koszt\p{L}* (?:odesłania|zwrotu)/iu, /ponosi/i],
    en_US: [/cost of return/i, /\bbear|\bpay/i],
    opposite: contradictReturnCosts,
  },
  packaging: { pl_PL: [/opakowani/i, /warunkiem/i], en_US: [/packaging/i, /required|condition/i] },
  refund: { pl_PL: [/zwracamy/i, /cenę/i, /dostawy/i], en_US: [/refund/i, /price/i, /delivery/i] },
  diminished_value: { pl_PL: [/zmniejszenie wartości/i], en_US: [/diminished value/i] },
  contact: { pl_PL: [/e-?mail/i], en_US: [/e-?mail/i], names: ({ email, phone }) => [email, phone] },
} as const satisfies StatementTable;

/** Statements about complaints: Consumer Rights Act, art. 7a, 43a–43g and chapter 5b. */
export const COMPLAINTS = {
  liability: { pl_PL: [/zgodnoś/i, /dw[óu]ch? lat|\b2 lat/iu], en_US: [/conform/i, /two years|\b2 years/i] },
  presumption: { pl_PL: [/domniemywa/i], en_US: [/presumed/i] },
  repair: { pl_PL: [/napraw/i, /wymian/i], en_US: [/repair/i, /replac/i] },
  price: { pl_PL: [/obniżeni\p{L}* ceny/iu, /odstąpieni/i], en_US: [/lower price|price reduction/i, /withdraw/i] },
  digital: { pl_PL: [/cyfrow/i, /5b/i], en_US: [/digital/i, /5b/i] },
  address: {
    pl_PL: [/na adres/i],
    en_US: [/write to|send (?:it|them) to/i],
    names: ({ name, address, email }) => [name, address, email],
  },
  collection: { pl_PL: [/na nasz koszt/i, /odbier/i], en_US: [/collect/i, /our cost/i] },
  no_condition: { pl_PL: [/warunkiem/i, /reklamacj/i], en_US: [/condition of (?:the|a) complaint/i] },
  reply: {
    pl_PL: [/odpowiadamy/i, /reklamacj/i, /uznani/i],
    en_US: [/\banswer|\brepl/i, /complaint/i, /accepted/i],
  },
  disputes: {
    pl_PL: [/pozasądow|mediacj|polubown/i],
    en_US: [/out-of-court|mediation|arbitration/i],
    names: ({ disputes }) => [disputes],
  },
} as const satisfies StatementTable;

/** Statements about delivery and payment: Consumer Rights Act, art. 12(1)(5)–(8). */
export const DELIVERY = {
  methods: { pl_PL: [/dostaw/i, /pokazane/i, /koszt/i], en_US: [/deliver/i, /shown/i, /cost/i] },
  free_delivery: {
    pl_PL: [/bezpłatn|darmow/i, /dostaw|kurier/i],
    en_US: [/\bfree\b|costs nothing/i, /deliver|courier/i],
  },
  countries: { pl_PL: [/kraj/i], en_US: [/countries/i] },
  time: {
    pl_PL: [/\bczas|dostarcz/i, /\bdni\b/i, /umowy/i],
    en_US: [/\btime\b|deliver/i, /\bdays\b/i, /contract/i],
    names: ({ shop }) => [shop.deliveryTime],
  },
  transfer_days: { pl_PL: [/przelew/i, /\bdni\b/i, /anulow/i], en_US: [/transfer/i, /\bdays\b/i, /cancel/i] },
} as const satisfies StatementTable;

/** Statements about accessibility: Directive (EU) 2019/882, annex V; Polish act of 26 April 2024. */
export const ACCESSIBILITY = {
  service: { pl_PL: [/prowadzi/i, /zamówieni/i], en_US: [/run by/i, /order/i], names: ({ name }) => [name] },
  requirements: {
    pl_PL: [/klawiatur/i, /czytnik/i, /powiększeni/i, /tryb/i, /język/i],
    en_US: [/keyboard/i, /screen reader/i, /enlarged|zoom/i, /mode/i, /language/i],
    inList: true,
  },
  limits: { pl_PL: [/obraz/i, /skrócone|nie mamy wpływu/i], en_US: [/images/i, /short|cannot change/i] },
  contact: { pl_PL: [/niedostępn/i], en_US: [/not accessible/i], names: ({ email, phone }) => [email, phone] },
  authority: { pl_PL: [/Rehabilitacji|PFRON/i], en_US: [/Rehabilitation|PFRON/i] },
  date: { pl_PL: [/stan na/i], en_US: [/as of/i], isDated: true },
} as const satisfies StatementTable;

/** Statements about reports of illegal content: Regulation (EU) 2022/2065, art. 11, 12, 14, 16, 17 and 20. */
export const DSA_REPORT = {
  contact_point: {
    pl_PL: [/punkt\p{L}* kontaktow/iu, /organ/i],
    en_US: [/point of contact/i, /authorities/i],
    names: ({ name, email }) => [name, email],
  },
  languages: { pl_PL: [/w języku/i], en_US: [/Polish and English|language/i] },
  way: { pl_PL: [/zgłoszenie/i, /każdy/i], en_US: [/report/i, /anyone/i] },
  content: {
    pl_PL: [/wyjaśnieni/i, /URL/, /imię i nazwisko/i, /dobrej wierze/i],
    en_US: [/explanation/i, /URL/, /\bname\b/i, /good faith/i],
    inList: true,
  },
  receipt: { pl_PL: [/potwierdzamy/i, /zgłoszenia/i], en_US: [/confirm/i, /received/i] },
  reasons: { pl_PL: [/uzasadnienie/i, /autor/i], en_US: [/statement of reasons/i, /author/i] },
  rules: { pl_PL: [/nie dopuszczamy/i], en_US: [/do not allow/i] },
  appeal: { pl_PL: [/odwoła/i, /miesi/i], en_US: [/appeal/i, /months/i] },
  date: { pl_PL: [/obowiązują od/i], en_US: [/effective from|in force/i], isDated: true },
} as const satisfies StatementTable;

/** Statements about the reasons of decisions on content: Regulation (EU) 2022/2065, art. 17. */
export const DSA_REASONS = {
  recipient: { pl_PL: [/usunęliśmy|ukryliśmy/i], en_US: [/removed or hid/i] },
  content: {
    pl_PL: [/ograniczenie/i, /fakty/i, /zautomatyzowan/i, /podstawę prawną/i, /zasadami/i, /odwoła/i],
    en_US: [/restriction/i, /facts/i, /automated/i, /legal ground/i, /rules/i, /contested/i],
    inList: true,
  },
  appeal: {
    pl_PL: [/odwoła/i, /miesi/i],
    en_US: [/months/i, /answering|replying/i],
    names: ({ email }) => [email],
  },
} as const satisfies StatementTable;

type Labels<Table extends StatementTable> = Readonly<Record<keyof Table, string>>;

export const getReturnsLabels = ({ __ }: CheckI18n): Labels<typeof RETURNS> => ({
  period: __('the withdrawal period'),
  statement: __('how to withdraw'),
  sending_back: __('where and by when to send the goods back'),
  costs: __('who pays the cost of returning goods'),
  packaging: __('that the packaging isn’t required'),
  refund: __('the refund'),
  diminished_value: __('the liability for a diminished value'),
  contact: __('how to contact the seller'),
});

export const getComplaintsLabels = ({ __ }: CheckI18n): Labels<typeof COMPLAINTS> => ({
  liability: __('the liability for conformity during two years'),
  presumption: __('the presumption in favor of the consumer'),
  repair: __('repair and replacement'),
  price: __('a lower price, or withdrawal'),
  digital: __('the remedies for digital content'),
  address: __('where to send a complaint'),
  collection: __('who collects the goods'),
  no_condition: __('that nothing is a condition of a complaint'),
  reply: __('complaints, and the reply within 14 days'),
  disputes: __('out-of-court dispute resolution'),
});

export const getDeliveryLabels = ({ __ }: CheckI18n): Labels<typeof DELIVERY> => ({
  methods: __('the delivery methods and their costs'),
  free_delivery: __('the order value for free delivery'),
  countries: __('the countries of delivery'),
  time: __('the delivery time'),
  transfer_days: __('how long the shop waits for a bank transfer'),
});

export const getAccessibilityLabels = ({ __ }: CheckI18n): Labels<typeof ACCESSIBILITY> => ({
  service: __('what the service is'),
  requirements: __('how accessibility requirements are met'),
  limits: __('what isn’t accessible'),
  contact: __('how to report a barrier'),
  authority: __('the supervisory authority'),
  date: __('since when the text applies'),
});

export const getDsaReportLabels = ({ __ }: CheckI18n): Labels<typeof DSA_REPORT> => ({
  contact_point: __('the point of contact'),
  languages: __('the languages of communication'),
  way: __('how to report illegal content'),
  content: __('what a report contains'),
  receipt: __('how reports are confirmed and handled'),
  reasons: __('the statement of reasons'),
  rules: __('which content isn’t allowed'),
  appeal: __('appeals against decisions on content'),
  date: __('since when the text applies'),
});

export const getDsaReasonsLabels = ({ __ }: CheckI18n): Labels<typeof DSA_REASONS> => ({
  recipient: __('who receives a statement of reasons'),
  content: __('what a statement of reasons contains'),
  appeal: __('appeals against decisions on content'),
});
