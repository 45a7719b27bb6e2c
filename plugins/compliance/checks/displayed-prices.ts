import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  type CheckContext,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  unconfirmedFinding,
} from './check.js';
import { COMMERCIAL } from './checkbox-checks.js';
import { findAmounts, getProductParts } from './lowest-price.js';
import type { SettingValues } from '../settings/settings.js';
import type { SampleProduct } from './goods.js';
import type { SeenPage } from './shop-view.js';
import { byClass, byTag, find, type SeenElement } from './visible-element.js';

/**
 * Whether a part of a page shows the unit price of a product; its amount is compared where the product has one price
 * and prices include tax.
 */
function showsUnitPrice(part: SeenElement, { record, unitContent }: SampleProduct, values: SettingValues): boolean {
  const amounts = find(part, byClass('price__unit')).flatMap(({ text }) => findAmounts(text));
  return record.variations.length > 0 || values.text('tax_display_mode') !== 'brutto'
    ? amounts.length > 0
    : amounts.includes(String(Math.round(record.price / unitContent)));
}

/** Whether an element is the card of a product in a list. */
const isCardOf = (part: SeenElement, slug: string): boolean =>
  ['li', 'article'].includes(part.tag) &&
  find(part, ({ tag, attributes }) => tag === 'a' && (attributes.href ?? '').includes(`/product/${slug}/`)).length > 0;

const normalizeName = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Checks that product pages, lists and the cart show the price that the checkout charges, with tax, and the unit price
 * of goods sold by measure (Act on price information, art. 4(1)).
 */
export function displayedPricesCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;

  function findProductProblems({ html, body, product, location }: SeenPage, { values }: CheckContext): string[] {
    if (html === '' || !product) return [];
    const parts = getProductParts(body, product.record.slug).filter(byClass('price'));
    const amounts = parts.flatMap(({ text }) => findAmounts(text));
    if (product.record.price > 0 && !amounts.includes(String(product.record.price)))
      return [__('%s doesn’t show the price with tax that is charged.', location)];
    return product.unit !== '' && !showsUnitPrice(body, product, values)
      ? [__('%s doesn’t show the unit price.', location)]
      : [];
  }

  /** Compares the prices on the cards of products in a list with those of the products, and with their unit prices. */
  function findListProblems({ body, location }: SeenPage, { products, values }: CheckContext): string[] {
    return products.samples.flatMap((sample) => {
      const { record, unit } = sample;
      const cards = find(body, (part) => isCardOf(part, record.slug) && find(part, byClass('price')).length > 0);
      const isSamePrice = (card: SeenElement): boolean =>
        find(card, byClass('price')).some(({ text }) => findAmounts(text).includes(String(record.price)));
      return [
        ...(record.variations.length > 0 || record.price === 0 || cards.every(isSamePrice)
          ? []
          : [__('%1$s shows a different price of “%2$s” than its page.', location, record.name)]),
        ...(unit === '' || cards.every((card) => showsUnitPrice(card, sample, values))
          ? []
          : [__('%1$s doesn’t show the unit price of “%2$s”.', location, record.name)]),
      ];
    });
  }

  /** Compares the amounts in the cart with the prices of the products in it. */
  function findCartProblems(page: SeenPage, { products }: CheckContext): string[] {
    return products.samples
      .filter(({ record }) => record.variations.length === 0 && record.price > 0)
      .flatMap(({ record }) => {
        const line = find(page.body, (part) => part.tag === 'li' && byClass('cart__line')(part)).find(
          ({ text, children }) => children.length > 0 && normalizeName(text).startsWith(normalizeName(record.name)),
        );
        const amounts = find(line ?? page.body, byClass('cart__price')).flatMap(({ text }) => findAmounts(text));
        return line && !(amounts.length > 0 ? amounts : findAmounts(line.text)).includes(String(record.price))
          ? [__('%1$s shows a different price of “%2$s” than its page.', page.location, record.name)]
          : [];
      });
  }

  return {
    id: 'prices',
    law: 'price',
    label: __('Prices and unit prices'),
    fix: `${SETTINGS_SCREEN}storefront`,
    examines: ['product'],
    run(context) {
      const { view } = context;
      if (!view.live)
        return unconfirmedFinding(
          '',
          __('Prices are checked on a running site only.'),
          __('Start the site, and scan it again.'),
        );
      const problems = [
        ...view.findPages('product').flatMap((page) => findProductProblems(page, context)),
        ...view.findPages('home', 'shop', 'search').flatMap((page) => findListProblems(page, context)),
        ...view.findPages('cart').flatMap((page) => findCartProblems(page, context)),
      ];
      return problems.length === 0
        ? goodFinding(__('Product pages and the cart show the prices that are charged.'))
        : problemFinding(
            'missing',
            problems,
            __('Show prices with tax, and check which theme or plugin changes them.'),
            i18n,
          );
    },
  };
}

/** Returns the amount of a line of the summary in minor units, negative for a discount; 0 for none, such as “free”. */
function amountOfLine({ children }: SeenElement): number {
  const text = children.length > 1 ? (children.at(-1)?.text ?? '') : '';
  const amount = Number(findAmounts(text)[0] ?? 0);
  return /[-−–]/.test(text) ? -amount : amount;
}

