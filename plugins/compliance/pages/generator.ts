import { DateTime } from 'luxon';
import type { PluginScope } from 'plinth';
import type { OwnTexts } from '../settings/shop-texts.js';
import { ALL_DEFINITIONS, type Settings, type SettingValues } from '../settings/settings.js';
import type { Catalogue } from '../store/shop.js';
import type { Clock } from '../time/clock.js';
import { type LegalPageType, MAIN_LOCALE, PAGE_TITLES, type PageLocale } from './page-type.js';
import { readShopFacts } from './shop-facts.js';
import { renderTemplate } from './templates/registry.js';

/** Returns the seller's details from the settings, for the generator. */
export function companyOf(values: SettingValues): CompanyInput {
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
 * @param locale language of the page; defaults to that of `shop/v1`
 */
export type Generator = (type: LegalPageType, company: CompanyInput, locale?: PageLocale) => Promise<string>;

interface GeneratorDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly labels: OwnTexts;
  catalogue(): Catalogue | undefined;
}

export const WITHDRAWAL_PATH = '/withdrawal/';
export const REPORT_PATH = '/report/';

const DATES: Readonly<Record<PageLocale, string>> = { pl_PL: "d MMMM yyyy 'r.'", en_US: 'd MMMM yyyy' };
/** Default text about disputes; the settings contain it in Polish. */
const DISPUTES =
  'A consumer can use out-of-court ways to deal with complaints and claims, in particular ask the Polish Trade Inspection of the voivodship for mediation, turn to the permanent consumer court of arbitration at it, and get free help from the consumer ombudsman of the district or city.';

/** Creates the generator, which fills the templates with company data and the shop's settings. */
export function createGenerator(deps: GeneratorDeps): Generator {
  const { scope, settings, clock, labels } = deps;

  function disputes(values: SettingValues, locale: PageLocale): string {
    if (!values.flag('dispute_resolution_enabled')) return '';
    const text = values.text('dispute_resolution_text');
    const isStandard = ALL_DEFINITIONS.some(
      ({ key, default: defaultValue }) => key === 'dispute_resolution_text' && defaultValue === text,
    );
    return isStandard && locale !== MAIN_LOCALE ? DISPUTES : text;
  }

  async function fill(type: LegalPageType, company: CompanyInput, locale: PageLocale): Promise<string> {
    const values = await settings.values();
    const safe = (text: string): string => scope.escHtml(text.trim().replace(/\s*\n\s*/g, ', '));
    return renderTemplate(type, locale, {
      name: safe(company.name),
      address: safe(company.address),
      email: safe(company.email),
      phone: safe(company.phone),
      nip: safe(company.nip),
      regon: safe(values.text('company_regon')),
      krs: safe(values.text('company_krs')),
      disputes: safe(disputes(values, locale)),
      orderButton: safe(labels(values, 'order_button_text')),
      withdrawalTexts: safe(scope.__('Withdraw from the contract here')),
      withdrawalDays: values.number('withdrawal_days'),
      withdrawalUrl: values.flag('withdrawal_enabled') ? scope.homeUrl(WITHDRAWAL_PATH) : '',
      reportUrl: values.flag('dsa_enabled') ? scope.homeUrl(REPORT_PATH) : '',
      shop: await readShopFacts(deps, values),
      titles: PAGE_TITLES[locale],
      date: DateTime.utc()
        .setZone(await clock.zone())
        .setLocale(locale.slice(0, 2))
        .toFormat(DATES[locale]),
    });
  }

  return async (type, company, locale = MAIN_LOCALE) => {
    const switched = scope.switchToLocale(locale);
    try {
      return await fill(type, company, locale);
    } finally {
      if (switched) scope.restorePreviousLocale();
    }
  };
}
