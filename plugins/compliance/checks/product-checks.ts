import { isSecondHand } from '../product/product-fields.js';
import { findMissingSafety, getSafety, getSafetyTexts } from '../product/safety.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  nothingToExamineFinding,
  problemFinding,
  type CheckContext,
  disabledDutyFinding,
  disabledFinding,
} from './check.js';
import { findClaim, hasClaim, joinTexts } from '../product/green-claims.js';
import type { ShopView } from './shop-view.js';
import { byTag, find, type SeenElement } from './visible-element.js';

export const PRODUCTS_SCREEN = 'admin.php?page=store-products';
const MAX_LISTED_NAMES = 3;

/**
 * Checks that every product names its manufacturer and, where required, the responsible person in the EU, and that its
 * page shows them (Regulation (EU) 2023/988, art. 19).
 */
export function productSafetyCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'safety',
    law: 'safety',
    label: __('Product safety'),
    fix: PRODUCTS_SCREEN,
    run({ products, view, values }: CheckContext) {
      if (!values.flag('gpsr_enabled'))
        return products.samples.some(({ card }) => card.kind === 'physical')
          ? disabledDutyFinding(i18n)
          : disabledFinding(i18n);
      const { total, incompleteSafety } = products;
      if (total === 0) return nothingToExamineFinding(i18n);
      if (incompleteSafety.length > 0) {
        const seen = __(
          '%1$s of %2$s products have complete details. Incomplete: %3$s.',
          total - incompleteSafety.length,
          total,
          incompleteSafety.slice(0, MAX_LISTED_NAMES).join(', '),
        );
        return {
          ...problemFinding(
            'missing',
            incompleteSafety,
            __('Enter the manufacturer and, for manufacturers outside the EU, the responsible person.'),
            i18n,
          ),
          description: seen,
        };
      }
      const pagesWithoutManufacturer = view.findPages('product').filter(({ html, body, product }) => {
        if (html === '' || !product) return false;
        const safety = getSafety(product.record, products.contacts);
        return (
          findMissingSafety(safety).length === 0 && !getSafetyTexts(safety).every((text) => body.text.includes(text))
        );
      });
      if (pagesWithoutManufacturer.length > 0)
        return problemFinding(
          'missing',
          pagesWithoutManufacturer.map(({ location }) => __('%s doesn’t show the manufacturer.', location)),
          __('Check which theme or plugin leaves it out.'),
          i18n,
        );
      return goodFinding(__('%s of %s products have complete details.', total, total));
    },
  };
}

/** Returns the pages on which a theme or plugin makes a claim that is in no text of the shop. */
function findPrintedClaims(view: ShopView): string[] {
  if (!view.live) return [];
  return view
    .findPages('home', 'shop', 'cart', 'checkout', 'contact', 'product')
    .flatMap(({ body, product, location }) => {
      // Claims with evidence, and the names and texts of products, are judged with the products.
      if (product && hasClaim(product.record)) return [];
      const own = product ? joinTexts([product.record.name, product.record.shortDescription]) : '';
      const claim = find(body, isLeaf).find(({ text }) => findClaim(text) !== '' && !own.includes(text));
      return claim ? [`${location} (${findClaim(claim.text)})`] : [];
    });
}

const isLeaf = ({ tag, children }: SeenElement): boolean => children.length === 0 && tag !== 'a';

/** Checks that there is no general environmental claim without currently valid evidence. */
export function greenClaimsCheck(i18n: CheckI18n): Check {
  const { __, _n } = i18n;
  return {
    id: 'green_claims',
    law: 'claims',
    label: __('Environmental claims'),
    fix: PRODUCTS_SCREEN,
    run({ products, values, view }: CheckContext) {
      if (!values.flag('greenwashing_enabled')) return disabledFinding(i18n);
      const unprovenClaims = [...products.unprovenClaims, ...findPrintedClaims(view)];
      if (unprovenClaims.length === 0) return goodFinding(__('No generic environmental claims without evidence.'));
      const seen = _n(
        '%1$d product, category, or page makes an environmental claim without valid evidence: %2$s.',
        '%1$d products, categories, or pages make environmental claims without valid evidence: %2$s.',
        unprovenClaims.length,
        unprovenClaims.length,
        unprovenClaims.slice(0, MAX_LISTED_NAMES).join(', '),
      );
      return {
        ...problemFinding('advice', unprovenClaims, __('Add evidence for this claim, or reword it.'), i18n),
        description: seen,
      };
    },
  };
}

const SECOND_HAND_WORDS: Readonly<Record<string, RegExp>> = { pl_PL: /używan/i, en_US: /second-hand|used/i };
const LIABILITY_WORDS: Readonly<Record<string, RegExp>> = { pl_PL: /zgodno[śs]/i, en_US: /conformity/i };
const CONDITION = /"itemCondition":"https:\/\/schema\.org\/(\w+)"/g;

/**
 * Checks that second-hand goods are marked as such, in text and in structured data, with the seller's liability
 * (Consumer Rights Act, art. 12(1)(1), 12(1)(13)).
 */
export function conditionCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'condition',
    law: 'seller',
    label: __('New and second-hand goods'),
    fix: PRODUCTS_SCREEN,
    examines: ['product'],
    run({ view }: CheckContext) {
      const problems: string[] = [];
      for (const { html, body, product, location, locale } of view.findPages('product')) {
        if (html === '' || !product || !view.live) continue;
        const isUsed = isSecondHand(product.record);
        const { text } = find(body, byTag('main'))[0] ?? body;
        if (isUsed && !SECOND_HAND_WORDS[locale]?.test(text))
          problems.push(__('%s doesn’t say that the product is second-hand.', location));
        if (isUsed && product.card.kind === 'physical' && !LIABILITY_WORDS[locale]?.test(text))
          problems.push(__('%s doesn’t state the seller’s liability.', location));
        const isMismatch = [...html.matchAll(CONDITION)].some(
          ([, condition]) => (condition === 'UsedCondition') !== isUsed,
        );
        if (isMismatch) problems.push(__('%s shows search engines a different product condition.', location));
      }
      return problems.length === 0
        ? goodFinding(__('Product pages state the condition.'))
        : problemFinding('missing', problems, __('Check which theme or plugin changes the page.'), i18n);
    },
  };
}

/**
 * Checks that every current price is in the price history. A price changed directly in the database makes later lowest
 * prices wrong.
 */
export function priceRecordCheck(i18n: CheckI18n): Check {
  const { __, _n } = i18n;
  return {
    id: 'price_record',
    law: 'lowest_price',
    label: __('Price history of all products'),
    fix: PRODUCTS_SCREEN,
    run({ products: { total, unrecordedPrices, overlappingPrices, belatedPrices } }: CheckContext) {
      if (total === 0) return nothingToExamineFinding(i18n);
      if (unrecordedPrices.length + overlappingPrices.length + belatedPrices.length === 0)
        return goodFinding(
          _n('The price history includes %d product.', 'The price history includes %d products.', total),
        );
      return problemFinding(
        'missing',
        [
          ...unrecordedPrices.map((name) => __('The price of “%s” differs from the price history.', name)),
          ...overlappingPrices.map((name) => __('Two prices of “%s” overlap in the price history.', name)),
          ...belatedPrices.map((name) =>
            __('A price of “%s” was added to the price history later than it applied.', name),
          ),
        ],
        __('Save the product again. Change prices only in the shop, not in the database.'),
        i18n,
      );
    },
  };
}
