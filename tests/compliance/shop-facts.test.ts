import type { PluginScope } from '../../core/api/index.js';
import { readShopFacts } from '../../plugins/compliance/pages/shop-facts.js';
import type { PageLocale } from '../../plugins/compliance/pages/page-type.js';
import type { SettingValues } from '../../plugins/compliance/settings/settings.js';

describe('delivery time in legal pages', () => {
  const scope = {
    services: { has: () => false },
    escHtml: (text: string) => text,
    applyFilters: async (_hook: string, value: unknown) => value,
  } as unknown as Pick<PluginScope, 'services' | 'escHtml' | 'applyFilters'>;
  const read = async (text: string, locale: PageLocale): Promise<string> => {
    const values = { flag: () => true, text: () => text, number: () => 30 } as unknown as SettingValues;
    return (await readShopFacts({ scope, catalog: () => undefined }, values, locale)).deliveryTime;
  };

  it.each([
    ['1–3 dni robocze', '1–3 working days'],
    ['5 dni roboczych', '5 working days'],
    ['2-4 dni robocze', '2-4 working days'],
    ['1 dzień roboczy', '1 working day'],
    ['do świąt', ''],
    ['1–3 dni robocze (kurier)', ''],
  ])('states %s in English as “%s”', async (polish, english) => {
    expect([await read(polish, 'pl_PL'), await read(polish, 'en_US')]).toEqual([polish, english]);
  });
});
