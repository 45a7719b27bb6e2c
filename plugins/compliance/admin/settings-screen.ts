import { type AdminPage, type PageRequest, type PluginScope, parseAmount, type Reply } from 'plinth';
import { isSettingGroup, SETTING_GROUPS, type SettingDefinition, type SettingGroupId } from '../settings/definition.js';
import { DEFINITIONS, GROUP_TEXTS, type Settings } from '../settings/settings.js';
import type { Catalog } from '../store/shop.js';
import { screenPath, SLUG } from './screen-path.js';
import { renderSettingFields } from './setting-fields.js';

type SubmittedSettings = Readonly<Record<string, unknown>>;

export interface SettingsScreenParts {
  readonly settings: Settings;
  catalog(): Catalog | undefined;
}

/** Decimal places of most currencies, used while no shop is active. */
const DEFAULT_DIGITS = 2;

/** Parses an amount in the shop's currency; returns an error message when it is invalid. */
function typedAmount(
  text: string,
  digits: number,
  { __ }: Pick<PluginScope, '__'>,
): { readonly value: string; readonly error: string } {
  const reading = parseAmount(text, digits);
  if ('minor' in reading) return { value: (reading.minor / 10 ** digits).toFixed(digits), error: '' };
  const problem = reading.interpretations
    ? __('%1$s could mean %2$s or %3$s. Enter one of these amounts.', text, ...reading.interpretations)
    : __('Enter an amount such as %s.', (15).toFixed(digits));
  return { value: text, error: problem };
}

/** Admin screen of the settings, one group at a time, generated from the same definitions as the REST API. */
export function createSettingsScreen(scope: PluginScope, { settings, catalog }: SettingsScreenParts): AdminPage {
  const { __ } = scope;
  const groupOf = (request: PageRequest): SettingGroupId => {
    const name = request.field('group');
    return isSettingGroup(name) ? name : 'general';
  };

  async function show(
    group: SettingGroupId,
    values: Readonly<Record<string, unknown>>,
    errors: Readonly<Record<string, string>> = {},
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const data = {
      group,
      heading: __(GROUP_TEXTS[group].label),
      description: __(GROUP_TEXTS[group].description),
      failed: Object.keys(errors).length,
      tabs: SETTING_GROUPS.map((id) => ({
        label: __(GROUP_TEXTS[id].label),
        url: screenPath(SLUG.settings, { group: id }),
        current: id === group,
      })),
      fields: await renderSettingFields(scope, DEFINITIONS[group], values, errors),
      summary: DEFINITIONS[group]
        .filter(({ key }) => errors[key])
        .map(({ key, label }) => ({ key, label: __(label), message: errors[key] })),
    };
    return { kind: 'page', status, title: __('Compliance settings'), view: 'admin/settings', data };
  }

  function readValues(
    group: SettingGroupId,
    request: PageRequest,
  ): { values: SubmittedSettings; errors: Record<string, string> } {
    const digits = catalog()?.currencyDigits() ?? DEFAULT_DIGITS;
    const problems: Record<string, string> = {};
    const readValue = ({ key, type }: SettingDefinition): unknown => {
      if (type === 'boolean') return request.field(key) === '1';
      if (type === 'list') return Array.isArray(request.form[key]) ? request.form[key] : [];
      const text = request.field(key).replace(/\r\n/g, '\n').trim();
      if (type !== 'number') return text;
      const { value, error } = typedAmount(text, digits, scope);
      if (error !== '') problems[key] = error;
      return value;
    };
    const values = Object.fromEntries(DEFINITIONS[group].map((definition) => [definition.key, readValue(definition)]));
    return { values, errors: problems };
  }

  return {
    slug: SLUG.settings,
    title: () => __('Compliance settings'),
    menuTitle: () => __('Settings'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 1,
    async handler(request) {
      const group = groupOf(request);
      if (request.method !== 'POST') return show(group, await settings.group(group));
      const { values, errors } = readValues(group, request);
      const validated = settings.validate(group, values);
      if ('errors' in validated) return show(group, values, { ...validated.errors, ...errors }, 422);
      if (Object.keys(errors).length > 0) return show(group, values, errors, 422);
      await settings.update(group, validated.changes);
      scope.addNotice(request, 'success', __('Settings saved.'));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.settings, { group }) };
    },
  };
}
