import type { CheckI18n } from '../check-i18n.js';
import { parsePage } from '../visible-element.js';
import { type ExpectedPage, includesText } from './expected-page.js';
import { joinPassages, type PageSection, readValues } from './passages.js';

type Method = ExpectedPage['data']['shop']['deliveries'][number];

/** Words of passages about delivery, payment and returns, whose amounts come from the settings. */
const TRADE =
  /dostaw|kurier|wysył|przesył|paczk|płatno|przelew|pobrani|odesłani|zwrotu|deliver|courier|shipping|parcel|payment|transfer|cash on|returning/i;
/** Longest text between the name of a method and its price, in characters. */
const MAX_DISTANCE = 60;

const moneyIn = (text: string): string[] =>
  readValues({ text, links: [] })
    .filter(({ kind }) => kind === 'money')
    .map(({ value }) => value);

/** Returns a text that a template received, without its HTML. */
const plain = (html: string): string => parsePage(html).text;

/** Whether a page gives the price of a method behind its name. */
function statesPrice(sections: readonly PageSection[], label: string, price: string): boolean {
  const [expected = ''] = moneyIn(price);
  return sections
    .flatMap(({ passages }) => passages)
    .some(({ text }) => {
      const at = text.toLowerCase().indexOf(label.toLowerCase());
      if (at < 0) return false;
      return moneyIn(text.slice(at + label.length, at + label.length + MAX_DISTANCE)).includes(expected);
    });
}

/** Returns what a page says otherwise about the methods of delivery and payment, and their prices, than the settings. */
function findMethodProblems(
  methods: readonly Method[],
  sections: readonly PageSection[],
  location: string,
  { __ }: CheckI18n,
): string[] {
  return methods.flatMap((method) => {
    const [label, price] = [plain(method.label), plain(method.price)];
    if (!sections.some((section) => includesText(joinPassages(section).text, label)))
      return [__('%1$s doesn’t name the method “%2$s”, which the shop offers.', location, label)];
    return price === '' || statesPrice(sections, label, price)
      ? []
      : [__('%1$s doesn’t state that “%2$s” costs %3$s.', location, label, price)];
  });
}

/** Returns the amounts in passages about delivery, payment and returns that the shop doesn't charge. */
function findOtherAmounts(
  { data, sections: generated }: ExpectedPage,
  sections: readonly PageSection[],
  location: string,
  { __ }: CheckI18n,
): string[] {
  const { shop, bulkyReturnCost } = data;
  const settings = [
    ...[...shop.deliveries, ...shop.payments].map(({ price }) => price),
    shop.freeDeliveryFrom,
    bulkyReturnCost,
  ];
  const known = new Set([
    ...settings.flatMap((price) => moneyIn(plain(price))),
    ...generated.flatMap((section) => moneyIn(joinPassages(section).text)),
  ]);
  return sections
    .flatMap(({ passages }) => passages)
    .filter(({ text }) => TRADE.test(text))
    .flatMap((passage) => readValues(passage))
    .filter(({ kind, value }) => kind === 'money' && !known.has(value))
    .map(({ text }) => __('%1$s states the amount %2$s, which the shop doesn’t charge.', location, text));
}

/** Returns how the methods, prices and amounts on a page contradict the shop's settings (Consumer Rights Act, art. 12). */
export function findTradeProblems(
  expected: ExpectedPage,
  sections: readonly PageSection[],
  location: string,
  i18n: CheckI18n,
): string[] {
  const { type, data } = expected;
  const methods = type === 'terms' || type === 'delivery' ? [...data.shop.deliveries, ...data.shop.payments] : [];
  return [
    ...findMethodProblems(methods, sections, location, i18n),
    ...(type === 'privacy' ? [] : findOtherAmounts(expected, sections, location, i18n)),
  ];
}
