import { isWpError } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

describe.each(defaultEngines)('effect of compliance settings on %s', (engine) => {
  let site: TestSite;
  let authorization: string;
  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
    const created = await site.inContext(() => site.site.passwords.createApplicationPassword(1, { name: 'tests' }));
    if (isWpError(created)) throw new Error(created.getErrorMessage());
    authorization = `Basic ${Buffer.from(`${ADMIN.login}:${created.password}`).toString('base64')}`;
  });
  afterAll(() => site.close());

  const post = (path: string, body: object, headers = {}): Promise<Response> =>
    fetch(`${site.url}/wp-json${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const set = async (group: string, changes: object): Promise<void> =>
    expect((await post(`/shop/v1/settings/${group}`, changes, { authorization })).status).toBe(200);
  const list = async (brand: string): Promise<string> =>
    ((await (await post('/facet/v1/filter', { query: { sf_brand: brand } })).json()) as { results_html: string })
      .results_html;

  it('shows filter results with the current tax display setting', async () => {
    for (const brand of ['hebelek', 'gliniany-kot']) expect(await list(brand)).not.toMatch(/\d net\b/);
    await set('storefront', { tax_display_mode: 'netto' });
    for (const brand of ['hebelek', 'gliniany-kot']) expect(await list(brand)).toMatch(/\d net\b/);
    await set('storefront', { tax_display_mode: 'brutto' });
    for (const brand of ['hebelek', 'gliniany-kot']) expect(await list(brand)).not.toMatch(/\d net\b/);
  });

  it('shows the saved company address in every page’s footer at once', async () => {
    for (const street of ['Pierwsza', 'Druga', 'Trzecia']) {
      await set('general', { company_name: 'Sklep', company_address: `${street} 1\n00-001 Warszawa` });
      expect(await (await fetch(`${site.url}/`)).text()).toContain(`${street} 1`);
      expect(await (await fetch(`${site.url}/shop/`)).text()).toContain(`${street} 1`);
    }
  });
});
