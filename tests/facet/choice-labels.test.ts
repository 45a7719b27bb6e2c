import type { FacetEngine } from '../../plugins/facet/engine/types.js';
import type { Catalog } from '../../plugins/facet/index/catalog.js';
import { createLocalNames, readVocabulary } from '../../plugins/facet/index/vocabulary.js';
import { createValueNames } from '../../plugins/facet/widget/value-names.js';
import { bootShop, type ShopSite } from '../store/shop-site.js';
import { activatePlugin } from '../kit/site.js';

describe('values of a select field', () => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop('sqlite');
    await activatePlugin(shop, 'specs', {
      'index.js': `module.exports = { boot(scope) { scope.addFields({ objectType: 'product', title: 'Specs', fields: [
      { key: 'material', type: 'select', label: 'Material', choices: () => [{ value: 'steel', label: () => (scope.locale() === 'pl_PL' ? 'Stal' : 'Steel') }] },
    ] }); } };`,
    });
  });
  afterAll(() => shop.close());

  const engine = {
    values: () =>
      new Map([
        ['steel', 1],
        ['tin', 1],
      ]),
  } as unknown as FacetEngine;
  const text = { __: (value: string) => value, _n: (value: string) => value, locale: () => 'en_US' };

  it('shows translated choice labels and raw values where no choice exists', async () => {
    const catalog = shop.site.plugins.services.get('store.catalog') as Catalog;
    const labels = (locale: string): Promise<string[]> =>
      shop.inContext(async () => {
        shop.scope.switchToLocale(locale);
        const local = createLocalNames(
          () => catalog,
          () => locale,
        );
        const vocabulary = await local(await readVocabulary(catalog));
        return createValueNames(vocabulary, engine, text)
          .list('field:material')
          .map(({ label }) => label);
      });
    expect(await labels('en_US')).toEqual(['Steel', 'tin']);
    expect(await labels('pl_PL')).toEqual(['Stal', 'tin']);
  });
});
