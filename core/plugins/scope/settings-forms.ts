import type {
  HookApi,
  HostFunctions,
  SettingsError,
  SettingsFieldArgs,
  SettingsScreensApi,
  Undo,
} from '../../api/index.js';
import { escapeText } from '../../document/index.js';
import { renderFilteredNotice, type FilteredNoticeDeps } from './admin-notices.js';
import type { FormField, FormSection, Registry } from './registries.js';
import { type ContextWrapper, orElse } from '../isolation/attribution.js';
import { checkFunction } from '../isolation/checked-entries.js';
import { validateText } from './page-replies.js';

/** The sections and fields of forms by page, added by any plugin. */
export interface SettingsForms {
  readonly sections: Registry<FormSection>;
  readonly fields: Registry<FormField>;
}

/** Returns the nonce action of a settings form sent to `options.php`. */
export function settingsAction(group: string): string {
  return `${group}-options`;
}

/** Renders the fields of one section of a form. */
export async function renderFields({ fields }: SettingsForms, page: string, section: string): Promise<string> {
  const rows: string[] = [];
  for (const { value: field } of fields.all().filter(({ value }) => value.page === page && value.section === section)) {
    const title = escapeText(field.title);
    const label =
      field.labelFor === ''
        ? `<span class="form-field__title">${title}</span>`
        : `<label for="${escapeText(field.labelFor)}">${title}</label>`;
    rows.push(
      `<div class="form-field${field.rowClass === '' ? '' : ` ${escapeText(field.rowClass)}`}">${label} ${await field.html()}</div>`,
    );
  }
  return rows.join('\n');
}

/** Renders all sections of a form. */
export async function renderSections(forms: SettingsForms, page: string): Promise<string> {
  const sectionsHtml: string[] = [];
  for (const { value: section } of forms.sections.all().filter(({ value }) => value.page === page)) {
    const heading = section.title === '' ? '' : `<h2>${escapeText(section.title)}</h2>`;
    sectionsHtml.push(
      `${section.before}<section class="panel">${heading}${await section.text()}${await renderFields(forms, page, section.id)}</section>${section.after}`,
    );
  }
  return sectionsHtml.join('\n');
}

/** Renders the settings errors; each message belongs to a plugin and may contain simple markup. */
export async function renderErrorNotices(deps: FilteredNoticeDeps, errors: readonly SettingsError[]): Promise<string> {
  const notices: string[] = [];
  for (const { code, message, type } of errors)
    notices.push(
      await renderFilteredNotice(deps, message, { type, id: `setting-error-${code}` }, () =>
        Promise.resolve({ key: '', text: '' }),
      ),
    );
  return notices.filter((notice) => notice !== '').join('\n');
}

type Functions = Pick<
  HostFunctions,
  'wpNonceField' | 'getSettingsErrors' | 'sanitizeOption' | 'getOption' | 'wpKsesPost'
>;

interface SettingsFormsDeps {
  readonly id: string;
  readonly functions: Functions;
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly forms: SettingsForms;
  readonly wrap: ContextWrapper;
  trackUndo(step: Undo): Undo;
  __(text: string): string;
  /** Returns the URL of the running request, for returning to it. */
  currentPath(): string;
  /** Whether the form has just been saved. */
  isUpdated(): boolean;
}

/** Creates one plugin's functions for forms that it composes itself. */
export function createSettingsScreens({
  id,
  functions,
  hooks,
  forms,
  wrap: withContext,
  trackUndo,
  __,
  currentPath,
  isUpdated,
}: SettingsFormsDeps): SettingsScreensApi {
  const addEntry = <T extends { id: string; page: string }>(
    registry: Registry<T>,
    value: T,
    keyOf: (value: T) => string,
  ): Undo => {
    const { undo, isNew } = registry.upsert(id, keyOf, value);
    return isNew ? trackUndo(undo) : undo;
  };
  return {
    addSettingsSection(
      sectionId,
      title,
      callback,
      page,
      { before_section: before = '', after_section: after = '' } = {},
    ) {
      const renderText = callback
        ? withContext(`settings section ${sectionId}`, () => validateText(callback({ id: sectionId, title })))
        : () => '';
      return addEntry(
        forms.sections,
        { id: sectionId, title, page, before, after, text: () => orElse('', renderText) },
        (section) => `${section.page} ${section.id}`,
      );
    },
    addSettingsField(fieldId, title, callback, page, section = 'default', args: SettingsFieldArgs = {}) {
      checkFunction(`addSettingsField('${fieldId}', …)`, callback);
      const html = withContext(`settings field ${fieldId}`, () => validateText(callback(args)));
      return addEntry(
        forms.fields,
        {
          id: fieldId,
          title,
          page,
          section,
          labelFor: args.label_for ?? '',
          rowClass: args.class ?? '',
          html: () => orElse('', html),
        },
        (field) => `${field.page} ${field.section} ${field.id}`,
      );
    },
    settingsFields: (group) =>
      `<input type="hidden" name="option_page" value="${escapeText(group)}"><input type="hidden" name="action" value="update">${functions.wpNonceField(settingsAction(group))}<input type="hidden" name="_wp_back" value="${escapeText(currentPath())}">`,
    doSettingsSections: (page) => renderSections(forms, page),
    doSettingsFields: (page, section) => renderFields(forms, page, section),
    submitButton(text = __('Save settings'), type = 'primary', name = 'submit', wrap = true, otherAttributes = null) {
      const classAttribute = buttonClass(type);
      const attributesHtml = Object.entries(otherAttributes ?? {})
        .filter(([attribute]) => /^[a-z][a-z-]*$/.test(attribute))
        .map(([attribute, value]) => ` ${attribute}="${escapeText(value)}"`)
        .join('');
      const button = `<button name="${escapeText(name)}" value="1"${classAttribute}${attributesHtml}>${escapeText(text)}</button>`;
      return wrap ? `<p class="submit">${button}</p>` : button;
    },
    async settingsErrors(setting = '', sanitize = false, hideOnUpdate = false) {
      if (hideOnUpdate && isUpdated()) return '';
      if (sanitize && setting !== '') await functions.sanitizeOption(setting, await functions.getOption(setting));
      return renderErrorNotices(
        { hooks, functions },
        functions.getSettingsErrors(setting === '' ? undefined : setting),
      );
    },
  };
}

/** Returns the class of a submit button for WordPress's types: `primary`, `delete`, or any other. */
function buttonClass(type: string): string {
  if (type.includes('delete')) return ' class="button--danger"';
  return type.includes('primary') ? '' : ' class="button--quiet"';
}
