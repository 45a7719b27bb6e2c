import type { LowestPrices } from '../omnibus/lowest-prices.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  type CheckContext,
  disabledFinding,
} from './check.js';
import type { SettingValues } from '../settings/settings.js';
import type { SampleProduct } from './goods.js';
import type { SeenPage } from './shop-view.js';
import { byClass, partsOf, type SeenElement } from './visible-element.js';

/**
 * Returns the parts of a product page about the product itself, without cards of other products.
 * @param slug slug of the product
 */
export function getProductParts(body: SeenElement, slug: string): SeenElement[] {
  const isOtherProductCard = (card: SeenElement): boolean =>
    ['li', 'article'].includes(card.tag) &&
    partsOf(card).some(
      ({ tag, attributes: { href = '' } }) =>
        tag === 'a' && /\/product\//.test(href) && !href.includes(`/product/${slug}/`),
    );
  const productParts: SeenElement[] = [];
  const collectParts = (part: SeenElement): void => {
    if (isOtherProductCard(part)) return;
    productParts.push(part);
    part.children.forEach(collectParts);
  };
  collectParts(body);
  return productParts;
}

const [isReduced, isLowestPriceLine] = [byClass('price--sale'), byClass('omnibus')];
const AMOUNT = /\d(?:[\d\s\u00a0\u202f.,]*\d)?/g;
const isStruckPrice = byClass('price__before');
const MONEY = /\d[.,]\d{2}(?!\d)|\d\s?(?:zł|PLN|€|EUR)|(?:PLN|€|EUR)\s?\d/i;
/** Whether an element is a crossed-out price, whichever theme or plugin prints it. */
const isCrossedOut = ({ tag, text }: SeenElement): boolean => ['del', 's', 'strike'].includes(tag) && MONEY.test(text);

/**
 * Returns each price reduction on a page, also one that is only a crossed-out price, with its lowest-price line;
 * undefined when there is no line before the next reduction.
 */
export function findReductions(body: SeenElement): { readonly line: SeenElement | undefined }[] {
  const foundReductions: { line: SeenElement | undefined }[] = [];
  const reducedParts = new Set<SeenElement>();
  for (const part of partsOf(body)) {
    const isSeparate = !reducedParts.has(part) && isCrossedOut(part);
    if (isReduced(part)) for (const own of partsOf(part)) reducedParts.add(own);
    if (isReduced(part) || isSeparate) foundReductions.push({ line: undefined });
    const last = foundReductions.at(-1);
    if (isLowestPriceLine(part) && last && !last.line) last.line = part;
  }
  return foundReductions;
}

/** Returns the digits of the amounts in a lowest-price line, without its days and percentages. */
const findLineAmounts = (text: string): string[] => findAmounts(text.replace(/\d+[\d.,]*\s*(?:%|dni\b|days?\b)/gi, ''));

/** Returns the digits of the amounts in a text, without leading zeros: those of 0.99 are `99`. */
export function findAmounts(text: string): string[] {
  return (text.match(AMOUNT) ?? []).map((amount) => amount.replace(/\D/g, '').replace(/^0+(?=\d)/, ''));
}

/**
 * Checks that every announced price reduction shows the lowest price of the preceding thirty days, and the correct one.
 */
