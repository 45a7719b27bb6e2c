import type { PageRequest, Reply, SettingsError } from '../../api/index.js';
import { renderFields, renderSections } from '../../plugins/index.js';
import { createRedirect, type ScreenReply } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

/** Session key of the messages about the last saved form. */
const ERRORS_KEY = 'settings_errors';

/**
 * Stores the messages about a saved form for the next screen.
 * @returns whether there were any
 */
export function saveSettingsErrors({ options }: Pick<AdminDeps, 'options'>, request: PageRequest): boolean {
  const errors = options.getSettingsErrors();
  if (errors.length > 0) request.session.set(ERRORS_KEY, errors);
  return errors.length > 0;
}

/** Loads the messages about a saved form on its screen, once. */
export function loadSettingsErrors({ options }: Pick<AdminDeps, 'options'>, request: PageRequest): void {
  if (request.method !== 'GET' || request.url.searchParams.get('settings-updated') !== 'true') return;
  for (const { setting, code, message, type } of request.session.get<SettingsError[]>(ERRORS_KEY) ?? [])
    options.addSettingsError(setting, code, message, type);
  request.session.set(ERRORS_KEY, undefined);
}

interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

/** A setting on a settings screen. */
export interface SettingField {
  /** Name of the option and of the field. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly type: 'text' | 'email' | 'number' | 'select' | 'checkbox' | 'checkboxes' | 'textarea';
  /**
   * A function is evaluated when needed: after everything above the form is rendered, or to validate a submitted value.
   */
  readonly choices?: readonly SettingChoice[] | (() => Promise<readonly SettingChoice[]>);
  /** Values of `checkboxes` that are always selected. */
  readonly locked?: readonly string[];
  /** Limits of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
  /** Returns the error message for a submitted value, or an empty string. */
  check?(value: string): string;
}

/** Maximum length of a value and of a multi-line value, in characters. */
const MAX_LENGTH = 1000;
const MAX_LIST_LENGTH = 20_000;

/** Shows fields and saves them, all or none. */
export async function settingsForm(
  deps: AdminDeps,
  request: PageRequest,
  slug: string,
  title: string,
  fields: readonly SettingField[],
): Promise<Reply> {
  const { options, views, nonces } = deps;
  const { __ } = deps.text;
  const forms = deps.plugins.registries.settingsForms;
  const page = slug.replace(/^options-|\.php$/g, '');
  const problems = new Map<string, string>();
  const submittedValue = (field: SettingField): string => {
    if (field.type === 'checkbox') return toCheckboxValue(request.field(field.name));
    if (field.type === 'checkboxes') return toText(request.form[field.name]);
    return request.field(field.name).trim();
  };
  if (request.method === 'POST') {
    for (const field of fields) {
      const problem = validateField(field, await resolveChoices(field), submittedValue(field), __);
      if (problem !== '') problems.set(field.name, problem);
    }
    if (problems.size === 0) {
      await deps.transaction(async () => {
        for (const field of fields) await options.updateOption(field.name, toStoredValue(field, submittedValue(field)));
        for (const name of pluginSettings(deps, page, request))
          await options.updateOption(name, request.form[name] ?? null);
      });
      return saveSettingsErrors(deps, request)
        ? createRedirect(request, `${slug}?settings-updated=true`)
        : createRedirect(request, slug, { kind: 'success', text: __('Settings saved.') });
    }
  }
  const loadFields = () =>
    Promise.all(
      fields.map(async (field) => {
        const value =
          problems.size > 0 ? submittedValue(field) : toText(await options.getOption(field.name, field.default ?? ''));
        return {
          ...field,
          value,
          isLong: field.type === 'textarea',
          isText: ['text', 'email', 'number'].includes(field.type),
          checked: field.type === 'checkbox' && ['1', 'true'].includes(value),
          choices: (await resolveChoices(field)).map((choice) => ({
            ...choice,
            selected: toList(value).includes(choice.value) || choice.value === value,
            locked: field.locked?.includes(choice.value) === true,
          })),
          problem: problems.get(field.name) ?? '',
        };
      }),
    );
  const pluginFields = async (): Promise<string> =>
    (await renderFields(forms, page, 'default')) + (await renderSections(forms, page));
  const content = async (): Promise<string> => {
    const preparedFields = await loadFields();
    return views.renderCore('admin/settings', {
      title,
      fields: preparedFields,
      added: await pluginFields(),
      problems: preparedFields.filter((field) => field.problem !== ''),
      nonceField: nonces.wpNonceField(nonceAction(slug)),
    });
  };
  const reply: ScreenReply = { kind: 'page', title, content, ...(problems.size > 0 ? { status: 400 } : {}) };
  return reply;
}

/**
 * Returns the settings that plugins add to a host form: those of its group that were submitted or have a registered
 * field of their name, because an unchecked checkbox submits nothing.
 */
function pluginSettings({ plugins: { registries } }: AdminDeps, page: string, { form }: PageRequest): string[] {
  const registeredNames = new Set(
    registries.settingsForms.fields
      .all()
      .filter(({ value }) => value.page === page)
      .flatMap(({ value: { id, labelFor } }) => [id, labelFor]),
  );
  return registries.settings
    .all()
    .filter(({ value: { group, name } }) => group === page && (Object.hasOwn(form, name) || registeredNames.has(name)))
    .map(({ value }) => value.name);
}

async function resolveChoices({ choices = [] }: SettingField): Promise<readonly SettingChoice[]> {
  return typeof choices === 'function' ? choices() : choices;
}

function validateField(
  field: SettingField,
  choices: readonly SettingChoice[],
  value: string,
  __: (text: string, ...args: (string | number)[]) => string,
): string {
  if (value.length > (field.type === 'textarea' ? MAX_LIST_LENGTH : MAX_LENGTH)) return __('This value is too long.');
  if (field.type === 'select' && !choices.some((choice) => choice.value === value))
    return __('Choose an option from the list.');
  if (
    field.type === 'checkboxes' &&
    !toList(value).every((selected) => choices.some((choice) => choice.value === selected))
  )
    return __('Choose options from the list.');
  if (field.type === 'number') {
    const number = Number(value);
    const [min, max] = [field.min ?? 0, field.max ?? 1_000_000];
    if (value === '' || !Number.isInteger(number) || number < min || number > max)
      return __('Enter a whole number from %d to %d.', min, max);
  }
  return field.check?.(value) ?? '';
}

function toStoredValue(field: SettingField, value: string): unknown {
  if (field.type === 'number') return Number(value);
  return field.type === 'checkboxes' ? toList(value) : value;
}

/** Returns the selected values of `checkboxes`, which a form holds as text. */
function toList(value: string): string[] {
  return value.split(',').filter((part) => part !== '');
}

function toText(stored: unknown): string {
  if (Array.isArray(stored)) return stored.map(toText).join(',');
  if (typeof stored === 'string') return stored;
  return typeof stored === 'number' || typeof stored === 'boolean' ? String(Number(stored)) : '';
}

function toCheckboxValue(sent: string): '0' | '1' {
  return sent === '' ? '0' : '1';
}
