import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { createVisibleCheckbox, SELLER_PLACEHOLDER } from '../consents/built-in.js';
import { getCompany, type Generator, isComplete } from '../pages/generator.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import { getPageLocales, LEGAL_PAGE_TYPES, MAIN_LOCALE, PAGE_LOCALES } from '../pages/page-type.js';
import { SETTING_GROUPS, type SettingDefinition, type SettingGroupId } from '../settings/definition.js';
import { ALL_DEFINITIONS, DEFINITIONS, type SettingChanges, type Settings } from '../settings/settings.js';
import { type Wizard, WIZARD_STEPS, type WizardStep } from '../wizard/wizard.js';
import { locationLabel } from './checkboxes-screen.js';
import { screenPath, SLUG } from './screen-path.js';
import { renderSettingFields } from './setting-fields.js';

export interface WizardScreenParts {
  readonly wizard: Wizard;
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
  readonly pages: LegalPages;
  readonly generator: Generator;
}

/** Settings that each step asks for, because the legal pages and invoices state them. */
const STEP_SETTINGS: Readonly<Partial<Record<WizardStep, readonly string[]>>> = {
  company_info: [
    'company_name',
    'company_address',
    'company_email',
    'company_phone',
    'company_nip',
    'company_regon',
    'company_register',
    'company_krs',
    'company_register_court',
    'small_business',
  ],
  legal_pages: ['return_costs', 'bulky_return_cost', 'return_address', 'dispute_resolution_participation'],
};

/** Returns the definitions of the settings that a step asks for, in their order. */
const listDefinitions = (step: WizardStep): readonly SettingDefinition[] =>
  (STEP_SETTINGS[step] ?? []).flatMap((key) => ALL_DEFINITIONS.find((definition) => definition.key === key) ?? []);

/** Submitted settings, with error messages by key, or the values to store by group. */
interface SubmittedSettings {
  readonly input: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly changes: readonly (readonly [SettingGroupId, SettingChanges])[];
}

/** Reads and validates settings of several groups from a form. */
function readSettings(
  definitions: readonly SettingDefinition[],
  request: PageRequest,
  settings: Pick<Settings, 'validate'>,
): SubmittedSettings {
  const input: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  const changes: [SettingGroupId, SettingChanges][] = [];
  for (const { key, type } of definitions)
    input[key] = type === 'boolean' ? request.field(key) === '1' : request.field(key).replace(/\r\n/g, '\n').trim();
  for (const group of SETTING_GROUPS) {
    const keys = definitions.filter((definition) => DEFINITIONS[group].includes(definition)).map(({ key }) => key);
    if (keys.length === 0) continue;
    const result = settings.validate(group, Object.fromEntries(keys.map((key) => [key, input[key]])));
    if ('errors' in result) Object.assign(errors, result.errors);
    else changes.push([group, result.changes]);
  }
  return { input, errors, changes };
}

