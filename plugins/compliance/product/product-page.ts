import { DateTime } from 'luxon';
import type { PluginScope } from 'plinth';
import { isCountryCode } from '../consents/condition-references.js';
import type { CatalogRecord, PageDelivery, ProductCard } from '../store/shop.js';
import type { ShopTexts } from '../settings/shop-texts.js';
import type { Settings } from '../settings/settings.js';
import type { SafetyContact } from '../safety/contact.js';
import type { SafetyContacts } from '../safety/contacts.js';
import type { Clock } from '../time/clock.js';
import { isSecondHand } from './product-fields.js';
import { getClaim, hasClaim } from './green-claims.js';
import { getDeliveryLines } from './delivery-time.js';
import { hasContactData, type ProductSafety, getSafety, getSafetyTexts } from './safety.js';
import { getVatNotice } from './price-display.js';

interface ProductPageDeps {
  readonly settings: Settings;
  readonly labels: ShopTexts;
  readonly clock: Clock;
  readonly contacts: Pick<SafetyContacts, 'directory'>;
}

/**
 * Adds legally required information to product pages: tax, delivery, safety, evidence of claims, and the origin of
 * ratings.
 */
export function registerProductPage(scope: PluginScope, { settings, labels, clock, contacts }: ProductPageDeps): void {
  scope.addFilter(
    'store/product_html',
    async (html: string, record: CatalogRecord, card: ProductCard, page?: PageDelivery) => {
      const values = await settings.values();
      const safety = values.flag('gpsr_enabled') ? getSafety(record, await contacts.directory()) : undefined;
      // A certificate expires on a day in the shop's time zone, not the server's.
      const hasVisibleClaim = values.flag('greenwashing_enabled') && hasClaim(record);
      const today = hasVisibleClaim ? await clock.day() : '';
      // Downloads are not shipped, so no delivery cost is added.
      const isShipped = card.kind === 'physical';
      const data = {
        notices: [
          getVatNotice(card.taxRate, values, labels, scope.locale()),
          isShipped && values.flag('shipping_notice_enabled') ? labels(values, 'shipping_notice_text') : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
        deliveryUrl: isShipped ? await scope.applyFilters<string>('store/delivery_url', '') : '',
        delivery: getDeliveryLines(record, card, { values, labels, scope }, page?.variationIds).map(
          ({ text, variations }) => ({
            text,
            variations: variations.join(' '),
            hidden: page?.opensSoldOut === true && variations.length > 0,
          }),
        ),
        safety: safety && getSafetyTexts(safety).length > 0 ? toSafetyView(safety, scope) : null,
        claim: hasVisibleClaim ? getClaim(record, today) : null,
        secondHand: isSecondHand(record) && isShipped,
      };
      // A cached page must not outlive the evidence.
      if (data.claim && data.claim.validUntil !== '')
        scope.cache.expiresAt(
          DateTime.fromISO(data.claim.validUntil, { zone: await clock.zone() })
            .plus({ days: 1 })
            .toJSDate(),
        );
      scope.useAsset('compliance-product');
      return html + (await scope.render('product/info', data));
    },
    10,
    4,
  );
  // Next to the reviews, not beside the price.
  scope.addFilter(
    'store/reviews_notice',
    (text: string, reviews: NonNullable<CatalogRecord['reviews']>) =>
      [text, getReviewsText(reviews, scope)].filter((part) => part !== '').join(' '),
    10,
    2,
  );
}

/**
 * Returns whether the displayed reviews were verified, according to the store (Consumer Rights Act, art. 12(1)(22)).
 */
function getReviewsText(reviews: NonNullable<CatalogRecord['reviews']>, { __ }: Pick<PluginScope, '__'>): string {
  if (reviews.verified === reviews.count)
    return __(
      'Only people who bought the product in this shop can review it: the shop checks their order before accepting a review.',
    );
  return __(
    'The shop checks for an order if a review is marked “Bought here”; it doesn’t check whether the other reviews come from buyers.',
  );
}

const splitLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Formatters for country names, by language. */
const countryNames = new Map<string, Intl.DisplayNames>();

/** View data of the safety contacts and warnings. */
function toSafetyView(
  { manufacturer, responsible, warnings }: ProductSafety,
  { __, locale }: Pick<PluginScope, '__' | 'locale'>,
): object {
  const language = locale().replace('_', '-');
  const countries = countryNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  countryNames.set(language, countries);
  const toContactView = (label: string, contact: SafetyContact): object[] =>
    hasContactData(contact)
      ? [
          {
            ...contact,
            label,
            address: splitLines(contact.address),
            country: isCountryCode(contact.country) ? countries.of(contact.country) : contact.country,
          },
        ]
      : [];
  return {
    contacts: [
      ...toContactView(__('Manufacturer'), manufacturer),
      ...toContactView(__('Responsible person in the EU'), responsible),
    ],
    warnings: splitLines(warnings),
  };
}
