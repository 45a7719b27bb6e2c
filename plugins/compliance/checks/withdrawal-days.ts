import { grantedDays } from '../pages/granted-days.js';
import { type Check, type CheckWords, good, lacking, PAGES_SCREEN, type Sight, switchedOff } from './check.js';

/** No page grants fewer days for withdrawal than the shop counts, and the instruction says how many (Consumer Rights Act, art. 27). */
export function withdrawalDaysCheck(words: CheckWords): Check {
  const { __ } = words;
  return {
    id: 'withdrawal_days',
    law: 'withdrawal_days',
    label: __('Days for withdrawal'),
    fix: PAGES_SCREEN,
    look({ view, values, pages }: Sight) {
      if (!values.flag('withdrawal_enabled')) return switchedOff(words);
      const counted = values.number('withdrawal_days');
      const instruction = new Set(
        pages
          .filter(({ type, post }) => type === 'withdrawal' && post.post_status === 'publish')
          .map(({ url }) => new URL(url).pathname),
      );
      const problems: string[] = [];
      for (const { where, path, html, body } of view.at('legal', 'withdrawal', 'product', 'checkout')) {
        const granted = grantedDays(body.text);
        const fewer = granted.find((days) => days < counted);
        if (fewer !== undefined)
          problems.push(__('%1$s grants %2$d days for withdrawal; the shop is set to %3$d.', where, fewer, counted));
        else if (html !== '' && instruction.has(path.split('?')[0] ?? '') && granted.length === 0)
          problems.push(__('%s does not say how many days there are.', where));
      }
      return problems.length === 0
        ? good(__('Pages grant the days that the shop counts.'))
        : lacking('missing', problems, __('Correct the page, and look which extension changes it.'), words);
    },
  };
}
