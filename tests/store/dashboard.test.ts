import { engines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe.each(engines)('the shop on the dashboard on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
  }, 90_000);
  afterAll(() => test.close());

  it('says what waits, what was sold and what ran out, to whoever runs the shop', async () => {
    const owner = visitor(test.url);
    await owner.signIn(ADMIN.login, ADMIN.password);
    const { html } = await owner.get('/wp-admin/');
    expect(html).toContain('Your shop');
    expect(html).toContain('No order waits for you.');
    expect(html).toContain('Nothing was sold in the last 30 days.');
    const gone = Number(/(\d+) products are out of stock/.exec(html)?.[1]);
    const list = await owner.get('/wp-admin/admin.php?page=store-products&stock=outofstock');
    expect((list.html.match(/stock-word--outofstock/g) ?? []).length).toBe(gone);
  }, 60_000);

  it('tells an editor nothing', async () => {
    await test.inContext(() => test.site.users.wpInsertUser({ user_login: 'edith', user_email: 'e@example.com', user_pass: 'a long editor password', role: 'editor' }));
    const editor = visitor(test.url);
    await editor.signIn('edith', 'a long editor password');
    expect((await editor.get('/wp-admin/')).html).not.toContain('Your shop');
  }, 60_000);

  it('warns an owner in whose shop nobody can pay', async () => {
    const owner = visitor(test.url);
    await owner.signIn(ADMIN.login, ADMIN.password);
    expect((await owner.get('/wp-admin/')).html).not.toContain('Nobody can order');
    await test.inContext(() => test.site.options.updateOption('store_selling', { cod: false }));
    expect((await owner.get('/wp-admin/')).html).toContain('Nobody can order: no way to pay is ready.');
    await test.inContext(() => test.site.options.deleteOption('store_selling'));
  }, 60_000);
});
