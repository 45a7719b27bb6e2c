import type { LawId } from './law-table.js';

/** What one look at the shop found. */
export interface CheckResult {
  /** Stable: `button`, `boxes_checkout`. */
  readonly id: string;
  readonly label: string;
  /** `missing` breaks a duty, `advice` could be better, `off` was switched off by the owner. */
  readonly state: 'good' | 'missing' | 'advice' | 'off';
  /** What is there, or is not. */
  readonly seen: string;
  /** What to do; '' when nothing. */
  readonly cure: string;
  readonly law: LawId;
  /** The screen to do it on, below `wp-admin/`. */
  readonly fix: string;
}
