import type { ConsentCheckbox } from '../consents/checkbox.js';
import type { LegalPage } from '../pages/legal-pages.js';
import type { SettingValues } from '../settings/settings.js';
import type { CheckI18n } from './check-i18n.js';
import type { LawId } from './law-table.js';
import type { ExaminedPage } from './legal-text/page-text.js';
import type { ProductScan } from './goods.js';
import type { PageKind, ShopView } from './shop-view.js';

/**
 * State of a legal obligation:
 * - `good`: the scan saw that it is met.
 * - `confirmed`: a person confirmed what no program can judge.
 * - `unconfirmed`: not seen, or not yet confirmed by a person.
 * - `missing`: not met.
 * - `advice`: met, but could be better.
 * - `off`: the shop has nothing to examine, or the shop owner disabled it where the law allows it.
 */
export type CheckState = 'good' | 'confirmed' | 'unconfirmed' | 'missing' | 'advice' | 'off';

/** Finding about one legal obligation. */
export interface Finding {
  readonly state: CheckState;
  /** What was found, or is absent. */
  readonly description: string;
  /** Recommended action; '' for none. */
  readonly recommendation: string;
  /** Names of the pages or products with deficiencies, up to a limit. */
  readonly places?: readonly string[];
  /** Legal basis, when it differs from that of the check. */
  readonly law?: LawId;
  /**
   * With `unconfirmed`: what a person has to judge, such as the text of a page or the hash of a file. A confirmation
   * applies to this subject only. Without it, nothing can be confirmed.
   */
  readonly subject?: string;
}

/** Result of a check in a scan of the shop. */
export interface CheckResult extends Omit<Finding, 'law' | 'places' | 'subject'> {
  /** Stable identifier, such as `button` or `boxes_checkout`. */
  readonly id: string;
  readonly label: string;
  readonly places: readonly string[];
  readonly law: LawId;
  /** Screen on which to fix it, relative to `wp-admin/`; '' when no action is needed. */
  readonly fix: string;
  /** SHA-256 of what the shop owner can confirm; '' when there is nothing to confirm. */
  readonly subjectHash: string;
}

/** Data available to a check: what visitors see, and what they should see. */
export interface CheckContext {
  readonly view: ShopView;
  readonly products: ProductScan;
  readonly values: SettingValues;
  readonly checkboxes: readonly ConsentCheckbox[];
  readonly pages: readonly LegalPage[];
  /** Their stored texts, compared with what they must state with the shop's settings. */
  readonly legalTexts: readonly ExaminedPage[];
}

/** A legal obligation, and how to check it. */
export interface Check {
  readonly id: string;
  readonly law: LawId;
  readonly label: string;
  readonly fix: string;
  /** Kinds of pages whose content proves it; without one that was opened, it is never `good`. */
  readonly examines?: readonly PageKind[];
  /** Returns `goodFinding` only for what was found on a page, in an email or in a product; a setting alone proves nothing. */
  run(context: CheckContext): Finding | Promise<Finding>;
}

export const SETTINGS_SCREEN = 'admin.php?page=compliance-settings&group=';
export const CHECKBOXES_SCREEN = 'admin.php?page=compliance-checkboxes';
export const PAGES_SCREEN = 'admin.php?page=compliance-pages';

const MAX_DESCRIBED_PROBLEMS = 3;
const MAX_PLACES = 200;

export const goodFinding = (seen: string): Finding => ({ state: 'good', description: seen, recommendation: '' });

/**
 * Returns the finding for a feature that the shop owner disabled and that the law does not require. It is never
 * `goodFinding`, since nothing was seen.
 */
export const disabledFinding = ({ __ }: CheckI18n): Finding => ({
  state: 'off',
  description: __('Turned off in the settings.'),
  recommendation: __('Turn it on unless the requirement doesn’t apply to you.'),
});

/** Returns the finding for an obligation that the shop owner disabled although the law requires it. */
export const disabledDutyFinding = ({ __ }: CheckI18n): Finding => ({
  state: 'missing',
  description: __('Turned off in the settings, although the law requires it.'),
  recommendation: __('Turn it on.'),
});

/** Returns the finding for an obligation about products or pages that the shop doesn't have yet. */
export const nothingToExamineFinding = ({ __ }: CheckI18n): Finding => ({
  state: 'off',
  description: __('Not examined: the shop has no such products or published pages yet.'),
  recommendation: __('Scan again when it has some.'),
});

/** Returns the finding for what no program can judge. */
export const unconfirmedFinding = (subject: string, description: string, recommendation: string): Finding => ({
  state: 'unconfirmed',
  description,
  recommendation,
  subject,
});

/**
 * Returns a finding as it is, unless it claims to have seen what could not be examined: there are no pages of the
 * kinds that a check examines, or some of them could not be opened.
 */
export function limitToExamined(
  finding: Finding,
  { examines }: Pick<Check, 'examines'>,
  view: ShopView,
  i18n: CheckI18n,
): Finding {
  if (finding.state !== 'good' || !examines) return finding;
  const pages = view.findPages(...examines);
  if (pages.length === 0) return nothingToExamineFinding(i18n);
  const unopened = pages.filter(({ html }) => html === '').map(({ location }) => location);
  if (unopened.length === 0) return finding;
  const shown = unopened.slice(0, MAX_DESCRIBED_PROBLEMS).join(', ');
  return {
    ...unconfirmedFinding('', i18n.__('Couldn’t open: %s.', shown), i18n.__('Check why visitors can’t open it.')),
    places: unopened.slice(0, MAX_PLACES),
  };
}

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
