import type { PluginScope, Services } from 'plinth';
import { WITHDRAWAL_PATH } from '../pages/generator.js';
import { PAGE_LOCALES, type PageLocale } from '../pages/page-type.js';
import type { LegalPage } from '../pages/legal-pages.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, type CheckContext, goodFinding, problemFinding, SETTINGS_SCREEN } from './check.js';
import {
  containing,
  containingAmount,
  containingSetting,
  findAbsent,
  readAttachments,
  type RequiredContent,
} from './email-texts.js';
import { languageName } from './visitor.js';
import { parsePage } from './visible-element.js';

type ShopServices = PluginScope['services'];
type ShopEmails = Services['store.emails'];
type ComposedEmail = Awaited<ReturnType<ShopEmails['compose']>>;
type UnconfirmedOrders = Awaited<ReturnType<ShopEmails['countUnconfirmed']>>;

/** Days within which an order without a confirmation email is reported. */
const REPORTED_DAYS = 30;
/** The email that confirms an order. */
const CONFIRMATION = 'received';

const CONCLUSION: Readonly<Record<PageLocale, RegExp>> = {
  pl_PL: /zawarci\p{L}* umowy|umow\p{L}* (?:została |jest )?zawart/iu,
  en_US: /conclu\p{L}* (?:of )?(?:the|a) contract|contract (?:is|was|has been) (?:concluded|made)/iu,
};
const WITHDRAWAL: Readonly<Record<PageLocale, RegExp>> = {
  pl_PL: /odst[ąa]p\p{L}* od umowy/iu,
  en_US: /withdraw\p{L}* from (?:the|this|your) contract|right of withdrawal/iu,
};
const DELIVERY: Readonly<Record<PageLocale, RegExp>> = { pl_PL: /dostaw/i, en_US: /deliver/i };
const PAYMENT: Readonly<Record<PageLocale, RegExp>> = { pl_PL: /płatnoś/i, en_US: /payment/i };

/** Describes orders whose confirmation email did not leave. */
function describeUnconfirmed({ failed, filed }: UnconfirmedOrders, { _n }: CheckI18n): string[] {
  const failedText = _n(
    '%d order of the last 30 days has no confirmation email: it was not sent or has no recipient.',
    '%d orders of the last 30 days have no confirmation email: it was not sent or has no recipient.',
    failed,
  );
  const filedText = _n(
    'The confirmation email of %d order was only saved in the mail folder, since there is no mail server.',
    'The confirmation emails of %d orders were only saved in the mail folder, since there is no mail server.',
    filed,
  );
  return [...(failed > 0 ? [failedText] : []), ...(filed > 0 ? [filedText] : [])];
}

const findShopEmails = (services: ShopServices): ShopEmails | undefined =>
  services.has('store.emails') ? services.get('store.emails') : undefined;

/** Languages in which the shop writes its emails. */
const getEmailLocales = ({ getSiteLanguages }: CheckI18n): readonly PageLocale[] =>
  PAGE_LOCALES.filter((locale) => getSiteLanguages().includes(locale));

/**
 * Checks that the order confirmation email includes the full terms and the withdrawal instruction, and reaches the
 * customer (Consumer Rights Act, art. 21).
 */
export function durableMediumCheck(
  i18n: CheckI18n & Parameters<typeof languageName>[1],
  services: ShopServices,
): Check {
  const { __ } = i18n;

  /** Returns the reasons why order confirmation emails do not reach customers. */
  async function findUndelivered(shopEmails: ShopEmails): Promise<string[]> {
    const { mail, customer } = await shopEmails.compose(CONFIRMATION, getEmailLocales(i18n)[0] ?? '');
    return [
      ...([mail.to].flat().includes(customer)
        ? []
        : [__('A plugin removes the customer from the recipients of the order confirmation email.')]),
      ...describeUnconfirmed(await shopEmails.countUnconfirmed(REPORTED_DAYS), i18n),
    ];
  }

  /** Returns the names of the pages that an email lacks, in its language or the only one there is. */
  function findAbsentPages(
    attachments: readonly string[],
    pages: readonly LegalPage[],
    locale: PageLocale,
  ): readonly ('terms' | 'withdrawal')[] {
    const isAttached = ({ post }: LegalPage): boolean => {
      const pageText = parsePage(post.post_content).text;
      return pageText !== '' && attachments.some((text) => text.includes(pageText));
    };
    return (['terms', 'withdrawal'] as const).filter((type) => {
      const versions = pages.filter((page) => page.type === type && page.post.post_status === 'publish');
      const own = versions.filter((page) => page.locale === locale);
      return !(own.length > 0 ? own : versions).some(isAttached);
    });
  }

  async function findAbsentAttachments(shopEmails: ShopEmails, pages: readonly LegalPage[]): Promise<string[]> {
    const pageNames = { terms: __('terms and conditions'), withdrawal: __('withdrawal instructions') };
    const problems: string[] = [];
    for (const locale of getEmailLocales(i18n)) {
      const { mail } = await shopEmails.compose(CONFIRMATION, locale);
      const absent = findAbsentPages(readAttachments(mail.attachments), pages, locale).map((type) => pageNames[type]);
      if (absent.length > 0)
        problems.push(
          __('The order confirmation email (%1$s) is missing: %2$s.', languageName(locale, i18n), absent.join(', ')),
        );
    }
    return problems;
  }

  return {
    id: 'attachments',
    law: 'medium',
    label: __('Terms and withdrawal instructions with the order confirmation'),
    fix: `${SETTINGS_SCREEN}checkout`,
    async run({ pages }: CheckContext) {
      const shopEmails = findShopEmails(services);
      if (!shopEmails) return noShopFinding(i18n);
      const undelivered = await findUndelivered(shopEmails);
      const absent = await findAbsentAttachments(shopEmails, pages);
      if (undelivered.length + absent.length === 0) return goodFinding(__('Both are attached to the email.'));
      const recommendations = [
        ...(undelivered.length > 0
          ? [
              __(
                'Check the mail settings, the mail log, and which plugin filters recipients. Then send the emails again from the orders.',
              ),
            ]
          : []),
        ...(absent.length > 0 ? [__('Publish and attach both pages.')] : []),
      ];
      return problemFinding('missing', [...undelivered, ...absent], recommendations.join(' '), i18n);
    },
  };
}