/** Creates the setup wizard with four steps; completed steps can also be recorded through the REST API. */
export function createWizardScreen(
  scope: PluginScope,
  { wizard, settings, checkboxes, pages, generator }: WizardScreenParts,
): AdminPage {
  const { __ } = scope;
  const toVisible = createVisibleCheckbox(scope);

  async function show(
    step: WizardStep,
    input: Readonly<Record<string, unknown>> = {},
    errors: Readonly<Record<string, string>> = {},
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const titles: Record<WizardStep, string> = {
      company_info: __('Seller details'),
      legal_pages: __('Legal pages'),
      checkboxes: __('Checkboxes'),
      compliance: __('Requirements'),
    };
    const done = (await wizard.record())?.steps ?? {};
    const [general, compliance] = [await settings.group('general'), await settings.group('compliance')];
    const data = {
      step,
      title: titles[step],
      isCompany: step === 'company_info',
      isPages: step === 'legal_pages',
      showsCheckboxes: step === 'checkboxes',
      isDuties: step === 'compliance',
      steps: WIZARD_STEPS.map((id, index) => ({
        number: index + 1,
        label: titles[id],
        url: screenPath(SLUG.wizard, { step: id }),
        current: id === step,
        done: Object.hasOwn(done, id),
      })),
      fields: await renderSettingFields(
        scope,
        listDefinitions(step),
        { ...general, ...(await settings.group('checkout')), ...input },
        errors,
      ),
      pageLanguages: getPageLocales(scope)
        .map((locale) => (locale === 'pl_PL' ? __('Polish') : __('English')))
        .join(', '),
      complete: isComplete(getCompany(await settings.values())),
      pages: (await listLegalPages(pages, scope.locale())).map(({ post, locale }) => ({
        title: post.post_title,
        tag: locale.slice(0, 2),
        published: post.post_status === 'publish',
      })),
      checkboxes: (await checkboxes.list()).map((checkbox) => ({
        id: checkbox.id,
        text: scope
          .wpStripAllTags(toVisible(checkbox).label)
          .replaceAll(SELLER_PLACEHOLDER, () => String(general.company_name) || __('your company')),
        location: locationLabel(checkbox.location, scope),
        enabled: checkbox.enabled,
      })),
      switches: DEFINITIONS.compliance
        .filter(({ type }) => type === 'boolean')
        .map(({ key, label, help }) => ({ key, label: __(label), help: __(help), on: compliance[key] === true })),
    };
    return { kind: 'page', status, title: __('Setup'), view: 'admin/wizard', data };
  }

  /** Stores the settings of a step, all or none; returns the form again if a value is invalid. */
  async function saveSettings(step: WizardStep, request: PageRequest): Promise<Reply | undefined> {
    const { input, errors, changes } = readSettings(listDefinitions(step), request, settings);
    if (Object.keys(errors).length > 0) return show(step, input, errors, 422);
    for (const [group, changed] of changes) await settings.update(group, changed);
    return undefined;
  }

  async function saveStep(step: WizardStep, request: PageRequest): Promise<Reply | undefined> {
    const reply = await saveSettings(step, request);
    if (reply) return reply;
    if (step === 'legal_pages' && request.field('generate') === '1') {
      const company = getCompany(await settings.values());
      if (!isComplete(company)) return show(step);
      for (const locale of getPageLocales(scope))
        for (const type of LEGAL_PAGE_TYPES)
          await pages.generate(type, await generator(type, company, locale), { locale });
    }
    if (step === 'checkboxes') {
      const enabledIds = Array.isArray(request.form.enabled) ? request.form.enabled.map(String) : [];
      const changed = (await checkboxes.list()).filter(
        ({ id, enabled }) => enabled !== enabledIds.includes(String(id)),
      );
      for (const { id, enabled } of changed) await checkboxes.update(id, { enabled: !enabled });
    }
    if (step === 'compliance') {
      await settings.update(
        'compliance',
        Object.fromEntries(
          DEFINITIONS.compliance
            .filter(({ type }) => type === 'boolean')
            .map(({ key }) => [key, request.field(key) === '1']),
        ),
      );
    }
    return undefined;
  }

  return {
    slug: SLUG.wizard,
    title: () => __('Setup'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 7,
    async handler(request) {
      const step = stepOf(request);
      if (request.method !== 'POST') return show(step);
      const reply = await saveStep(step, request);
      if (reply) return reply;
      await wizard.complete([step]);
      const next = WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1];
      if (next) return { kind: 'redirect', status: 303, location: screenPath(SLUG.wizard, { step: next }) };
      scope.addNotice(request, 'success', __('Setup complete. Here are the scan results for your shop:'));
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.overview) };
    },
  };
}

/** Returns the requested step; the first if there is no such step. */
function stepOf(request: PageRequest): WizardStep {
  return WIZARD_STEPS.find((step) => step === request.field('step')) ?? 'company_info';
}

/** Returns the existing legal pages, each in the shop owner's language if available. */
async function listLegalPages(pages: LegalPages, ownerLocale: string): Promise<readonly LegalPage[]> {
  const localizedPages = await pages.list(PAGE_LOCALES.find((locale) => locale === ownerLocale) ?? MAIN_LOCALE);
  return [
    ...localizedPages,
    ...(await pages.list()).filter(({ type }) => !localizedPages.some((page) => page.type === type)),
  ];
}
