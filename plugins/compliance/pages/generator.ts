import { DateTime } from 'luxon';
import type { PluginScope } from 'plinth';
import type { ShopTexts } from '../settings/shop-texts.js';
import { ALL_DEFINITIONS, type Settings, type SettingValues } from '../settings/settings.js';
import type { Catalog } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { type LegalPageType, MAIN_LOCALE, PAGE_TITLES, type PageLocale } from './page-type.js';
import { readShopFacts } from './shop-facts.js';
import { renderTemplate } from './templates/registry.js';
import type { TemplateData } from './templates/template-data.js';

/** Returns the seller's details from the settings, for the generator. */
export function getCompany(values: SettingValues): CompanyInput {
  return {
    name: values.text('company_name').trim(),
    address: values.text('company_address').trim(),
    email: values.text('company_email').trim(),
    phone: values.text('company_phone').trim(),
    nip: values.text('company_nip').trim(),
  };
}

/** Whether the seller's details are sufficient to generate a page. */
export function isComplete({ name, address, email }: CompanyInput): boolean {
  return name !== '' && address !== '' && email !== '';
}

/** Details of the seller as entered; optional parts are ''. */
export interface CompanyInput {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly nip: string;
}

/**
 * Generates the content of a legal page from its template.
 * @param locale language of the page; defaults to the main locale
 */
export type Generator = (type: LegalPageType, company: CompanyInput, locale?: PageLocale) => Promise<string>;

/** Reads the data of the templates in a language, from company data and the shop's settings. */
export type ReadTemplateData = (company: CompanyInput, locale: PageLocale) => Promise<TemplateData>;

interface TemplateDataDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly labels: ShopTexts;
  catalog(): Catalog | undefined;
}

export const WITHDRAWAL_PATH = '/withdrawal/';
export const REPORT_PATH = '/report/';

const DATE_FORMATS: Readonly<Record<PageLocale, string>> = { pl_PL: "d MMMM yyyy 'r.'", en_US: 'd MMMM yyyy' };
/** Default text about disputes; the settings contain it in Polish. */
const ENGLISH_DISPUTE_TEXT =
  'Consumers can use out-of-court complaint and redress procedures: mediation by the voivodship inspectorate of the Polish Trade Inspection, its permanent consumer court of arbitration, and free help from the district or city consumer ombudsman.';

/** Creates the function that reads what the templates state about the shop. */
export function createTemplateDataReader(deps: TemplateDataDeps): ReadTemplateData {
  const { scope, settings, clock, labels } = deps;

  function getDisputeText(values: SettingValues, locale: PageLocale): string {
    if (!values.flag('dispute_resolution_enabled')) return '';
    const text = values.text('dispute_resolution_text');
    const isStandard = ALL_DEFINITIONS.some(
      ({ key, default: defaultValue }) => key === 'dispute_resolution_text' && defaultValue === text,
    );
    return isStandard && locale !== MAIN_LOCALE ? ENGLISH_DISPUTE_TEXT : text;
  }

  /** @param cost in units of the shop's currency; 0 for none */
  const formatBulkyCost = (cost: number): string => {
    const catalog = deps.catalog();
    return cost > 0 && catalog ? scope.escHtml(catalog.formatPrice(cost * 10 ** catalog.currencyDigits())) : '';
  };

  async function readData(company: CompanyInput, locale: PageLocale): Promise<TemplateData> {
    const values = await settings.values();
    const escapeLine = (text: string): string => scope.escHtml(text.trim().replace(/\s*\n\s*/g, ', '));
    return {
      name: escapeLine(company.name),
      address: escapeLine(company.address),
      email: escapeLine(company.email),
      phone: escapeLine(company.phone),
      nip: escapeLine(company.nip),
      regon: escapeLine(values.text('company_regon')),
      krs: escapeLine(values.text('company_krs')),
      register: values.text('company_register'),
      registerCourt: escapeLine(values.text('company_register_court')),
      disputes: escapeLine(getDisputeText(values, locale)),
      disputeParticipation: values.text('dispute_resolution_participation'),
      returnAddress:
        escapeLine(values.text('return_address')) || `${escapeLine(company.name)}, ${escapeLine(company.address)}`,
      isReturnPaidByShop: values.text('return_costs') === 'shop',
      bulkyReturnCost: formatBulkyCost(values.number('bulky_return_cost')),
      orderButton: escapeLine(labels(values, 'order_button_text')),
      withdrawalTexts: escapeLine(scope.__('Withdraw from the contract here')),
      withdrawalDays: values.number('withdrawal_days'),
      withdrawalUrl: values.flag('withdrawal_enabled') ? scope.homeUrl(WITHDRAWAL_PATH) : '',
      reportUrl: values.flag('dsa_enabled') ? scope.homeUrl(REPORT_PATH) : '',
      shop: await readShopFacts(deps, values, locale),
      titles: PAGE_TITLES[locale],
      date: DateTime.utc()
        .setZone(await clock.zone())
        .setLocale(locale.slice(0, 2))
        .toFormat(DATE_FORMATS[locale]),
    };
  }

  return async (company, locale) => {
    const switched = scope.switchToLocale(locale);
    try {
      return await readData(company, locale);
    } finally {
      if (switched) scope.restorePreviousLocale();
    }
  };
}

/** Creates the generator, which fills the templates with company data and the shop's settings. */
export function createGenerator(readTemplateData: ReadTemplateData): Generator {
  return async (type, company, locale = MAIN_LOCALE) =>
    renderTemplate(type, locale, await readTemplateData(company, locale));
}
