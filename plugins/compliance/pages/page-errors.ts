import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Catalog } from '../store/shop.js';
import { getCompany, type Generator, isComplete } from './generator.js';
import { countWords, CLOSED_ODR_URL, findStatedDays, isSameText } from './page-text.js';
import type { LegalPage } from './legal-pages.js';
import { readShopFacts } from './shop-facts.js';
import type { ShopFacts } from './templates/template-data.js';

/** An error in a legal page, with a stable code and a message for the shop owner. */
export interface PageError {
  readonly code: 'empty' | 'odr' | 'placeholder' | 'office' | 'days' | 'payment' | 'email' | 'seller' | 'stale';
  readonly text: string;
}

interface PageErrorDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly generator: Generator;
  catalog(): Catalog | undefined;
}

/** Checks a legal page for errors: dead links, unfilled placeholders, and text that contradicts how the shop works. */
export type PageErrors = (page: LegalPage) => Promise<readonly PageError[]>;

const ODR_BY_NAME = /platform[ay]? ODR|ODR platform/i;
const PLACEHOLDER =
  /\{\w+\}|\[(?:nazwa|adres|firma|data|name|company|address|date|e-?mail|nip|uzupe)[^\]]*\]|_{4,}|\.{6,}|…{3,}|\bXXX+\b|\bTODO\b|lorem ipsum/i;
const FORMER_UODO_ADDRESS = /Stawki 2\b/i;
const MIN_WORDS = 40;
/** Names for the store's own payment methods in texts. */
const PAYMENT_NAMES: Readonly<Record<string, RegExp>> = {
  cod: /za pobraniem|płatno\S+ przy odbiorze|cash on delivery/i,
  transfer: /\bprzelew|bank transfer/i,
};
const ACCEPTANCE_PROMISE = /przyjęci\S+ zamówienia do realizacji/i;

/** Yields the errors that may occur in any page. */
function* findCommonErrors(content: string, __: PluginScope['__']): Iterable<PageError> {
  if (CLOSED_ODR_URL.test(content) || ODR_BY_NAME.test(content))
    yield { code: 'odr', text: __('It links to the EU’s ODR platform, which has closed.') };
  const placeholderText = PLACEHOLDER.exec(content.replace(/<!--[\s\S]*?-->/g, ''))?.[0];
  if (placeholderText !== undefined)
    yield { code: 'placeholder', text: __('A placeholder hasn’t been filled in: %s', placeholderText) };
  if (FORMER_UODO_ADDRESS.test(content))
    yield {
      code: 'office',
      text: __('It contains the former address of the Polish data protection authority (UODO).'),
    };
}

/** Yields the payment methods that a text mentions but the shop does not offer. */
function* findUnofferedPayments(
  content: string,
  { payments }: Pick<ShopFacts, 'payments'>,
  __: PluginScope['__'],
): Iterable<PageError> {
  for (const [id, pattern] of Object.entries(PAYMENT_NAMES)) {
    const mention = pattern.exec(content)?.[0];
    if (mention !== undefined && !payments.some((method) => method.id === id))
      yield { code: 'payment', text: __('It mentions “%s”, which the shop doesn’t offer.', mention) };
  }
}

export function createPageErrors({ scope, settings, generator, catalog }: PageErrorDeps): PageErrors {
  const { __ } = scope;

  return async ({ type, locale, post, isUnedited }) => {
    const content = post.post_content;
    if (countWords(content) < MIN_WORDS) return [{ code: 'empty', text: __('The page is almost empty.') }];
    const values = await settings.values();
    const shop = await readShopFacts({ scope, catalog }, values);
    const company = getCompany(values);
    const errors = [...findCommonErrors(content, __)];
    const add = (code: PageError['code'], text: string): void => void errors.push({ code, text });

    const statedDays = findStatedDays(content).find((days) => days < values.number('withdrawal_days'));
    if (statedDays !== undefined)
      add(
        'days',
        __(
          'It states a withdrawal period of %1$d days; the shop is set to %2$d.',
          statedDays,
          values.number('withdrawal_days'),
        ),
      );
    if (type === 'terms' || type === 'delivery') errors.push(...findUnofferedPayments(content, shop, __));
    if (type === 'terms' && ACCEPTANCE_PROMISE.test(content))
      add(
        'email',
        __(
          'It promises an email accepting the order. The shop sends one email right after the order and, for cash on delivery, no other email before shipping.',
        ),
      );
    if (
      (type === 'terms' || type === 'privacy') &&
      company.email !== '' &&
      !content.toLowerCase().includes(scope.escHtml(company.email).toLowerCase())
    )
      add('seller', __('It doesn’t contain the seller’s email address: %s', company.email));
    if (isUnedited && isComplete(company)) {
      if (!isSameText(await generator(type, company, locale), content))
        add('stale', __('Your shop settings have changed. Regenerate this page.'));
    }
    return errors;
  };
}
