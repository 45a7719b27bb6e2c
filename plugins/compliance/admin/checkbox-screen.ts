import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import {
  type ConsentCheckbox,
  CHECKBOX_LOCATIONS,
  type CheckboxConditions,
  type CheckboxLocation,
  type CheckboxTexts,
  type CheckboxTranslations,
  isFreeConsent,
  LABEL_HTML,
  NO_CONDITIONS,
} from '../consents/checkbox.js';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { type ConditionReferences, isCountryCode } from '../consents/condition-references.js';
import { createCheckboxValidator } from '../consents/evaluate-checkbox.js';
import { createVisibleCheckbox } from '../consents/built-in.js';
import type { LegalPages } from '../pages/legal-pages.js';
import type { Catalog, PaymentMethods } from '../store/shop.js';
import { locationLabel } from './checkboxes-screen.js';
import { screenPath, SLUG } from './screen-path.js';

export interface CheckboxScreenParts {
  readonly checkboxes: ConsentCheckboxes;
  readonly pages: LegalPages;
  readonly conditionReferences: ConditionReferences;
  catalog(): Catalog | undefined;
  readonly payments: PaymentMethods;
}

type SubmittedCheckbox = Pick<
  ConsentCheckbox,
  | 'label'
  | 'required'
  | 'location'
  | 'enabled'
  | 'legalPageId'
  | 'errorMessage'
  | 'description'
  | 'conditions'
  | 'translations'
>;

const NEW_CHECKBOX: SubmittedCheckbox = {
  label: '',
  required: false,
  location: 'checkout',
  enabled: true,
  legalPageId: null,
  errorMessage: '',
  description: '',
  conditions: NO_CONDITIONS,
  translations: {},
};

const NO_TEXTS: CheckboxTexts = { label: '', errorMessage: '', description: '' };

