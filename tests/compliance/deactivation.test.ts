import { readDom } from '../kit/dom.js';
import { ADMIN } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { runPlinth } from './run-plinth.js';
import { bootShop, type ShopSite } from './shop.js';

describe('deactivating compliance', () => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop('sqlite');
  });
  afterAll(() => shop.close());

  const effects = (): Promise<readonly string[]> =>
    shop.inContext(() => shop.site.plugins.deactivationEffects('compliance'));

  it('asks first, and lists the duties that the shop no longer meets', async () => {
    const owner = visitor(shop.url);
    await owner.signIn(ADMIN.login, ADMIN.password);
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

  it('lists only what is in use', async () => {
    expect((await effects()).join(' ')).toContain('illegal content');
    await shop.rest('POST', '/shop/v1/settings/compliance', { dsa_enabled: false });
    expect((await effects()).join(' ')).not.toContain('illegal content');
  });

  it('says nothing of other plugins', async () => {
    expect(await shop.inContext(() => shop.site.plugins.deactivationEffects('store'))).toEqual([]);
  });

  it('goes on from the command line, which warns of all that stops', async () => {
    const listed = await effects();
    const ended = await runPlinth(shop, ['plugin', 'deactivate', 'compliance']);
    expect(ended.code).toBe(0);
    expect(ended.out).toBe('Plugin "compliance" deactivated.\n');
    expect(ended.error.trim().split('\n')).toEqual(listed.map((effect) => `Warning: ${effect}`));
    expect(listed.length).toBeGreaterThan(5);
  });
});