const noShopFinding = (i18n: CheckI18n) =>
  problemFinding(
    'missing',
    [i18n.__('The emails of the shop can’t be composed.')],
    i18n.__('Activate the store plugin.'),
    i18n,
  );

/** Returns what the confirmation of an order must contain: Consumer Rights Act, art. 12 and 21. */
function confirmationContent(
  { order }: ComposedEmail,
  { values }: Pick<CheckContext, 'values'>,
  locale: PageLocale,
  { __ }: CheckI18n,
): readonly RequiredContent[] {
  return [
    [__('the conclusion of the contract'), (text) => CONCLUSION[locale].test(text)],
    [__('the order number'), containing(order.number)],
    ...order.lines.flatMap(({ name, quantity, unitPrice, total }): RequiredContent[] => [
      [__('the ordered products'), containing(name)],
      [__('quantities and prices'), containing(String(quantity))],
      [__('quantities and prices'), containingAmount(unitPrice)],
      [__('quantities and prices'), containingAmount(total)],
    ]),
    [__('the delivery cost'), (text) => DELIVERY[locale].test(text) && containingAmount(order.deliveryTotal)(text)],
    [__('the payment method'), (text) => PAYMENT[locale].test(text)],
    [__('the total'), containingAmount(order.total)],
    [__('the delivery address'), containing(order.shipping.address1)],
    [__('the seller’s name'), containingSetting(values, 'company_name')],
    [__('the seller’s address'), containingSetting(values, 'company_address')],
    [__('the seller’s email address'), containingSetting(values, 'company_email')],
    ...(values.flag('withdrawal_enabled')
      ? [[__('information on the right of withdrawal'), (text: string) => WITHDRAWAL[locale].test(text)] as const]
      : []),
  ];
}

/**
 * Checks the text of the email that confirms an order, in each language of the shop: it is the confirmation of the
 * contract (Consumer Rights Act, art. 21; Directive 2011/83/EU, art. 8(7)).
 */
export function orderConfirmationCheck(
  i18n: CheckI18n & Parameters<typeof languageName>[1],
  services: ShopServices,
): Check {
  const { __ } = i18n;

  async function findProblems(shopEmails: ShopEmails, locale: PageLocale, context: CheckContext): Promise<string[]> {
    const composed = await shopEmails.compose(CONFIRMATION, locale);
    const { mail } = composed;
    const language = languageName(locale, i18n);
    const absent = await findAbsent(mail, confirmationContent(composed, context, locale, i18n));
    const hasLink = !context.values.flag('withdrawal_enabled') || (mail.html ?? '').includes(WITHDRAWAL_PATH);
    return [
      ...(absent.length > 0
        ? [__('The order confirmation email (%1$s) doesn’t state: %2$s.', language, absent.join(', '))]
        : []),
      ...(hasLink ? [] : [__('The order confirmation email (%s) doesn’t link to the withdrawal form.', language)]),
      ...(mail.replyTo === (await shopEmails.shopEmail())
        ? []
        : [__('Replies to the order confirmation email (%s) don’t reach the shop.', language)]),
    ];
  }

  return {
    id: 'email_order',
    law: 'medium',
    label: __('Content of the order confirmation'),
    fix: 'admin.php?page=store-emails',
    async run(context) {
      const shopEmails = findShopEmails(services);
      if (!shopEmails) return noShopFinding(i18n);
      const problems: string[] = [];
      for (const locale of getEmailLocales(i18n)) problems.push(...(await findProblems(shopEmails, locale, context)));
      return problems.length === 0
        ? goodFinding(__('The email confirms the contract, with the order, the seller, and the right of withdrawal.'))
        : problemFinding('missing', problems, __('Check which theme or plugin changes the email.'), i18n);
    },
  };
}
