import type {
  FieldSection,
  HookApi,
  HostFunctions,
  PageRequest,
  PluginScope,
  SettingsPage,
  SettingsScreensApi,
  Undo,
} from '../../api/index.js';
import { closestMatch } from '../../api/closest-match.js';
import { currentContext, PAGE_REQUEST } from '../../context/index.js';
import { assertArray, type FieldsDeps } from '../../fields/index.js';
import type { I18n } from '../../i18n/index.js';
import { createDashboardParts } from './dashboard-parts.js';
import type { NameRegistry } from './name-registry.js';
import { registerFieldMetaBox, findUsedKeys } from './field-meta-boxes.js';
import { wrapFieldBox, wrapSettingsPage } from '../isolation/attributed-fields.js';
import type { AddSetting } from './registered-names.js';
import type { ContextWrapper } from '../isolation/attribution.js';
import { checkSlug } from './page-routes.js';
import type { Registries } from './registries.js';
import { createSettingsScreens } from './settings-forms.js';
import { createSettingsHandle, registerSettings } from './settings-pages.js';

/** Object types of the host and of the store to which fields can be added. */
const FIELD_TARGETS: readonly string[] = ['post', 'term', 'user', 'product', 'order'];

interface AdminPartsDeps {
  readonly id: string;
  readonly functions: HostFunctions;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly registries: Registries;
  readonly nameRegistry: Pick<NameRegistry, 'claimExclusive'>;
  readonly i18n: I18n;
  readonly wrap: ContextWrapper;
  readonly log: { warn(fields: object, message: string): void };
  trackUndo(step: Undo): Undo;
  readonly addSetting: AddSetting;
}

/** Creates the functions by which a plugin adds parts to the host's admin screens. */
export function createAdminParts({
  id,
  functions,
  hooks,
  registries,
  nameRegistry,
  i18n,
  log,
  wrap,
  trackUndo,
  addSetting,
}: AdminPartsDeps): Pick<
  PluginScope,
  'addSettingsPage' | 'addFields' | 'wpAddDashboardWidget' | 'addAdminNotice' | 'wpAdminNotice'
> &
  SettingsScreensApi {
  const deps: FieldsDeps = {
    text: i18n.domain('default'),
    formatting: functions,
    content: functions,
    roles: functions,
  };
  const url = (): URL | undefined => (currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined)?.url;
  return {
    ...createSettingsScreens({
      id,
      functions,
      hooks,
      forms: registries.settingsForms,
      wrap,
      trackUndo,
      __: deps.text.__,
      currentPath: () => `${url()?.pathname ?? ''}${url()?.search ?? ''}`,
      isUpdated: () => url()?.searchParams.get('settings-updated') === 'true',
    }),
    ...createDashboardParts({ id, functions, hooks, registries, wrap, trackUndo, __: deps.text.__ }),
    addSettingsPage<const Sections extends readonly FieldSection[]>(settingsPage: SettingsPage<Sections>) {
      checkSlug(settingsPage.slug);
      assertArray(settingsPage.sections, `The settings page "${settingsPage.slug}" has no list of sections.`);
      const page = wrapSettingsPage(settingsPage, wrap);
      const unregister = registerSettings({ getOption: functions.getOption, addSetting }, deps, page);
      const { undo, isNew } = registries.settingsPages.upsert(id, ({ slug }) => slug, page);
      const remove = (): void => {
        undo();
        unregister();
      };
      return createSettingsHandle<Sections>(functions, page, isNew ? trackUndo(remove) : remove);
    },
    addFields(fieldBox) {
      assertArray(fieldBox.fields, `The field box on "${fieldBox.objectType}" has no list of fields.`);
      const suggestion = FIELD_TARGETS.includes(fieldBox.objectType)
        ? undefined
        : closestMatch(String(fieldBox.objectType), FIELD_TARGETS);
      if (suggestion !== undefined)
        log.warn(
          { plugin: id, on: fieldBox.objectType, meant: suggestion },
          `fields were added to "${fieldBox.objectType}"; did you mean "${suggestion}"?`,
        );
      const usedKeys = findUsedKeys(
        fieldBox,
        registries.fieldBoxes
          .all()
          .filter(({ owner }) => owner === id)
          .map(({ value }) => value),
      );
      const conflicts = fieldBox.fields.filter(({ key }) => usedKeys.has(key)).map(({ key }) => key);
      if (conflicts.length > 0)
        log.warn(
          { plugin: id, fields: conflicts },
          'another field box of this plugin already has fields with these keys; they are shown only once',
        );
      const box = wrapFieldBox({ ...fieldBox, fields: fieldBox.fields.filter(({ key }) => !usedKeys.has(key)) }, wrap);
      return trackUndo(registerFieldMetaBox({ id, functions, deps, nameRegistry, boxes: registries.fieldBoxes }, box));
    },
  };
}
