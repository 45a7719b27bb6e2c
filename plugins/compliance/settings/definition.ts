/** Groups of settings, in listing order. */
export const SETTING_GROUPS = ['general', 'compliance', 'storefront', 'checkout'] as const;
export type SettingGroupId = (typeof SETTING_GROUPS)[number];

export type SettingValue = boolean | number | string | readonly string[];

/** Validation rule in addition to type and bounds. */
export type SettingCheck =
  'email' | 'nip' | 'regon' | 'krs' | 'iban' | 'not-blank' | 'holds-price' | 'order-statuses' | 'number-pattern';

/** Definition of a setting, used by the validation, the REST index and the settings screen. */
export interface SettingDefinition {
  readonly key: string;
  readonly type: 'boolean' | 'integer' | 'number' | 'string' | 'list';
  readonly default: SettingValue;
  /** Bounds of numbers. */
  readonly min?: number;
  readonly max?: number;
  /** Maximum length of a text, in characters. */
  readonly maxLength?: number;
  readonly values?: readonly string[];
  readonly check?: SettingCheck;
  /** Whether it is a multi-line text. */
  readonly long?: boolean;
  /** Built-in checkbox whose `enabled` flag this setting represents; nothing is stored under the key. */
  readonly checkbox?: string;
  readonly label: string;
  readonly help: string;
}

/** Whether a text is the name of a group. */
export function isSettingGroup(name: string): name is SettingGroupId {
  return SETTING_GROUPS.some((group) => group === name);
}
