import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop.js';

const PROTECTED: readonly [number, string, string, unknown][] = [
  [1, 'GET', '/shop/v1/settings', undefined],
  [2, 'GET', '/shop/v1/settings/general', undefined],
  [3, 'POST', '/shop/v1/settings/general', { company_name: 'A' }],
  [4, 'GET', '/shop/v1/checkboxes', undefined],
  [5, 'GET', '/shop/v1/checkboxes/stats', undefined],
  [6, 'GET', '/shop/v1/checkboxes/1', undefined],
  [7, 'PUT', '/shop/v1/checkboxes/1', { label: 'New' }],
  [8, 'GET', '/shop/v1/legal-pages', undefined],
  [9, 'POST', '/shop/v1/legal-pages/generate', {}],
  [11, 'POST', '/shop/v1/wizard/complete', { steps_completed: ['company_info'] }],
];

describe.each(defaultEngines)('access to shop/v1 routes on %s', (engine) => {
  let shop: ShopSite;
  let subscriber: string;
  let manager: string;
  beforeAll(async () => {
    shop = await bootShop(engine);
    subscriber = await shop.credentials('subscriber');
    manager = await shop.credentials('shop_manager');
  });
  afterAll(() => shop.close());

  it.each([...PROTECTED])(
    'seed shop %i returns 401 anonymously, 403 to subscribers, allows shop managers (%s %s)',
    async (_number, method, path, body) => {
      expect(await shop.rest(method, path, body, { auth: null })).toMatchObject({
        status: 401,
        body: { code: 'rest_forbidden', data: { status: 401 } },
      });
      expect(await shop.rest(method, path, body, { auth: subscriber })).toMatchObject({
        status: 403,
        body: { code: 'rest_forbidden', data: { status: 403 } },
      });
      expect((await shop.rest(method, path, body, { auth: manager })).status).toBeLessThan(300);
    },
  );

  it('seed shop 3 changes settings by POST only; other methods return 404', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(await shop.rest(method, '/shop/v1/settings/general', { company_name: 'A' })).toMatchObject({
        status: 404,
        body: { code: 'rest_no_route' },
      });
  });

  it('seed shop 10 allows search without authentication', async () => {
    expect((await shop.rest('GET', '/shop/v1/search?q=x', undefined, { auth: null })).status).toBe(200);
  });

  it('decision shop 11 returns 401 for a wrong application password', async () => {
    const { status, body } = await shop.rest('GET', '/shop/v1/settings', undefined, {
      auth: `Basic ${Buffer.from('admin:wrong').toString('base64')}`,
    });
    expect([status, body.code]).toEqual([401, 'incorrect_password']);
  });

  it('law 30 returns errors in one shape, revealing nothing without permission', async () => {
    const responses = [
      await shop.rest('PUT', '/shop/v1/checkboxes/99999', { label: 'x' }, { auth: null }),
      await shop.rest('PUT', '/shop/v1/checkboxes/1', { legal_page_id: 99999 }, { auth: null }),
      await shop.rest('GET', '/shop/v1/settings/nothing', undefined, { auth: null }),
      await shop.rest('GET', '/shop/v1/checkboxes/abc'),
      await shop.rest('DELETE', '/shop/v1/checkboxes/1'),
      await shop.rest('POST', '/shop/v1/wizard/complete', {}),
      await shop.rest('GET', '/shop/v1/search'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 404, 404, 400, 400]);
    for (const { body, status } of responses) {
      expect(typeof body.code).toBe('string');
      expect(typeof body.message).toBe('string');
      expect(body.data.status).toBe(status);
    }
  });

  it('lists every route with methods and arguments in the namespace index', async () => {
    const { body } = await shop.rest('GET', '/shop/v1', undefined, { auth: null });
    expect(Object.keys(body.routes).sort()).toEqual([
      '/shop/v1',
      '/shop/v1/checkboxes',
      '/shop/v1/checkboxes/(?P<id>\\d+)',
      '/shop/v1/checkboxes/stats',
      '/shop/v1/legal-pages',
      '/shop/v1/legal-pages/generate',
      '/shop/v1/search',
      '/shop/v1/settings',
      '/shop/v1/settings/(?P<group>[a-zA-Z0-9_-]+)',
      '/shop/v1/wizard/complete',
    ]);
    const change = body.routes['/shop/v1/settings/(?P<group>[a-zA-Z0-9_-]+)'].endpoints[1];
    expect(change.args.omnibus_days).toMatchObject({ type: 'integer', minimum: 30, maximum: 365 });
    expect(body.routes['/shop/v1/checkboxes/(?P<id>\\d+)'].endpoints[1].args.location.enum).toContain('pay_for_order');
  });
});
