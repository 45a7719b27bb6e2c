import { saysPaying } from '../settings/shop-texts.js';
import { type Check, type CheckI18n, good, lacking, SETTINGS_SCREEN, type CheckContext } from './check.js';
import { byClass, byTag, find, type SeenElement } from './visible-element.js';

/** Names of checkout buttons that do not place an order. */
const HARMLESS = new Set(['update', 'apply_code', 'remove_code', 'send_code', 'leave']);

/** Returns the elements that may place an order: the form's buttons, and what a payment method shows instead. */
function buttonsOf(body: SeenElement): SeenElement[] {
  return find(body, byTag('form'))
    .filter((form) => find(form, ({ attributes }) => attributes.name === 'place_order').length > 0)
    .flatMap((form) =>
      find(
        form,
        ({ tag, attributes }) =>
          (tag === 'button' && attributes.type !== 'button') ||
          (tag === 'input' && ['submit', 'image'].includes(attributes.type ?? '')) ||
          (tag === 'button' && /pay|blik|order/i.test(`${attributes.class} ${attributes.id}`)) ||
          (tag === 'a' &&
            (attributes.role === 'button' || byClass('button')({ tag, attributes, text: '', children: [] }))),
      ).filter(({ attributes }) => !HARMLESS.has(attributes.name ?? '')),
    );
}

const wordsOf = ({ tag, attributes, text }: SeenElement): string =>
  (tag === 'input' ? (attributes.value ?? attributes.alt ?? '') : text || (attributes['aria-label'] ?? '')).trim();

/** Checks that each order button, including those of payment methods, states the obligation to pay. */
export function orderButtonCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'button',
    law: 'button',
    label: __('Order button text'),
    fix: `${SETTINGS_SCREEN}checkout`,
    run({ view }: CheckContext) {
      const pages = view.findPages('checkout').filter(({ html }) => html !== '');
      if (pages.length === 0)
        return lacking(
          'advice',
          [__('Couldn’t open the form.')],
          __('Open it yourself. It may need a product in stock.'),
          i18n,
        );
      const problems: string[] = [];
      for (const page of pages) {
        const buttonTexts = buttonsOf(page.body).map(wordsOf);
        if (buttonTexts.length === 0) problems.push(__('%s has no button to place the order.', page.location));
        for (const text of buttonTexts)
          if (!saysPaying(text))
            problems.push(
              __('%1$s: “%2$s” doesn’t say that the order includes an obligation to pay.', page.location, text),
            );
      }
      const first = pages[0]
        ? buttonsOf(pages[0].body)
            .map((button) => `“${wordsOf(button)}”`)
            .join(', ')
        : '';
      return problems.length === 0
        ? good(first)
        : lacking('missing', problems, __('Use “Zamawiam z obowiązkiem zapłaty” or equally clear words.'), i18n);
    },
  };
}
