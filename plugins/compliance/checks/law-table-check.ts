import { isCalendarDay, type PluginScope } from 'plinth';
import type { Clock } from '../time/clock.js';
import { type Check, type CheckWords, good, lacking } from './check.js';
import { LAW_IDS } from './law-table.js';
import { LAW_OPTION, readLawRows } from './law-rows.js';

/** Law changes: a row that nobody looked at for so many days may be another today. */
const STALE_DAYS = 400;

/** Every act that the dashboard names is whole, in force, and was compared with its source not long ago. */
export function lawTableCheck(
  words: CheckWords,
  scope: Pick<PluginScope, 'getOption'>,
  clock: Pick<Clock, 'day'>,
): Check {
  const { __ } = words;
  return {
    id: 'laws',
    law: 'promise',
    label: __('The table of acts'),
    fix: '',
    async look() {
      const rows = await readLawRows(scope);
      const broken: string[] = [];
      const stale: string[] = [];
      for (const id of LAW_IDS) {
        const { act, article, since, verified } = rows[id];
        const absent = [
          ...(act === '' ? [__('act')] : []),
          ...(article === '' ? [__('article')] : []),
          ...(isCalendarDay(since) ? [] : [__('in force since')]),
          ...(isCalendarDay(verified) ? [] : [__('last compared')]),
        ];
        if (absent.length > 0) broken.push(__('The row “%1$s” does not say: %2$s.', id, absent.join(', ')));
        else if (since > clock.day()) broken.push(__('The row “%1$s” is in force only from %2$s.', id, since));
        else if (verified < clock.day(-STALE_DAYS))
          stale.push(__('The row “%1$s” was last compared with its source on %2$s.', id, verified));
      }
      const cure = __('Mend the row in the option %s.', LAW_OPTION);
      if (broken.length > 0) return lacking('missing', broken, cure, words);
      return stale.length > 0
        ? lacking('advice', stale, __('Compare it with its source, and note the day.'), words)
        : good(__('Each row names act, article and days.'));
    },
  };
}
