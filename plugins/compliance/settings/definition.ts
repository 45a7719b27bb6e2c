/** The groups of settings, in the order they are listed. */
export const SETTING_GROUPS = ['general', 'compliance', 'storefront', 'checkout'] as const;
export type SettingGroupId = (typeof SETTING_GROUPS)[number];

export type SettingValue = boolean | number | string | readonly string[];

/** A rule beyond type and bounds. */
export type SettingCheck =
  'email' | 'nip' | 'regon' | 'krs' | 'iban' | 'not-blank' | 'holds-price' | 'order-statuses' | 'number-pattern';

/** One setting: all that validation, the REST index and the settings screen need to know of it. */
export interface SettingDefinition {
  readonly key: string;
  readonly type: 'boolean' | 'integer' | 'number' | 'string' | 'list';
  readonly default: SettingValue;
  /** Bounds of numbers. */
  readonly min?: number;
  readonly max?: number;
  /** Characters of a text. */
  readonly maxLength?: number;
  readonly values?: readonly string[];
  readonly check?: SettingCheck;
  /** Shown as several lines. */
  readonly long?: boolean;
  /** The built-in box whose `enabled` this switch is; nothing is stored under the key then. */
  readonly checkbox?: string;
  readonly label: string;
  readonly help: string;
}

/** Whether a text names a group. */
export function isSettingGroup(name: string): name is SettingGroupId {
  return SETTING_GROUPS.some((group) => group === name);
}
