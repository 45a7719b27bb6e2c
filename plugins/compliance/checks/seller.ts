import { type Check, type CheckWords, good, lacking, SETTINGS_SCREEN, type Sight } from './check.js';
import { linksTo } from './seen-element.js';

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, '');

/** Who sells, whole and in the same place for everybody: the page of contact, linked in the shop. */
export function sellerCheck(words: CheckWords, contactUrl: string): Check {
  const { __ } = words;
  return {
    id: 'seller',
    law: 'seller',
    label: __('Who the seller is'),
    fix: `${SETTINGS_SCREEN}general`,
    look({ values, view }: Sight) {
      const data: readonly (readonly [string, string])[] = [
        ['company_name', __('name')],
        ['company_address', __('address')],
        ['company_email', __('e-mail')],
        ['company_phone', __('telephone')],
        ['company_nip', __('NIP')],
      ];
      const unknown = data.filter(([key]) => values.text(key).trim() === '').map(([, word]) => word);
      if (unknown.length > 0)
        return lacking('missing', [__('Not given: %s.', unknown.join(', '))], __('Write who sells.'), words);
      const problems: string[] = [];
      for (const page of view.at('contact')) {
        const said = letters(page.body.text);
        const absent = data
          .filter(
            ([key]) =>
              !values
                .text(key)
                .split('\n')
                .every((line) => said.includes(letters(line))),
          )
          .map(([, word]) => word);
        if (absent.length > 0) problems.push(__('%1$s does not say: %2$s.', page.where, absent.join(', ')));
      }
      for (const page of view.live ? view.at('home', 'shop', 'checkout') : []) {
        if (
          page.html !== '' &&
          linksTo(page.body, contactUrl).length === 0 &&
          !letters(page.body.text).includes(letters(values.text('company_email')))
        )
          problems.push(__('%s has no link to the page of contact.', page.where));
      }
      return problems.length === 0
        ? good(values.text('company_name'))
        : lacking('missing', problems, __('Show the page of contact and the footer menu in the theme.'), words);
    },
  };
}
