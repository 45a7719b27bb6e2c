import type { PluginScope } from 'plinth';
import type { ConsentCheckbox } from '../consents/checkbox.js';
import type { LegalPage } from '../pages/legal-pages.js';
import type { SettingValues } from '../settings/settings.js';
import type { LawId } from './law-table.js';
import type { Goods } from './goods.js';
import type { ShopView } from './shop-view.js';

/** What a look found out about one duty. */
export interface Finding {
  /** `missing` breaks a duty, `advice` could be better, `off` was switched off by the owner. */
  readonly state: 'good' | 'missing' | 'advice' | 'off';
  /** What is there, or is not. */
  readonly seen: string;
  /** What to do; '' when nothing. */
  readonly cure: string;
  /** Each page or product that falls short, bounded. */
  readonly places?: readonly string[];
  /** The act, where it is another one than the check's own. */
  readonly law?: LawId;
}

/** What one look at the shop found. */
export interface CheckResult extends Omit<Finding, 'law' | 'places'> {
  /** Stable: `button`, `boxes_checkout`. */
  readonly id: string;
  readonly label: string;
  readonly places: readonly string[];
  readonly law: LawId;
  /** The screen to do it on, below `wp-admin/`; '' when nothing is to do. */
  readonly fix: string;
}

/** All that a check may look at: what visitors see, and what they ought to see. */
export interface Sight {
  readonly view: ShopView;
  readonly goods: Goods;
  readonly values: SettingValues;
  readonly checkboxes: readonly ConsentCheckbox[];
  readonly pages: readonly LegalPage[];
}

/** One duty, and how to see whether it is met. */
export interface Check {
  readonly id: string;
  readonly law: LawId;
  readonly label: string;
  readonly fix: string;
  /** Good only for what was seen on a page, in a letter or in a product: a switch is no proof. */
  run(sight: Sight): Finding | Promise<Finding>;
}

export type CheckI18n = Pick<PluginScope, '__' | '_n'>;

export const SETTINGS_SCREEN = 'admin.php?page=compliance-settings&group=';
export const CHECKBOXES_SCREEN = 'admin.php?page=compliance-boxes';
export const PAGES_SCREEN = 'admin.php?page=compliance-pages';

const NAMED = 3;
const MAX_PLACES = 200;

export const good = (seen: string): Finding => ({ state: 'good', seen, cure: '' });

/** A duty that the owner switched off: never green, since nobody can see it. */
export const switchedOff = ({ __ }: CheckI18n): Finding => ({
  state: 'off',
  seen: __('Turned off in the settings.'),
  cure: __('Turn it on unless the requirement doesn’t apply to you.'),
});

/** What falls short, the first places by name and the others in the list. */
export function lacking(
  state: 'missing' | 'advice',
  problems: readonly string[],
  cure: string,
  { __ }: CheckI18n,
): Finding {
  const more = problems.length - NAMED;
  const named = problems.slice(0, NAMED).join(' ');
  return {
    state,
    seen: more > 0 ? `${named} ${__('And %d more.', more)}` : named,
    cure,
    places: problems.slice(0, MAX_PLACES),
  };
}
