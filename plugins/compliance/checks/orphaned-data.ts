import { CLOSED_ODR_URL } from '../pages/page-text.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, goodFinding, problemFinding, PAGES_SCREEN, SETTINGS_SCREEN, type CheckContext } from './check.js';
import { byClass, find, linksTo } from './visible-element.js';
import type { SeenPage } from './shop-view.js';

interface FeatureTrace {
  readonly key: string;
  readonly text: string;
  isOn(page: SeenPage): boolean;
}

/** Checks that pages show nothing of disabled features, whichever theme or plugin displays it. */
export function orphansCheck(i18n: CheckI18n, urls: { readonly withdrawal: string; readonly report: string }): Check {
  const { __ } = i18n;
  const has =
    (name: string) =>
    ({ body }: SeenPage): boolean =>
      find(body, byClass(name)).length > 0;
  const traces = (): readonly FeatureTrace[] => [
    { key: 'omnibus_enabled', text: __('the lowest price'), isOn: has('omnibus') },
    { key: 'gpsr_enabled', text: __('product safety'), isOn: has('legal-info__safety') },
    { key: 'greenwashing_enabled', text: __('environmental claims'), isOn: has('legal-info__claim') },
    {
      key: 'delivery_time_enabled',
      text: __('delivery times'),
      isOn: (page) => has('legal-info__delivery')(page) || has('card__delivery')(page),
    },
    {
      key: 'withdrawal_enabled',
      text: __('the withdrawal form'),
      isOn: ({ body }) => linksTo(body, urls.withdrawal).length > 0,
    },
    { key: 'dsa_enabled', text: __('the report form'), isOn: ({ body }) => linksTo(body, urls.report).length > 0 },
    {
      key: 'search_enabled',
      text: __('search suggestions'),
      isOn: ({ html }) => html.includes('name="product-search"'),
    },
  ];
  return {
    id: 'switched_off',
    law: 'promise',
    label: __('Disabled features'),
    fix: `${SETTINGS_SCREEN}compliance`,
    run({ view, values }: CheckContext) {
      const disabledTraces = traces().filter(({ key }) => !values.flag(key));
      const problems = findTraces(disabledTraces, view.pages);
      return problems.length === 0
        ? goodFinding(__('Disabled features are not visible on the pages.'))
        : problemFinding('missing', problems, __('Check which theme or plugin still shows it.'), i18n);
    },
  };

  function findTraces(traceList: readonly FeatureTrace[], pages: readonly SeenPage[]): string[] {
    return pages.flatMap((page) =>
      traceList
        .filter(({ isOn }) => page.html !== '' && isOn(page))
        .map((trace) => __('%1$s still shows %2$s.', page.location, trace.text)),
    );
  }
}

/**
 * Checks that nothing links to the online dispute resolution platform, closed on 20 July 2025, as if it still existed.
 */
export function deadPlatformCheck(i18n: CheckI18n): Check {
  const { __ } = i18n;
  return {
    id: 'odr',
    law: 'odr',
    label: __('Closed ODR platform'),
    fix: PAGES_SCREEN,
    run({ view }: CheckContext) {
      const problems = view.pages
        .filter(
          ({ body }) =>
            CLOSED_ODR_URL.test(body.text) ||
            find(body, ({ attributes }) => CLOSED_ODR_URL.test(attributes.href ?? '')).length > 0,
        )
        .map(({ location }) => __('%s still links to it.', location));
      return problems.length === 0
        ? goodFinding(__('No page links to it.'))
        : problemFinding('missing', problems, __('Remove the link.'), i18n);
    },
  };
}