/** Returns the values of a form field that may occur several times. */
const readList = (request: PageRequest, name: string): readonly string[] => {
  const value = request.form[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
};

/** Reads a submitted checkbox form. */
function readCheckbox(
  request: PageRequest,
  locales: readonly string[],
  stored: CheckboxTranslations,
): SubmittedCheckbox {
  const submitted = locales.map((locale) => {
    const read = (name: string): string => request.field(`${name}-${locale}`).trim();
    return [
      locale,
      { label: read('label'), errorMessage: read('error_message'), description: read('description') },
    ] as const;
  });
  const conditions: CheckboxConditions = {
    categories: readList(request, 'categories')
      .filter((id) => id !== '')
      .map(Number),
    product_types: readList(request, 'product_types'),
    payment_methods: readList(request, 'payment_methods'),
    countries: request
      .field('countries')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
  };
  return {
    label: request.field('label').trim(),
    required: request.field('required') === '1',
    enabled: request.field('enabled') === '1',
    location: request.field('location') as CheckboxLocation,
    legalPageId: Number(request.field('legal_page_id')) || null,
    errorMessage: request.field('error_message').trim(),
    description: request.field('description').trim(),
    conditions,
    // Texts in languages that the site no longer has are kept, in case it gets them again.
    translations: { ...stored, ...Object.fromEntries(submitted) },
  };
}

/** Returns a submitted checkbox in the format of the REST API, which is validated. */
function toRequestBody(submitted: SubmittedCheckbox): Readonly<Record<string, unknown>> {
  const { label, required, enabled, location, legalPageId, errorMessage, description, conditions } = submitted;
  return {
    label,
    required,
    enabled,
    location,
    legal_page_id: legalPageId,
    error_message: errorMessage,
    description,
    conditions,
  };
}

/** Returns the product types of a condition, with their selection state. */
function productTypeOptions(selected: readonly string[], { __ }: Pick<PluginScope, '__'>): readonly object[] {
  return [
    ['physical', __('Goods')],
    ['digital', __('Digital content')],
  ].map(([value = '', label]) => ({ value, label, selected: selected.includes(value) }));
}

/** Creates the part of the form with the texts in the site's other languages. */
function createTranslationFields(
  scope: Pick<PluginScope, '__' | 'getSiteLanguages'>,
  validate: ReturnType<typeof createCheckboxValidator>,
) {
  const { __ } = scope;
  const otherLocales = (): readonly string[] => scope.getSiteLanguages().slice(1);

  /** Returns the fields for the texts in the other languages of the site. */
  function translationFields(
    { translations }: SubmittedCheckbox,
    errors: Readonly<Record<string, string>>,
  ): readonly object[] {
    return otherLocales().map((locale) => ({
      locale,
      tag: locale.slice(0, 2),
      heading: locale === 'pl_PL' ? __('Texts in Polish') : __('Texts in English'),
      texts: translations[locale] ?? NO_TEXTS,
      errors: { label: errors[`label-${locale}`] ?? '' },
    }));
  }

  /** Validates the texts in other languages like the main ones; an empty one is not an error. */
  function findTranslationErrors({ translations }: SubmittedCheckbox): Record<string, string> {
    const errors: Record<string, string> = {};
    for (const locale of otherLocales()) {
      const { label = '', errorMessage = '', description = '' } = translations[locale] ?? {};
      const result = validate({
        ...(label === '' ? {} : { label }),
        error_message: errorMessage,
        description,
      });
      if ('errors' in result)
        for (const [name, error] of Object.entries(result.errors)) errors[`${name}-${locale}`] = error;
    }
    return errors;
  }

  return { otherLocales, translationFields, findTranslationErrors };
}

/** Creates the admin screen of a checkbox: its text, location, conditions and appearance. */
export function createCheckboxScreen(
  scope: PluginScope,
  { checkboxes, pages, conditionReferences, catalog, payments }: CheckboxScreenParts,
): AdminPage {
  const { __ } = scope;
  const validate = createCheckboxValidator(scope, payments);
  const toVisibleCheckbox = createVisibleCheckbox(scope);
  const { otherLocales, translationFields, findTranslationErrors } = createTranslationFields(scope, validate);

  /** Returns the options of the form, with their selection state. */
  async function formOptions({ location, legalPageId, conditions }: SubmittedCheckbox): Promise<object> {
    const categories = (await catalog()?.terms('product_cat')) ?? [];
    return {
      locations: CHECKBOX_LOCATIONS.map((value) => ({
        value,
        label: locationLabel(value, scope),
        selected: value === location,
      })),
      pages: (await pages.list()).map(({ post }) => ({
        value: post.id,
        label: post.post_title,
        selected: post.id === legalPageId,
      })),
      categories: categories.map(({ id, name }) => ({
        value: id,
        label: name,
        selected: conditions.categories.includes(id),
      })),
      productTypes: productTypeOptions(conditions.product_types, scope),
      payments: payments().map(({ id: value, label }) => ({
        value,
        label,
        selected: conditions.payment_methods.includes(value),
      })),
    };
  }

  async function show(
    checkbox: ConsentCheckbox | undefined,
    submitted: SubmittedCheckbox,
    free: boolean,
    errors: Readonly<Record<string, string>> = {},
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const { label } = checkbox ? toVisibleCheckbox({ ...checkbox, label: submitted.label }) : submitted;
    const data = {
      id: checkbox?.id ?? 0,
      own: checkbox?.isCustom ?? false,
      form: submitted,
      errors,
      free,
      isNew: checkbox === undefined,
      fixedFree: checkbox !== undefined && free,
      ...(await formOptions(submitted)),
      countries: submitted.conditions.countries.join(', '),
      translations: translationFields(submitted, errors),
      preview: scope.wpKses(label, LABEL_HTML),
      backUrl: screenPath(SLUG.checkboxes),
    };
    return {
      kind: 'page',
      status,
      title: checkbox ? __('Edit checkbox') : __('Add checkbox'),
      view: 'admin/checkbox',
      data,
    };
  }

  async function save(request: PageRequest, checkbox: ConsentCheckbox | undefined): Promise<Reply> {
    const submitted = readCheckbox(request, otherLocales(), checkbox?.translations ?? {});
    const free = checkbox ? isFreeConsent(checkbox.slug) : request.field('free') === '1';
    const validated = validate(toRequestBody(submitted));
    const errors: Record<string, string> = {
      ...('errors' in validated ? validated.errors : {}),
      ...findTranslationErrors(submitted),
    };
    if (free && submitted.required)
      errors.required = __('This consent must be freely given, so the checkbox can’t be required (GDPR art. 7(4)).');
    const [category] = (await conditionReferences.findMissing(submitted.conditions)).categories;
    if (category !== undefined) errors.categories = __('The category %s doesn’t exist.', category);
    if (!submitted.conditions.countries.every(isCountryCode))
      errors.countries = __('Two-letter country codes, such as PL, DE.');
    if (request.field('preview') !== '' || 'errors' in validated || Object.keys(errors).length > 0)
      return show(checkbox, submitted, free, errors, Object.keys(errors).length > 0 ? 422 : 200);
    const changes = { ...validated.changes, translations: submitted.translations };
    if (checkbox) await checkboxes.update(checkbox.id, changes);
    else
      await checkboxes.add(
        { ...changes, label: submitted.label, location: submitted.location },
        free ? 'marketing' : 'custom',
      );
    scope.addNotice(request, 'success', __('Checkbox saved.'));
    return { kind: 'redirect', status: 303, location: screenPath(SLUG.checkboxes) };
  }

  return {
    slug: SLUG.checkbox,
    title: () => __('Legal checkbox'),
    capability: 'manage_shop',
    parent: SLUG.checkboxes,
    hidden: true,
    async handler(request) {
      const id = Number(request.field('id')) || 0;
      const checkbox = await checkboxes.get(id);
      if (id > 0 && !checkbox) return { kind: 'redirect', status: 303, location: screenPath(SLUG.checkboxes) };
      if (request.method !== 'POST')
        return show(checkbox, checkbox ?? NEW_CHECKBOX, checkbox ? isFreeConsent(checkbox.slug) : false);
      if (request.field('remove') === '' || !checkbox) return save(request, checkbox);
      const removed = await checkboxes.remove(checkbox.id);
      scope.addNotice(
        request,
        removed ? 'success' : 'error',
        removed
          ? __('Checkbox removed. Consents already given stay on record.')
          : __('You can turn off a built-in checkbox, but not remove it.'),
      );
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.checkboxes) };
    },
  };
}
