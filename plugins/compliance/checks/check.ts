import type { PluginScope } from 'plinth';
import type { ConsentCheckbox } from '../consents/checkbox.js';
import type { LegalPage } from '../pages/legal-pages.js';
import type { SettingValues } from '../settings/settings.js';
import type { LawId } from './law-table.js';
import type { ProductScan } from './goods.js';
import type { ShopView } from './shop-view.js';

/** Finding about one legal obligation. */
export interface Finding {
  /** `missing` violates an obligation, `advice` could be better, `off` was disabled by the shop owner. */
  readonly state: 'good' | 'missing' | 'advice' | 'off';
  /** What was found, or is absent. */
  readonly description: string;
  /** Recommended action; '' for none. */
  readonly recommendation: string;
  /** Names of the pages or products with deficiencies, up to a limit. */
  readonly places?: readonly string[];
  /** Legal basis, when it differs from that of the check. */
  readonly law?: LawId;
}

/** Result of a check in a scan of the shop. */
export interface CheckResult extends Omit<Finding, 'law' | 'places'> {
  /** Stable identifier, such as `button` or `boxes_checkout`. */
  readonly id: string;
  readonly label: string;
  readonly places: readonly string[];
  readonly law: LawId;
  /** Screen on which to fix it, relative to `wp-admin/`; '' when no action is needed. */
  readonly fix: string;
}

/** Data available to a check: what visitors see, and what they should see. */
export interface CheckContext {
  readonly view: ShopView;
  readonly products: ProductScan;
  readonly values: SettingValues;
  readonly checkboxes: readonly ConsentCheckbox[];
  readonly pages: readonly LegalPage[];
}

/** A legal obligation, and how to check it. */
export interface Check {
  readonly id: string;
  readonly law: LawId;
  readonly label: string;
  readonly fix: string;
  /** Returns `goodFinding` only for what was found on a page, in an email or in a product; a setting alone proves nothing. */
  run(context: CheckContext): Finding | Promise<Finding>;
}

export type CheckI18n = Pick<PluginScope, '__' | '_n'>;

export const SETTINGS_SCREEN = 'admin.php?page=compliance-settings&group=';
export const CHECKBOXES_SCREEN = 'admin.php?page=compliance-checkboxes';
export const PAGES_SCREEN = 'admin.php?page=compliance-pages';

const MAX_DESCRIBED_PROBLEMS = 3;
const MAX_PLACES = 200;

export const goodFinding = (seen: string): Finding => ({ state: 'good', description: seen, recommendation: '' });

/**
 * Returns the finding for an obligation whose feature the shop owner disabled. It is never `goodFinding`, since compliance
 * cannot be verified.
 */
export const disabledFinding = ({ __ }: CheckI18n): Finding => ({
  state: 'off',
  description: __('Turned off in the settings.'),
  recommendation: __('Turn it on unless the requirement doesn’t apply to you.'),
});

/** Returns a finding with deficiencies; the message names the first ones, and `places` lists them up to a limit. */
export function problemFinding(
  state: 'missing' | 'advice',
  problems: readonly string[],
  recommendedAction: string,
  { __ }: CheckI18n,
): Finding {
  const more = problems.length - MAX_DESCRIBED_PROBLEMS;
  const firstProblems = problems.slice(0, MAX_DESCRIBED_PROBLEMS).join(' ');
  return {
    state,
    description: more > 0 ? `${firstProblems} ${__('And %d more.', more)}` : firstProblems,
    recommendation: recommendedAction,
    places: problems.slice(0, MAX_PLACES),
  };
}