export function lowestPriceCheck(i18n: CheckI18n, lowest: Pick<LowestPrices, 'find'>): Check {
  const { __ } = i18n;

  async function getExpectedAmount({ record }: SampleProduct, days: number): Promise<string> {
    const found = record.variations.length > 0 ? null : await lowest.find(record, days);
    return found === null || found === 'unknown' ? '' : String(found.price);
  }

  /** Returns the lines on the page of a product with variations that state no lowest price of a reduced variation. */
  async function findFalseVariationLines(
    { body, location }: SeenPage,
    { record }: SampleProduct,
    values: SettingValues,
  ): Promise<string[]> {
    const expected = new Set<string>();
    for (const { id: variationId, price, onSale } of record.variations) {
      const product = { id: record.id, variationId, price, onSale, fields: record.fields };
      const found = onSale ? await lowest.find(product, values.number('omnibus_days')) : null;
      if (found !== null && found !== 'unknown') expected.add(String(found.price));
    }
    if (expected.size === 0 || values.text('tax_display_mode') !== 'brutto') return [];
    return getProductParts(body, record.slug)
      .filter(isLowestPriceLine)
      .filter(({ text }) => !findLineAmounts(text).some((amount) => expected.has(amount)))
      .map(({ text }) => __('%1$s shows a different amount: “%2$s”.', location, text));
  }

  return {
    id: 'lowest_price',
    law: 'lowest_price',
    label: __('Lowest price before a reduction'),
    fix: `${SETTINGS_SCREEN}storefront`,
    examines: ['product'],
    async run({ view, values }: CheckContext) {
      const problems: string[] = [];
      let announced = 0;
      for (const page of view.pages) {
        const pageReductions = findReductions(page.body);
        announced += pageReductions.length;
        const incompleteCount = pageReductions.filter(
          ({ line }) => !line || findLineAmounts(line.text).length === 0,
        ).length;
        if (incompleteCount > 0)
          problems.push(__('%s shows a price reduction without the lowest price of the last 30 days.', page.location));
        const days = values.text('omnibus_days');
        if (pageReductions.some(({ line }) => line && !line.text.split(/\D+/).includes(days)))
          problems.push(__('%1$s doesn’t say that the price is the lowest one of %2$s days.', page.location, days));
        if (page.kind !== 'product' || !page.product) continue;
        if (page.product.record.variations.length > 0) {
          problems.push(...(await findFalseVariationLines(page, page.product, values)));
          continue;
        }
        if (!page.product.record.onSale) {
          if (getProductParts(page.body, page.product.record.slug).some(isReduced))
            problems.push(__('%s announces a reduction that isn’t active now.', page.location));
          continue;
        }
        const [first] = pageReductions;
        if (!first) continue;
        const expectedAmount = await getExpectedAmount(page.product, values.number('omnibus_days'));
        // Net amounts differ; the amount is compared only where prices include tax.
        if (
          expectedAmount !== '' &&
          first.line &&
          values.text('tax_display_mode') === 'brutto' &&
          !findLineAmounts(first.line.text).includes(expectedAmount)
        )
          problems.push(__('%1$s shows a different amount: “%2$s”.', page.location, first.line.text));
      }
      if (announced === 0 && !values.flag('omnibus_enabled')) return disabledFinding(i18n);
      if (announced === 0 && view.pages.every(({ product }) => !product?.kinds.includes('reduced')))
        return goodFinding(__('No products are reduced at the moment.'));
      if (problems.length > 0)
        return problemFinding(
          'missing',
          problems,
          __('Turn it on wherever you show reductions. A product reduced since its first day has no earlier price.'),
          i18n,
        );
      return goodFinding(__('It is shown with every reduction.'));
    },
  };
}

const PERCENTAGE =
  /(?:[-−–]\s?)(\d{1,2})\s?%|(\d{1,2})\s?%\s*(?:less|off|lower|cheaper|discount|taniej|mniej|niżej|rabatu|zniżki|upustu)|(?:(?:taniej|mniej|niżej|obniżka|obniżone|obniżony|przecena) o|rabat|zniżka|upust|promocja|save|discount(?: of)?|reduced by|less by)\s*:?\s*(\d{1,2})\s?%/giu;
const DISCOUNT_CLASS = /badge|percent|sale|discount|rabat|promo/i;

/**
 * Checks that percentages are calculated from the lowest price before the reduction, and never rounded up in the shop's
 * favor (CJEU C-330/23).
 */
export function percentCheck(i18n: CheckI18n, lowest: Pick<LowestPrices, 'find'>): Check {
  const { __ } = i18n;
  return {
    id: 'percent',
    law: 'percent',
    label: __('Discount percentage'),
    fix: `${SETTINGS_SCREEN}storefront`,
    examines: ['product'],
    async run({ view, values }: CheckContext) {
      const problems: string[] = [];
      for (const page of view.findPages('product')) {
        const { record } = page.product ?? {};
        if (!record?.onSale || record.variations.length > 0) continue;
        const found = await lowest.find(record, values.number('omnibus_days'));
        const max =
          found === null || found === 'unknown'
            ? 0
            : Math.max(0, Math.floor(((found.price - record.price) * 100) / found.price));
        for (const statedPercent of findPercentages(page.body, record.slug))
          if (statedPercent > max)
            problems.push(
              __(
                '%1$s shows a discount of %2$s%%, but the price is only %3$s%% lower.',
                page.location,
                statedPercent,
                max,
              ),
            );
      }
      return problems.length === 0
        ? goodFinding(__('No discount percentage exceeds what the lowest price allows.'))
        : problemFinding(
            'missing',
            problems,
            __('Check which plugin or theme calculates the percentage from the regular price.'),
            i18n,
          );
    },
  };
}

/** Returns the percentages that a product page states for its own price, without those of other products on it. */
function findPercentages(body: SeenElement, slug: string): number[] {
  const priceParts = getProductParts(body, slug).filter(
    (part) =>
      DISCOUNT_CLASS.test(part.attributes.class ?? '') ||
      (part.children.some((child) => isReduced(child) || isStruckPrice(child)) &&
        part.tag !== 'body' &&
        part.tag !== 'main'),
  );
  return [
    ...new Set(
      priceParts.flatMap(({ text }) =>
        [...text.matchAll(PERCENTAGE)].map((match) => Number(match[1] ?? match[2] ?? match[3])),
      ),
    ),
  ];
}
