import { readDom } from '../kit/dom.js';
import { ADMIN } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { runPlinth } from './run-plinth.js';
import { bootShop, type ShopSite } from './shop.js';

describe('deactivation of the compliance plugin', () => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop('sqlite');
  });
  afterAll(() => shop.close());

  const effects = (): Promise<readonly string[]> =>
    shop.inContext(() => shop.site.plugins.deactivationEffects('compliance'));

  it('asks for confirmation and lists the duties no longer met', async () => {
    const owner = visitor(shop.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await owner.get('/wp-admin/plugins.php');
    const { html } = await owner.post('/wp-admin/plugins.php', { action: 'deactivate', plugin: 'compliance' });
    const listed = readDom(html).one('main').within.texts('li');
    for (const effect of [
      'Orders are accepted without this plugin’s checks.',
      'Checkout and forms don’t ask for consents, and no consents are recorded.',
      'The withdrawal form and its link are not available, so customers can’t withdraw online.',
      'The legal pages stay, but the footer doesn’t link to them.',
      'The lowest price in the last 30 days is not shown with reduced prices.',
    ])
      expect(listed).toContain(effect);
    expect((await shop.inContext(() => shop.site.plugins.record('compliance')))?.status).toBe('active');
  });

  it('lists only effects of features in use', async () => {
    expect((await effects()).join(' ')).toContain('illegal content');
    await shop.rest('POST', '/shop/v1/settings/compliance', { dsa_enabled: false });
    expect((await effects()).join(' ')).not.toContain('illegal content');
  });

  it('lists nothing for other plugins', async () => {
    expect(await shop.inContext(() => shop.site.plugins.deactivationEffects('store'))).toEqual([]);
  });

  it('proceeds from the command line with a warning for each effect', async () => {
    const listed = await effects();
    const ended = await runPlinth(shop, ['plugin', 'deactivate', 'compliance']);
    expect(ended.code).toBe(0);
    expect(ended.out).toBe('Plugin "compliance" deactivated.\n');
    expect(ended.error.trim().split('\n')).toEqual(listed.map((effect) => `Warning: ${effect}`));
    expect(listed.length).toBeGreaterThan(5);
  });
});
