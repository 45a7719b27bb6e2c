import type { SettingValues } from '../settings/settings.js';
import type { CompanyInput } from './generator.js';

/** The seller of the settings, for the generator. */
export function companyOf(values: SettingValues): CompanyInput {
  return {
    name: values.text('company_name').trim(),
    address: values.text('company_address').trim(),
    email: values.text('company_email').trim(),
    phone: values.text('company_phone').trim(),
    nip: values.text('company_nip').trim(),
  };
}

/** Whether a page can be generated for the seller. */
export function isComplete({ name, address, email }: CompanyInput): boolean {
  return name !== '' && address !== '' && email !== '';
}
