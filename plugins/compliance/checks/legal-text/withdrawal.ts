import type { CheckI18n } from '../check-i18n.js';
import { contradictReturnCosts, type StatementTable } from './statement.js';

/** Words of each exception of art. 38(1) of the Consumer Rights Act, in Polish and English. */
const EXCEPTIONS = {
  exception_1: { pl_PL: [/usług/i, /w pełni wykonan/i], en_US: [/services/i, /fully performed/i] },
  exception_2: { pl_PL: [/rynku finansow/i], en_US: [/financial market/i] },
  exception_3: { pl_PL: [/specyfikacji/i], en_US: [/specification/i] },
  exception_4: { pl_PL: [/zepsuci/i], en_US: [/spoil|perish|use-by/i] },
  exception_5: { pl_PL: [/higien/i], en_US: [/hygiene/i] },
  exception_6: { pl_PL: [/nierozłączn/i], en_US: [/inseparably/i] },
  exception_7: { pl_PL: [/alkohol/i], en_US: [/alcohol/i] },
  exception_8: { pl_PL: [/pilnej napraw/i], en_US: [/urgent repair/i] },
  exception_9: { pl_PL: [/nagrania|programy komputerowe/i], en_US: [/recordings|computer programs/i] },
  exception_10: { pl_PL: [/dzienniki|periodyki/i], en_US: [/newspapers|periodicals/i] },
  exception_11: { pl_PL: [/aukcji/i], en_US: [/auction/i] },
  exception_12: { pl_PL: [/zakwaterowani/i], en_US: [/accommodation/i] },
  exception_13: {
    pl_PL: [/treści cyfrowe/i, /utracie prawa/i],
    en_US: [/digital content/i, /right would be lost|loses? the right/i],
  },
} as const satisfies StatementTable;

/**
 * Statements of the withdrawal instructions: Consumer Rights Act, art. 12(1)(9)–(12), 27–38, annexes 1 and 2; Directive
 * 2011/83/EU, art. 11a.
 */
export const WITHDRAWAL = {
  right: {
    pl_PL: [/odstąpi/i, /bez podania/i],
    en_US: [/withdraw/i, /without giving/i],
    keyword: { pl_PL: /\d+\s*dni/i, en_US: /\d+\s*days/i },
  },
  period: {
    pl_PL: [/termin/i, /wygasa|biegnie/i, /\bdni\b/i],
    en_US: [/period (?:ends|begins|expires)/i, /\bdays\b/i],
  },
  start_goods: {
    pl_PL: [/posiadani/i, /przewoźnik|osob\p{L} trzeci/iu],
    en_US: [/received/i, /carrier|third party/i],
  },
  start_lots: { pl_PL: [/osobno|partiami/i, /ostatni/i], en_US: [/separately|lots/i, /\blast\b/i] },
  start_services: { pl_PL: [/usług|cyfrow/i, /dnia zawarcia/i], en_US: [/services|digital/i, /was concluded/i] },
  statement: {
    pl_PL: [/poinformować/i, /jednoznaczn/i],
    en_US: [/inform/i, /unequivocal/i],
    keyword: { pl_PL: /oświadcz/i, en_US: /declar|statement/i },
    names: ({ name, address, email }) => [name, address, email],
  },
  online: {
    pl_PL: [/funkcj/i, /potwierdzenie/i],
    en_US: [/function/i, /confirm/i],
    names: ({ withdrawalTexts }) => [withdrawalTexts],
  },
  in_time: { pl_PL: [/zachować termin/i], en_US: [/deadline is met/i, /statement/i] },
  refund: {
    pl_PL: [/zwracamy|zwrócimy/i, /płatności/i, /dostarczeni|dostaw/i],
    en_US: [/reimburse|refund/i, /payments/i, /delivery/i],
    keyword: { pl_PL: /zwr[oó]|zwrac/i, en_US: /refund|reimburse|pa(?:y|id) back/i },
  },
  means: { pl_PL: [/takich samych sposobów|sam\p{L}+ sposob/iu], en_US: [/same means/i] },
  withholding: { pl_PL: [/wstrzyma/i], en_US: [/withhold/i] },
  sending_back: {
    pl_PL: [/odesłać|przekazać/i, /na adres/i],
    en_US: [/send the goods back|hand them over/i],
    names: ({ returnAddress }) => [returnAddress],
  },
  costs: {
    pl_PL: [/koszt\p{L}* (?:zwrotu|odesłania)/iu, /ponos/i],
    en_US: [/cost of return/i, /\bbear|\bpay/i],
    opposite: contradictReturnCosts,
  },
  bulky_goods: { pl_PL: [/nie można odesłać pocztą/i], en_US: [/cannot be sent by post/i] },
  diminished_value: { pl_PL: [/zmniejszenie wartości/i], en_US: [/diminished value/i] },
  services: { pl_PL: [/proporcjonaln/i], en_US: [/proportion/i] },
  exceptions: { pl_PL: [/art\. 38/i, /nie przysługuje/i], en_US: [/art\. 38/i, /no right of withdrawal/i] },
  ...EXCEPTIONS,
  where_stated: { pl_PL: [/stronie produktu/i, /koszyku/i], en_US: [/product page/i, /\bcart\b/i] },
  form: {
    pl_PL: [
      /adresat/i,
      /informuj\p{L}*[^.]*odstąpieniu/iu,
      /data zawarcia/i,
      /imię i nazwisko/i,
      /adres konsument/i,
      /podpis/i,
    ],
    en_US: [
      /\bto:/i,
      /give notice/i,
      /ordered on/i,
      /name of (?:the )?consumer/i,
      /address of (?:the )?consumer/i,
      /signature/i,
    ],
    inList: true,
    keyword: { pl_PL: /formularz/i, en_US: /\bform\b/i },
    names: ({ name, address, email }) => [name, address, email],
  },
  form_use: { pl_PL: [/wypełnić i odesłać/i], en_US: [/fill in and send back|complete and return/i] },
} as const satisfies StatementTable;

