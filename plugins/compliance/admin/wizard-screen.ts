import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import { createVisibleCheckbox } from '../consents/built-in.js';
import { getCompany, type Generator, isComplete } from '../pages/generator.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import { getPageLocales, LEGAL_PAGE_TYPES, MAIN_LOCALE, PAGE_LOCALES } from '../pages/page-type.js';
import { DEFINITIONS, type Settings } from '../settings/settings.js';
import { type Wizard, WIZARD_STEPS, type WizardStep } from '../wizard/wizard.js';
import { locationLabel } from './checkboxes-screen.js';
import { screenPath, SLUG } from './screen-path.js';

export interface WizardScreenParts {
  readonly wizard: Wizard;
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
  readonly pages: LegalPages;
  readonly generator: Generator;
}

const COMPANY_KEYS = ['company_name', 'company_address', 'company_email', 'company_phone', 'company_nip'];

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
      fields: DEFINITIONS.general
        .filter(({ key }) => COMPANY_KEYS.includes(key))
        .map(({ key, label, help, maxLength, long }) => ({
          key,
          isLong: long === true,
          label: __(label),
          help: __(help),
          maxLength,
          value: input[key] ?? general[key],
          error: errors[key] ?? '',
        })),
      complete: isComplete(getCompany(await settings.values())),
      pages: (await listLegalPages(pages, scope.locale())).map(({ post, locale }) => ({
        title: post.post_title,
        tag: locale.slice(0, 2),
        published: post.post_status === 'publish',
      })),
      checkboxes: (await checkboxes.list()).map((checkbox) => ({
        id: checkbox.id,
        text: scope.wpStripAllTags(toVisible(checkbox).label),
        location: locationLabel(checkbox.location, scope),
        enabled: checkbox.enabled,
      })),
      switches: DEFINITIONS.compliance
        .filter(({ type }) => type === 'boolean')
        .map(({ key, label, help }) => ({ key, label: __(label), help: __(help), on: compliance[key] === true })),
    };
    return { kind: 'page', status, title: __('Setup'), view: 'admin/wizard', data };
  }

  async function saveStep(step: WizardStep, request: PageRequest): Promise<Reply | undefined> {
    if (step === 'company_info') {
      const input = Object.fromEntries(
        COMPANY_KEYS.map((key) => [key, request.field(key).replace(/\r\n/g, '\n').trim()]),
      );
      const validated = settings.validate('general', input);
      if ('errors' in validated) return show(step, input, validated.errors, 422);
      await settings.update('general', validated.changes);
    }
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
