import type { PluginScope } from 'plinth';
import type { ConsentCheckboxes } from '../consents/checkboxes.js';
import type { CompanyInput, Generator } from '../pages/generator.js';
import type { LegalPages } from '../pages/legal-pages.js';
import { LEGAL_PAGE_TYPES, PAGE_LOCALES } from '../pages/page-type.js';
import { convertTextsToContacts } from '../safety/move-texts.js';
import type { SettingChanges, Settings } from '../settings/settings.js';

interface DemoDeps {
  readonly scope: PluginScope;
  readonly settings: Settings;
  readonly checkboxes: ConsentCheckboxes;
  readonly pages: LegalPages;
  readonly generator: Generator;
}

const COMPANY: CompanyInput = {
  name: 'Sklep demonstracyjny',
  address: 'ul. Przykładowa 1, 00-001 Warszawa, Polska',
  email: 'sklep@example.com',
  phone: '+48 22 000 00 00',
  nip: '123-456-32-18',
};

/**
 * Sets up the demo shop's seller details, published legal pages and marketing checkboxes, once; data edited by the shop
 * owner stays unchanged.
 */
export async function loadDemo({ scope, settings, checkboxes, pages, generator }: DemoDeps): Promise<void> {
  await scope.db.withLock('compliance.demo', async () => {
    if ((await pages.list()).length > 0) return;
    await convertTextsToContacts(scope.db, (ids, patch) => scope.services.get('store.products').setFields(ids, patch));
    const values = await settings.values();
    const company: SettingChanges = Object.fromEntries(
      Object.entries({
        company_name: COMPANY.name,
        company_address: COMPANY.address,
        company_email: COMPANY.email,
        company_phone: COMPANY.phone,
        company_nip: COMPANY.nip,
      }).filter(([key]) => values.text(key) === ''),
    );
    await settings.update('general', company);
    if (values.text('delivery_time_default') === '')
      await settings.update('storefront', { delivery_time_default: '1–3 dni robocze' });
    for (const checkbox of await checkboxes.list())
      if (checkbox.slug === 'marketing') await checkboxes.update(checkbox.id, { enabled: true });
    for (const locale of PAGE_LOCALES) {
      for (const type of LEGAL_PAGE_TYPES) {
        const { page } = await pages.generate(type, await generator(type, COMPANY, locale), { locale });
        await scope.wpUpdatePost({ id: page.post.id, post_status: 'publish' });
      }
    }
  });
}