const exceptionLabel = ({ __ }: CheckI18n, point: number): string => __('point %d of the exceptions of art. 38', point);

/** Returns what each statement of the withdrawal instructions is about. */
export const getWithdrawalLabels = (i18n: CheckI18n): Readonly<Record<keyof typeof WITHDRAWAL, string>> => {
  const { __ } = i18n;
  return {
    right: __('the right of withdrawal'),
    period: __('the withdrawal period'),
    start_goods: __('when the withdrawal period begins'),
    start_lots: __('when the period begins for goods delivered in several parcels'),
    start_services: __('when the period begins for services and digital content'),
    statement: __('how to withdraw'),
    online: __('online withdrawal, and its confirmation on a durable medium'),
    in_time: __('when a withdrawal is in time'),
    refund: __('the refund'),
    means: __('the means of payment of the refund'),
    withholding: __('when the refund may be withheld'),
    sending_back: __('where and by when to send the goods back'),
    costs: __('who pays the cost of returning goods'),
    bulky_goods: __('the cost of returning goods that can’t be sent by post'),
    diminished_value: __('the liability for a diminished value'),
    services: __('what is paid for services that have begun'),
    exceptions: __('the exceptions of art. 38'),
    exception_1: exceptionLabel(i18n, 1),
    exception_2: exceptionLabel(i18n, 2),
    exception_3: exceptionLabel(i18n, 3),
    exception_4: exceptionLabel(i18n, 4),
    exception_5: exceptionLabel(i18n, 5),
    exception_6: exceptionLabel(i18n, 6),
    exception_7: exceptionLabel(i18n, 7),
    exception_8: exceptionLabel(i18n, 8),
    exception_9: exceptionLabel(i18n, 9),
    exception_10: exceptionLabel(i18n, 10),
    exception_11: exceptionLabel(i18n, 11),
    exception_12: exceptionLabel(i18n, 12),
    exception_13: exceptionLabel(i18n, 13),
    where_stated: __('where the shop says that a product is excluded'),
    form: __('the model withdrawal form'),
    form_use: __('when the form is to be used'),
  };
};
