import {
  type AddedSettings,
  type Field,
  type FieldSection,
  type FieldValue,
  type FieldValues,
  type HostFunctions,
  type SettingsPage,
  type SettingValues,
  type Undo,
} from '../../api/index.js';
import {
  checkFields,
  type FieldsDeps,
  toFieldValue,
  validateApiValue,
  metaType,
  restSchema,
  resolveText,
} from '../../fields/index.js';
import type { AddSetting } from './registered-names.js';

type Functions = Pick<HostFunctions, 'getOption'> & { readonly addSetting: AddSetting };

/** Returns all fields of a page. */
export function fieldsOf({ sections }: SettingsPage): readonly Field[] {
  return sections.flatMap(({ fields }) => fields);
}

/** Returns the stored values of a page, or the defaults. */
export async function readSettings(
  { getOption }: Pick<Functions, 'getOption'>,
  page: SettingsPage,
): Promise<FieldValues> {
  const values: Record<string, FieldValue> = {};
  const optionValues = page.option === undefined ? undefined : toRecord(await getOption(page.option, null));
  for (const field of fieldsOf(page)) {
    values[field.key] = toFieldValue(field, await readValue(field));
  }
  return values;

  async function readValue(field: Field): Promise<unknown> {
    if (optionValues === undefined) return getOption(field.key);
    return Object.hasOwn(optionValues, field.key) ? optionValues[field.key] : field.default;
  }
}

/**
 * Registers the fields of a page as settings. API clients see only the fields that they may see.
 * @returns the function that unregisters them
 */
export function registerSettings(functions: Functions, deps: FieldsDeps, page: SettingsPage): Undo {
  checkFields(fieldsOf(page), `The settings page "${page.slug}"`);
  const { addSetting } = functions;
  const { slug, option } = page;
  if (option === undefined) {
    const releases = fieldsOf(page).map((field) => addFieldSetting(functions, deps, slug, field));
    return () => releases.forEach((release) => release());
  }
  const visibleFields = fieldsOf(page).filter(isShown);
  const names = new Set(visibleFields.map(({ key }) => key));
  return addSetting(slug, option, {
    type: 'object',
    label: resolveText(page.title),
    default: Object.fromEntries(
      fieldsOf(page).flatMap(({ key, default: defaultValue }) =>
        defaultValue === undefined ? [] : [[key, defaultValue]],
      ),
    ),
    // A value hidden from an API client must survive the client's write.
    sanitizeCallback: async (value) => {
      const stored = await functions.getOption(option, null);
      return {
        ...omitVisible(toRecord(stored), names),
        ...(await sanitizeValues(page, toRecord(value))),
      };
    },
    validateCallback: async (value) => {
      for (const field of visibleFields)
        if (Object.hasOwn(toRecord(value), field.key)) {
          const problem = await validateApiValue(deps, field, toRecord(value)[field.key]);
          if (problem !== '') return `${field.key}: ${problem}`;
        }
      return '';
    },
    showInRest:
      visibleFields.length === 0
        ? false
        : {
            schema: {
              type: 'object',
              properties: Object.fromEntries(visibleFields.map((field) => [field.key, restSchema(field)])),
              additionalProperties: false,
            },
            prepareCallback: (value: unknown) =>
              Object.fromEntries(
                visibleFields.map((field) => [
                  field.key,
                  toFieldValue(field, toRecord(value)[field.key] ?? field.default),
                ]),
              ),
          },
  });
}

function addFieldSetting({ addSetting }: Functions, deps: FieldsDeps, group: string, field: Field): Undo {
  const { key, sanitize } = field;
  return addSetting(group, key, {
    type: metaType(field),
    label: resolveText(field.label),
    description: resolveText(field.help),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(sanitize ? { sanitizeCallback: (value: unknown) => sanitize(toFieldValue(field, value)) } : {}),
    validateCallback: (value: unknown) => validateApiValue(deps, field, value),
    showInRest: isShown(field) ? { schema: restSchema(field) } : false,
  });
}

const isShown = ({ showInRest, type }: Field): boolean => showInRest === true && type !== 'secret';

async function sanitizeValues(
  page: SettingsPage,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const clean: Record<string, unknown> = { ...values };
  for (const field of fieldsOf(page))
    if (field.sanitize && Object.hasOwn(values, field.key))
      clean[field.key] = await field.sanitize(toFieldValue(field, values[field.key]));
  return clean;
}

function omitVisible(
  stored: Readonly<Record<string, unknown>>,
  visibleKeys: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stored).filter(([key]) => !visibleKeys.has(key)));
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Creates the handle of a settings page for its plugin. */
export function createSettingsHandle<const Sections extends readonly FieldSection[]>(
  functions: Pick<Functions, 'getOption'>,
  page: SettingsPage,
  remove: Undo,
): AddedSettings<Sections> {
  // The keys and types of the values are those of the page's own fields.
  return { values: async () => (await readSettings(functions, page)) as SettingValues<Sections>, remove };
}
