import { DateTime } from 'luxon';
import type { PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../time/clock.js';
import type { TemplateType } from './page-type.js';
import { renderTemplate } from './templates/registry.js';

/** Who the seller is, as typed; optional parts are ''. */
export interface CompanyInput {
  readonly name: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly nip: string;
}

export const WITHDRAWAL_PATH = '/withdrawal/';
export const REPORT_PATH = '/report/';

/** Fills the templates with a company's data and the shop's settings. */
export function createGenerator({ scope, settings, clock }: { scope: PluginScope; settings: Settings; clock: Clock }): (type: TemplateType, company: CompanyInput) => Promise<string> {
  return async (type, company) => {
    const values = await settings.values();
    const safe = (text: string): string => scope.escHtml(text.trim().replace(/\s*\n\s*/g, ', '));
    return renderTemplate(type, {
      name: safe(company.name),
      address: safe(company.address),
      email: safe(company.email),
      phone: safe(company.phone),
      nip: safe(company.nip),
      regon: safe(values.text('company_regon')),
      krs: safe(values.text('company_krs')),
      disputes: values.flag('dispute_resolution_enabled') ? safe(values.text('dispute_resolution_text')) : '',
      orderButton: safe(values.text('order_button_text')),
      withdrawalDays: values.number('withdrawal_days'),
      withdrawalUrl: scope.homeUrl(WITHDRAWAL_PATH),
      reportUrl: scope.homeUrl(REPORT_PATH),
      date: DateTime.utc().setZone(await clock.zone()).setLocale('pl').toFormat("d MMMM yyyy 'r.'"),
    });
  };
}
