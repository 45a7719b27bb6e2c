import type { PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { Settings, SettingValues } from '../settings/settings.js';

interface EffectParts {
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
}

/** Says what the shop goes without while the plugin is inactive: only what is in use now. */
export function registerDeactivationEffects(scope: PluginScope, { settings, checkboxes }: EffectParts): void {
  scope.addFilter(
    'plinth/deactivation_effects',
    async (effects: readonly string[], plugin: string): Promise<readonly string[]> => {
      if (plugin !== 'compliance') return effects;
      const hasBoxes = (await checkboxes.list()).some(({ enabled }) => enabled);
      return [...effects, ...duties(await settings.values(), hasBoxes, scope)];
    },
    10,
    2,
  );
}

function duties(values: SettingValues, hasBoxes: boolean, { __ }: Pick<PluginScope, '__'>): readonly string[] {
  const all: readonly (readonly [isInUse: boolean, effect: string])[] = [
    [hasBoxes, __('Consents are not asked for at the checkout and in forms, and none are recorded.')],
    [
      values.flag('withdrawal_enabled'),
      __('The withdrawal form and its link are gone, so that customers cannot withdraw on the site.'),
    ],
    [values.flag('legal_pages_enabled'), __('The legal pages stay, but the footer does not link to them.')],
    [
      ['attach_terms', 'attach_privacy', 'attach_withdrawal'].some((key) => values.flag(key)),
      __('Order emails come without the terms and the other legal texts.'),
    ],
    [
      values.flag('omnibus_enabled'),
      __('The lowest price of the last %d days is not shown with reduced prices.', values.number('omnibus_days')),
    ],
    [true, __('Changes of prices are not recorded, so that lowest prices are incomplete later too.')],
    [
      values.flag('gpsr_enabled'),
      __('Product pages do not show the manufacturer, the responsible person and safety warnings.'),
    ],
    [values.flag('unit_price_enabled'), __('Prices per unit are not shown.')],
    [values.flag('dsa_enabled'), __('The form to report illegal content and its link are gone.')],
    [values.flag('ksef_enabled'), __('No invoices are issued or sent.')],
    [true, __('The order button shows the shop’s default text.')],
    [true, __('Personal data is not deleted when its retention period ends.')],
  ];
  return all.filter(([isInUse]) => isInUse).map(([, effect]) => effect);
}
