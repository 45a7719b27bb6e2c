import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop.js';

const COMPANY = {
  company_name: 'Sklep',
  company_address: 'ul. Długa 1, 00-001 Warszawa',
  email: 'sklep@example.test',
  nip: '5261040828',
};
const PUSHES =
  "module.exports = { boot(scope) { scope.addFilter('compliance/ranking_parameters', (list) => (globalThis.pushes ? [...list, 'markę <b>Nord</b>', 'dostępność'] : list)); } };";

describe.each(defaultEngines)('ranking parameters notice on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine, { pushes: PUSHES });
  });
  afterAll(() => {
    Object.assign(globalThis, { pushes: false });
    return shop.close();
  });

  it('appears in generated terms, with those of plugins in a regenerated draft', async () => {
    const terms = async (): Promise<string> => {
      const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', { ...COMPANY, type: 'terms' });
      return (await shop.inContext(() => shop.site.content.getPost(body.page_id as number)))?.post_content ?? '';
    };
    const plain = await terms();
    expect(plain).toContain(
      'O kolejności wyników wyszukiwania decydują: zgodność z wpisaną frazą, dostępność i ocena produktu.',
    );
    expect(plain).not.toContain('Sklep przesuwa też produkty');
    Object.assign(globalThis, { pushes: true });
    expect(await terms()).toContain('biorąc pod uwagę: markę &lt;b&gt;Nord&lt;/b&gt;, dostępność.');
  });
});
