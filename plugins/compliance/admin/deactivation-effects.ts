import type { PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { Settings, SettingValues } from '../settings/settings.js';

interface DeactivationEffectsDeps {
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
}

/** Lists what the shop loses while the plugin is inactive; features that are not in use are omitted. */
export function registerDeactivationEffects(
  scope: PluginScope,
  { settings, checkboxes }: DeactivationEffectsDeps,
): void {
  scope.addFilter(
    'plinth/deactivation_effects',
    async (effects: readonly string[], plugin: string): Promise<readonly string[]> => {
      if (plugin !== 'compliance') return effects;
      const hasCheckboxes = (await checkboxes.list()).some(({ enabled }) => enabled);
      return [...effects, ...effectsInUse(await settings.values(), hasCheckboxes, scope)];
    },
    10,
    2,
  );
}

function effectsInUse(
  values: SettingValues,
  hasCheckboxes: boolean,
  { __ }: Pick<PluginScope, '__'>,
): readonly string[] {
  const all: readonly (readonly [isInUse: boolean, effect: string])[] = [
    [hasCheckboxes, __('Checkout and forms don’t ask for consents, and no consents are recorded.')],
    [
      values.flag('withdrawal_enabled'),
      __('The withdrawal form and its link are not available, so customers can’t withdraw online.'),
    ],
    [values.flag('legal_pages_enabled'), __('The legal pages stay, but the footer doesn’t link to them.')],
    [
      ['attach_terms', 'attach_privacy', 'attach_withdrawal'].some((key) => values.flag(key)),
      __('Order emails are sent without the terms and conditions and other legal texts.'),
    ],
    [
      values.flag('omnibus_enabled'),
      __('The lowest price in the last %d days is not shown with reduced prices.', values.number('omnibus_days')),
    ],
    [true, __('Price changes are not recorded, so lowest prices will be incomplete later, too.')],
    [
      values.flag('gpsr_enabled'),
      __('Product pages don’t show the manufacturer, responsible person, or safety warnings.'),
    ],
    [values.flag('unit_price_enabled'), __('Unit prices are not shown.')],
    [values.flag('dsa_enabled'), __('The form for reporting illegal content and its link are not available.')],
    [values.flag('invoices_enabled'), __('No invoices are issued or sent.')],
    [true, __('The order button shows the shop’s default text.')],
    [true, __('Personal data is not deleted when its retention period ends.')],
  ];
  return all.filter(([isInUse]) => isInUse).map(([, effect]) => effect);
}
