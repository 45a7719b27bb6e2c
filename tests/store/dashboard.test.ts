import type { HealthCheck } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('shop widget on the dashboard on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
  });
  afterAll(() => test.close());

  it('shows waiting orders, sales and stock warnings to the owner', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const { html } = await owner.get('/wp-admin/');
    expect(html).toContain('Your shop');
    expect(html).toContain('No orders waiting.');
    expect(html).toContain('No sales in the last 30 days.');
    const outOfStock = Number(/(\d+) products are out of stock/.exec(html)?.[1]);
    const list = await owner.get('/wp-admin/admin.php?page=store-products&stock=outofstock');
    expect((list.html.match(/stock-status--outofstock/g) ?? []).length).toBe(outOfStock);
    const lowStock = Number(/(\d+) products? (?:is|are) running low/.exec(html)?.[1]);
    const low = await owner.get('/wp-admin/admin.php?page=store-products&status=publish&stock=low');
    expect(lowStock).toBeGreaterThan(0);
    expect((low.html.match(/class="row-title"/g) ?? []).length).toBe(lowStock);
  });

  it('shows editors neither the shop nor site health', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'edith',
        user_email: 'e@example.com',
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    const editor = visitor(test.url);
    await editor.logIn('edith', 'a long editor password');
    const { html } = await editor.get('/wp-admin/');
    expect(html).not.toContain('Your shop');
    // Users without access to Site Health see none of its results.
    for (const text of ['Everything looks good', 'Site Health', 'First steps']) expect(html).not.toContain(text);
  });

  it('warns when no payment method is set up', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    expect((await owner.get('/wp-admin/')).html).not.toContain('Customers can’t order');
    await test.inContext(() => test.site.options.updateOption('store_commerce_settings', { cod: false }));
    expect((await owner.get('/wp-admin/')).html).toContain('Customers can’t order: no payment method is set up.');
    await test.inContext(() => test.site.options.deleteOption('store_commerce_settings'));
  });
});

describe.each(defaultEngines)('dashboard of a new shop on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;
  beforeAll(async () => {
    test = await bootSite({ engine, shop: true });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  const CHECKING = 'Checking your site…';
  const glance = async (): Promise<string> => (await owner.get('/wp-admin/')).html;
  /** The dashboard after all checks have finished, which on a busy machine takes longer than the screen waits. */
  const dashboard = async (): Promise<string> => {
    const html = await glance();
    return html.includes(CHECKING) ? dashboard() : html;
  };
  /** The first steps listed, and whether each is done. */
  const steps = (html: string): Record<string, boolean> =>
    Object.fromEntries(
      [...(/<ol class="steps">([\s\S]*?)<\/ol>/.exec(html)?.[1]?.matchAll(/<li>(.*?)<\/li>/g) ?? [])].map(
        ([, step = '']): [string, boolean] => [step.replace(/<[^>]*>/g, '').trim(), step.includes('tag--good')],
      ),
    );

  it('lists critical and recommended checks and warns that emails are not sent', async () => {
    const html = await dashboard();
    expect(html).not.toContain('Everything looks good');
    expect(html).toContain('Emails are not sent: they are only saved in the mail folder.');
    for (const label of ['Seller identification', 'Terms and conditions', 'Privacy policy', 'Withdrawal instructions'])
      expect(html).toMatch(new RegExp(`tag--critical">Critical</span> <a href="[^"]+"><strong>${label}</strong>`));
    // Cash on delivery is configured, bank transfer is not.
    expect(html).toMatch(/">Recommended<\/span> <a href="[^"]+"><strong>Payment<\/strong>/);
    const health = (await owner.get('/wp-admin/site-health.php')).html;
    expect((html.match(/<span class="tag tag--critical">/g) ?? []).length).toBe(
      (health.match(/<span class="tag tag--critical">/g) ?? []).length,
    );
  });

  it('lists the first steps and marks the done ones', async () => {
    const before = Object.entries(steps(await dashboard()));
    const isDone = (text: string): boolean | undefined => before.find(([step]) => step.startsWith(text))?.[1];
    for (const text of [
      'Set your notification email',
      'Set up email sending',
      'Add seller details',
      'Publish the terms and conditions',
      'Publish the privacy policy',
      'Set up payments',
      'Set up shipping',
      'Add a product',
    ])
      expect([text, isDone(text)]).toEqual([text, false]);
    await owner.get('/wp-admin/admin.php?page=store-commerce');
    const saved = await owner.post('/wp-admin/admin.php?page=store-commerce', {
      courier: '1',
      courierPrice: '15',
      transfer: '1',
      accountNumber: 'PL61109010140000071219812874',
      shippingTaxRate: '23',
    });
    expect(saved.status).toBe(303);
    const after = Object.entries(steps(await dashboard()))
      .filter(([, done]) => done)
      .map(([step]) => step);
    expect(after).toEqual([expect.stringContaining('Set up payments'), expect.stringContaining('Set up shipping')]);
  });

  it('reports that everything is fine only without critical or recommended checks', async () => {
    const { hooks } = test.site;
    const good: HealthCheck = { id: 'a', label: 'A', state: 'good', description: 'Good.', recommendation: '' };
    let checks: HealthCheck[] = [good];
    hooks.addFilter('site_status_tests', () => checks, 1000);
    const reloadDashboard = async (): Promise<string> => {
      await owner.get('/wp-admin/options-reading.php');
      await owner.post('/wp-admin/options-reading.php', {});
      return dashboard();
    };
    expect(await reloadDashboard()).toContain('Everything looks good');
    checks = [good, { ...good, state: 'recommended' }];
    expect(await reloadDashboard()).not.toContain('Everything looks good');
  });

  it('shows “checking” for a slow check instead of waiting', async () => {
    // Created in advance: on a busy machine, the filter may not have been called before `finish` is.
    let finish: (checks: HealthCheck[]) => void = () => undefined;
    const pendingChecks = new Promise<HealthCheck[]>((resolve) => (finish = resolve));
    test.site.hooks.addFilter('site_status_tests', () => pendingChecks, 2000);
    await owner.get('/wp-admin/options-reading.php');
    await owner.post('/wp-admin/options-reading.php', {});
    const html = await glance();
    expect(html).toContain(CHECKING);
    expect(html).not.toContain('Everything looks good');
    finish([]);
    expect(await dashboard()).toContain('Everything looks good');
  });
});