/** Whether the lines of the summary add up to the total; also true where they state amounts without tax. */
function addsUp(summary: SeenElement, total: string): boolean {
  const lines = find(summary, (part) => part.tag === 'p' && byClass('sum-line')(part));
  if (total === '' || lines.some(byClass('sum-line--part'))) return true;
  const parts = lines.filter((line) => !byClass('sum-line--total')(line) && !byClass('muted')(line));
  return parts.reduce((sum, line) => sum + amountOfLine(line), 0) === Number(total);
}

/**
 * Checks that the checkout shows what is ordered, the delivery cost, the ways to pay and the total beside the order
 * button (Consumer Rights Act, art. 16, 17(1)).
 */
export function orderSummaryCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;

  function findProblems({ html, body, location }: SeenPage, { products }: CheckContext): string[] {
    const summary = find(body, ({ attributes }) => attributes.id === 'checkout-sum')[0];
    if (!summary) return [__('%s doesn’t show a summary of the order.', location)];
    const total = /name="shown_total" value="(\d+)"/.exec(html)?.[1] ?? '';
    const totals = find(summary, byClass('sum-line--total')).flatMap(({ text }) => findAmounts(text));
    const lines = find(summary, byClass('sum-line')).map(({ text }) => normalizeName(text));
    const ordered = [...html.matchAll(/<li class="sum-line[^"]*"><span><a href="[^"]*">([^<]*)<\/a>/g)].map(
      ([, name = '']) => name,
    );
    const isPhysical = products.samples.some(({ card }) => card.kind === 'physical');
    const methods = (name: string): boolean =>
      find(body, ({ tag, attributes }) => tag === 'label' && (attributes.for ?? '').startsWith(name)).some(
        ({ text }) => text !== '',
      );
    return [
      ...(totals.includes(total) ? [] : [__('%s doesn’t show the total that is charged.', location)]),
      ...(addsUp(summary, total) ? [] : [__('%s shows amounts that don’t add up to the total.', location)]),
      ...ordered
        .filter((name) => !lines.some((line) => line.startsWith(normalizeName(name))))
        .map((name) => __('%1$s doesn’t show the ordered product “%2$s”.', location, name)),
      ...(isPhysical && !methods('shipping-') ? [__('%s doesn’t show the delivery methods.', location)] : []),
      ...(methods('payment-') ? [] : [__('%s doesn’t show the payment methods.', location)]),
      ...(isPhysical &&
      !lines.some((line) => /^(?:dostawa|delivery)/.test(line) && /\d|free|bezpłatn|darmow|gratis/.test(line))
        ? [__('%s doesn’t show the delivery cost.', location)]
        : []),
    ];
  }

  return {
    id: 'order_summary',
    law: 'button',
    label: __('Order summary next to the order button'),
    fix: `${SETTINGS_SCREEN}checkout`,
    run(context) {
      const { view } = context;
      const pages = view.findPages('checkout').filter(({ html }) => html !== '');
      if (!view.live || pages.length === 0)
        return unconfirmedFinding(
          '',
          __('Couldn’t open the form.'),
          __('Open it yourself. It may need a product in stock.'),
        );
      const problems = pages.flatMap((page) => findProblems(page, context));
      return problems.length === 0
        ? goodFinding(__('The checkout shows the products, the delivery cost, and the total.'))
        : problemFinding('missing', problems, __('Check which theme or plugin changes the checkout.'), i18n);
    },
  };
}

/** Boxes of the store itself that may be checked when the visitor returns. */
const OWN_BOXES: ReadonlySet<string> = new Set(['create_account', 'ship_elsewhere', 'want_invoice']);

/** Words of an option that declines something. */
const REFUSAL = /(?<!\p{L})(?:nie|bez|no|not|don[’']t|without)(?!\p{L})/iu;

/**
 * Checks the boxes that other plugins add to forms: none preselected, and no advertising required (Consumer Rights Act,
 * art. 10; GDPR, art. 4(11) and 7(4)).
 */
export function foreignBoxesCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'boxes_others',
    law: 'consent',
    label: __('Checkboxes of other plugins'),
    fix: '',
    run({ view }) {
      const problems = view.findPages('checkout', 'registration', 'contact', 'product', 'cart').flatMap((page) =>
        find(page.body, byTag('form')).flatMap((form) =>
          find(form, ({ tag, attributes }) => tag === 'input' && /^(?:checkbox|radio)$/.test(attributes.type ?? ''))
            .filter(({ attributes }) => !OWN_BOXES.has(attributes.name ?? ''))
            .flatMap(({ attributes }) => {
              const label =
                find(form, (part) => part.tag === 'label' && part.attributes.for === attributes.id)[0]?.text ?? '';
              if (/^legal-box-/.test(attributes.id ?? '')) return [];
              const name = label === '' ? (attributes.name ?? '') : label;
              // One option of a group may be preselected, unless it is a consent to advertising.
              if (attributes.type === 'radio' && (!COMMERCIAL.test(name) || REFUSAL.test(name))) return [];
              return [
                ...('checked' in attributes ? [__('%1$s: a checkbox is preselected: %2$s.', page.location, name)] : []),
                ...('required' in attributes && COMMERCIAL.test(name)
                  ? [__('%1$s: a voluntary consent is required: %2$s.', page.location, name)]
                  : []),
              ];
            }),
        ),
      );
      return problems.length === 0
        ? goodFinding(__('No other checkbox is preselected or required for advertising.'))
        : problemFinding('missing', problems, __('Check which plugin adds it.'), i18n);
    },
  };
}
