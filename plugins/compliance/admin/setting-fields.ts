import type { PluginScope } from 'plinth';
import type { SettingDefinition } from '../settings/definition.js';

/** Returns the label of a setting's value. */
function valueLabel(key: string, value: string, { __ }: Pick<PluginScope, '__'>): string {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    nip_display: {
      always: __('Always'),
      invoice: __('When “I want an invoice” is selected'),
      company: __('For companies'),
    },
    invoice_zero_rate: { '0 KR': __('Taxed at 0%'), zw: __('Exempt from VAT') },
    digital_consent_mode: {
      required: __('Required checkbox'),
      optional: __('Optional checkbox'),
      hidden: __('Hidden'),
    },
    withdrawal_trigger_statuses: {
      pending: __('Waiting for payment'),
      'on-hold': __('Waiting for the transfer'),
      processing: __('Being prepared'),
      completed: __('Completed'),
      cancelled: __('Canceled'),
      refunded: __('Refunded'),
    },
    tax_display_mode: { brutto: __('With tax'), netto: __('Without tax'), both: __('With and without tax') },
    company_register: {
      '': __('Not specified'),
      ceidg: __('Sole proprietors (CEIDG)'),
      krs: __('Court register (KRS)'),
    },
    dispute_resolution_participation: {
      case: __('Decided for each dispute'),
      yes: __('Yes'),
      no: __('No'),
    },
    return_costs: { customer: __('Customer'), shop: __('Shop') },
    omnibus_no_history: {
      hide: __('Don’t announce the reduction'),
      current: __('Show the current price'),
      custom: __('Show the text below'),
    },
  };
  return labels[key]?.[value] ?? value;
}

function toField(
  { key, type, label, help, values, min, max, maxLength, long }: SettingDefinition,
  value: unknown,
  error: string,
  scope: Pick<PluginScope, '__'>,
): object {
  const { __ } = scope;
  const selectedValues: readonly unknown[] = Array.isArray(value) ? value : [value];
  const options = (values ?? []).map((option) => ({
    value: option,
    label: valueLabel(key, option, scope),
    id: `${key}-${option}`,
    selected: selectedValues.includes(option),
  }));
  return {
    key,
    label: __(label),
    help: help === '' ? '' : __(help),
    error,
    min,
    max,
    maxLength,
    options,
    value: type === 'list' ? '' : (value ?? ''),
    on: value === true,
    isSwitch: type === 'boolean',
    isList: type === 'list',
    isChoice: type === 'string' && options.length > 0,
    isLong: long === true,
    isNumber: type === 'integer',
    isAmount: type === 'number',
  };
}

/**
 * Renders the fields of settings, for the settings screen and the setup wizard.
 * @param values current or submitted values by key
 * @param errors error messages by key
 */
export const renderSettingFields = (
  scope: Pick<PluginScope, '__' | 'render'>,
  definitions: readonly SettingDefinition[],
  values: Readonly<Record<string, unknown>>,
  errors: Readonly<Record<string, string>> = {},
): Promise<string> =>
  scope.render('admin/setting-fields', {
    fields: definitions.map((definition) =>
      toField(definition, values[definition.key], errors[definition.key] ?? '', scope),
    ),
  });
