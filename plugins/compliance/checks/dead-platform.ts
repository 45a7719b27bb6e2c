import { type Check, type CheckWords, good, lacking, PAGES_SCREEN, type Sight } from './check.js';
import { DEAD_PLATFORM } from '../pages/dead-platform.js';
import { find } from './seen-element.js';

/** Nothing leads to the platform for disputes that closed on 20 July 2025, as if it were there. */
export function deadPlatformCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'odr',
    law: 'odr',
    label: __('The closed ODR platform'),
    fix: PAGES_SCREEN,
    look({ view }: Sight) {
      const problems = view.pages
        .filter(
          ({ body }) =>
            DEAD_PLATFORM.test(body.text) ||
            find(body, ({ attributes }) => DEAD_PLATFORM.test(attributes.href ?? '')).length > 0,
        )
        .map(({ where }) => __('%s still leads to it.', where));
      return problems.length === 0
        ? good(__('No page leads to it.'))
        : lacking('missing', problems, __('Remove the link.'), words);
    },
  };
}
