import { isCalendarDay, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding, SETTINGS_SCREEN, type CheckContext } from './check.js';
import { LAW_IDS, LAW_OPTION, readLawRows } from './law-table.js';
import { normalizeText } from './normalize-text.js';
import { linksTo } from './visible-element.js';

/** Checks that all stored settings are valid, including those written directly to the database. */
export function storedSettingsCheck(i18n: CheckI18n, settings: Pick<Settings, 'findInvalid'>): Check {
  const { __ } = i18n;
  return {
    id: 'settings',
    law: 'promise',
    label: __('Saved settings'),
    fix: `${SETTINGS_SCREEN}compliance`,
    async run() {
      const problems = Object.entries(await settings.findInvalid()).map(([key, message]) => `${key}: ${message}`);
      return problems.length === 0
        ? goodFinding(__('All settings are known and have allowed values.'))
        : problemFinding(
            'missing',
            problems,
            __('Save it again in the settings, and check what writes to the database.'),
            i18n,
          );
    },
  };
}

/** Age in days after which a row must be compared again, since laws change. */
const STALE_DAYS = 400;

/** Checks that every act named in the dashboard is complete, in force, and was recently compared with its source. */
export function lawTableCheck(
  i18n: CheckI18n,
  scope: Pick<PluginScope, 'getOption'>,
  clock: Pick<Clock, 'day'>,
): Check {
  const { __ } = i18n;
  return {
    id: 'laws',
    law: 'promise',
    label: __('Table of legal acts'),
    fix: '',
    async run() {
      const rows = await readLawRows(scope);
      const [today, staleDay] = [await clock.day(), await clock.day(-STALE_DAYS)];
      const invalidRows: string[] = [];
      const stale: string[] = [];
      for (const id of LAW_IDS) {
        const { act, article, since, verified } = rows[id];
        const absent = [
          ...(act === '' ? [__('act')] : []),
          ...(article === '' ? [__('article')] : []),
          ...(isCalendarDay(since) ? [] : [__('effective date')]),
          ...(isCalendarDay(verified) ? [] : [__('date of last comparison')]),
        ];
        if (absent.length > 0) invalidRows.push(__('The row “%1$s” is missing: %2$s.', id, absent.join(', ')));
        else if (since > today) invalidRows.push(__('The row “%1$s” only takes effect on %2$s.', id, since));
        else if (verified < staleDay)
          stale.push(__('The row “%1$s” was last compared with the source on %2$s.', id, verified));
      }
      const cure = __('Correct the row in the option %s.', LAW_OPTION);
      if (invalidRows.length > 0) return problemFinding('missing', invalidRows, cure, i18n);
      return stale.length > 0
        ? problemFinding('advice', stale, __('Compare it with the source and record the date.'), i18n)
        : goodFinding(__('Every row has an act, an article, and dates.'));
    },
  };
}

/** Checks the seller's details: complete, identical for everyone on the contact page, and linked in the shop. */
export function sellerCheck(i18n: CheckI18n, contactUrl: string): Check {
  const { __ } = i18n;
  return {
    id: 'seller',
    law: 'seller',
    label: __('Seller identification'),
    fix: `${SETTINGS_SCREEN}general`,
    run({ values, view }: CheckContext) {
      const data: readonly (readonly [string, string])[] = [
        ['company_name', __('name')],
        ['company_address', __('address')],
        ['company_email', __('email')],
        ['company_phone', __('phone')],
        ['company_nip', __('NIP')],
      ];
      const missingLabels = data.filter(([key]) => values.text(key).trim() === '').map(([, label]) => label);
      if (missingLabels.length > 0)
        return problemFinding(
          'missing',
          [__('Missing: %s.', missingLabels.join(', '))],
          __('Enter the seller details.'),
          i18n,
        );
      const problems: string[] = [];
      for (const page of view.findPages('contact')) {
        const pageText = normalizeText(page.body.text);
        const absent = data
          .filter(
            ([key]) =>
              !values
                .text(key)
                .split('\n')
                .every((line) => pageText.includes(normalizeText(line))),
          )
          .map(([, label]) => label);
        if (absent.length > 0) problems.push(__('%1$s doesn’t state: %2$s.', page.location, absent.join(', ')));
      }
      for (const page of view.live ? view.findPages('home', 'shop', 'checkout') : []) {
        if (
          page.html !== '' &&
          linksTo(page.body, contactUrl).length === 0 &&
          !normalizeText(page.body.text).includes(normalizeText(values.text('company_email')))
        )
          problems.push(__('%s has no link to the contact page.', page.location));
      }
      return problems.length === 0
        ? goodFinding(values.text('company_name'))
        : problemFinding('missing', problems, __('Show the contact page and the footer menu in your theme.'), i18n);
    },
  };
}
