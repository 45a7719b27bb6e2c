import { getDurability, getNoticeState } from '../notices/notice-state.js';
import { NOTICES_PAGE } from '../notices/notices-screen.js';
import type { Notice, Notices } from '../notices/notices.js';
import type { CheckI18n } from './check-i18n.js';
import {
  type Check,
  goodFinding,
  problemFinding,
  SETTINGS_SCREEN,
  unconfirmedFinding,
  type CheckContext,
} from './check.js';
import { PRODUCTS_SCREEN } from './product-checks.js';
import { byTag, find, type SeenElement } from './visible-element.js';

/**
 * Checks the official notice on the legal guarantee before the order, and the producer's label on products that have
 * one (Implementing Regulation (EU) 2025/1960).
 */
export function guaranteeNoticeCheck(i18n: CheckI18n, notices: Notices, home: string): Check {
  const { __ } = i18n;
  const shows = (body: SeenElement, urls: readonly string[]): boolean =>
    find(body, byTag('img')).some(({ attributes }) => urls.some((url) => pathOf(attributes.src ?? '') === pathOf(url)));
  const pathOf = (url: string): string => (URL.canParse(url, home) ? new URL(url, home).pathname : '');

  function findMissingNotices({ view, products }: CheckContext, all: readonly Notice[]): string[] {
    const hasPhysicalProduct = products.samples.some(
      ({ card, record }) => card.kind === 'physical' && record.stock !== 'outofstock',
    );
    const pagesWithoutNotice =
      hasPhysicalProduct && view.live
        ? view.findPages('checkout').filter(({ html, body, locale }) => {
            const localNotices = all.filter((notice) => notice.locale === locale);
            return (
              html !== '' &&
              !shows(
                body,
                (localNotices.length > 0 ? localNotices : all).map(({ url }) => url),
              )
            );
          })
        : [];
    const labels = view.findPages('product').flatMap(({ html, body, product, location }) => {
      const durability = product && getDurability(product.record, home);
      if (!durability || html === '') return [];
      if (durability.label === '') return [__('%s promises durability without the official label.', location)];
      return shows(body, [durability.label]) ? [] : [__('%s doesn’t show the producer’s label.', location)];
    });
    return [
      ...pagesWithoutNotice.map(({ location }) => __('%s doesn’t show the official notice.', location)),
      ...labels,
    ];
  }

  return {
    id: 'guarantee_notice',
    law: 'guarantee',
    label: __('Notice on the legal guarantee'),
    fix: NOTICES_PAGE,
    async run(context) {
      const { state, description, recommendation } = await getNoticeState(i18n, notices);
      if (state === 'missing') return problemFinding('missing', [description], recommendation, i18n);
      const problems = findMissingNotices(context, await notices.list());
      if (problems.length > 0)
        return problemFinding('missing', problems, __('Check which theme or plugin leaves it out.'), i18n);
      if (state !== 'good') return problemFinding('advice', [description], recommendation, i18n);
      // Whether an image is the published notice is for a person to judge.
      const files = (await notices.list()).map(({ locale, hash }) => `${locale}:${hash}`);
      return unconfirmedFinding(
        files.sort().join('\n'),
        description,
        __(
          'Compare the images with the notice in Implementing Regulation (EU) 2025/1960, and confirm that they are the same.',
        ),
      );
    },
  };
}

const TAX = /\b(?:VAT|tax)\b|podat/i;
const DELIVERY_COSTS =
  /(?:plus|\+|dolicz\p{L}*)\s+(?:koszt\p{L}*\s+)?(?:dostaw|wysyłk|przesyłk)|koszt\p{L}*\s+(?:dostaw|wysyłk|przesyłk)|(?:darmow|bezpłatn)\p{L}*\s+(?:dostaw|wysyłk)|plus\s+(?:delivery|shipping|postage)|(?:delivery|shipping|postage)\s+(?:costs?|fees?)|free\s+(?:delivery|shipping)/iu;

/** Checks the notice beside prices: tax is included, and delivery costs are added (Consumer Rights Act, art. 12). */
export function priceNoticeCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'price_notice',
    law: 'seller',
    label: __('Tax and delivery costs next to the price'),
    fix: `${SETTINGS_SCREEN}storefront`,
    examines: ['product'],
    run({ view, values }: CheckContext) {
      const problems: string[] = [];
      for (const { html, body, product, location } of view.findPages('product')) {
        if (html === '' || !product) continue;
        const text = (find(body, byTag('main'))[0] ?? body).text;
        const customNotice = values.text('shipping_notice_text').trim();
        const absent = [
          ...(product.card.taxRate > 0 && !TAX.test(text) ? [__('the tax included in the price')] : []),
          ...(product.card.kind === 'physical' &&
          !DELIVERY_COSTS.test(text) &&
          (customNotice === '' || !text.includes(customNotice))
            ? [__('delivery costs')]
            : []),
        ];
        if (absent.length > 0) problems.push(__('%1$s doesn’t state: %2$s.', location, absent.join(', ')));
      }
      return problems.length === 0
        ? goodFinding(__('Product pages show both.'))
        : problemFinding(
            'missing',
            problems,
            __('Turn the notices on, and check which theme or plugin leaves them out.'),
            i18n,
          );
    },
  };
}

const VERIFICATION_WORDS: Readonly<Record<string, RegExp>> = { pl_PL: /sprawdz|weryfik/i, en_US: /check|verif/i };
const RATING_WORDS: Readonly<Record<string, RegExp>> = { pl_PL: /ocen|opini/i, en_US: /rating|review/i };

/**
 * Checks the notice beside ratings: whether and how the shop verifies that they come from buyers (Consumer Rights Act,
 * art. 12).
 */
export function ratingsNoticeCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'ratings',
    law: 'seller',
    label: __('Where ratings come from'),
    fix: PRODUCTS_SCREEN,
    examines: ['product'],
    run({ view }: CheckContext) {
      const rated = view
        .findPages('product')
        .filter(({ html, product }) => html !== '' && product?.record.reviews !== undefined);
      if (rated.length === 0) return goodFinding(__('No products have ratings.'));
      // Both words must be in one sentence, since elsewhere on the page they have other meanings.
      const pagesWithoutInformation = rated.filter(
        ({ body, locale }) =>
          !body.text
            .split(/(?<=[.!?])\s/)
            .some((sentence) => VERIFICATION_WORDS[locale]?.test(sentence) && RATING_WORDS[locale]?.test(sentence)),
      );
      return pagesWithoutInformation.length === 0
        ? goodFinding(__('Product pages with ratings show this information.'))
        : problemFinding(
            'missing',
            pagesWithoutInformation.map(({ location }) => __('%s doesn’t include this information.', location)),
            __('Check which theme or plugin leaves it out.'),
            i18n,
          );
    },
  };
}
