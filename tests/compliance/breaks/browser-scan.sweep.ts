import { findBrowser } from '../../../plugins/compliance/checks/browser-scan.js';
import { withBrowser } from '../../kit/browser.js';
import { type BreakableShop, openBreakableShop } from './breakable-shop.js';
import { HIDDEN_DUTIES } from './hidden-rows.js';
import { HIDING_METHODS } from './hiding.js';
import { style } from './breaking.js';

describe('the browser of a scan', () => {
  it('is the configured one, one in the usual places, or none', () => {
    const isChromium = (path: string): boolean => path === '/usr/bin/chromium';
    expect(findBrowser({}, isChromium)).toBe('/usr/bin/chromium');
    expect(findBrowser({}, () => false)).toBeUndefined();
    expect(findBrowser({ CHROMIUM_PATH: '/opt/chrome' }, () => true)).toBe('/opt/chrome');
    expect(findBrowser({ CHROMIUM_PATH: '/opt/chrome' }, isChromium)).toBeUndefined();
    expect(findBrowser({ CHROMIUM_PATH: '' }, isChromium)).toBeUndefined();
  });
});

withBrowser('a scan with a browser', () => {
  let shop: BreakableShop;

  beforeAll(async () => {
    process.env.CHROMIUM_PATH = '/usr/bin/chromium';
    shop = await openBreakableShop('sqlite', true);
  });
  afterAll(async () => {
    process.env.CHROMIUM_PATH = '';
    await shop.close();
  });

  it('sees what an intact shop shows, in the background, and names the browser', async () => {
    const { results, coverage } = await shop.scanInBackground();
    // The shop sells nothing of a sector with further information.
    expect(results.filter(({ state }) => state !== 'good' && state !== 'confirmed').map(({ id }) => id)).toEqual([
      'sectors',
    ]);
    expect(coverage).toMatchObject({
      browser: expect.stringMatching(/^Chromium \d/),
      locales: ['pl_PL', 'en_US'],
    });
  });

  it('sees what only a browser can know', async () => {
    const [method] = HIDING_METHODS.filter(({ browserOnly }) => browserOnly !== undefined);
    const undo = await style(HIDDEN_DUTIES.map(([, selector]) => method?.css(selector) ?? '').join('\n'))(shop.shop);
    const failed = (await shop.scan()).filter(({ state }) => state === 'missing').map(({ id }) => id);
    await undo();
    expect(failed).toEqual(expect.arrayContaining(['lowest_price', 'safety', 'price_notice']));
  });

  it('goes on without a browser that does not start', async () => {
    process.env.CHROMIUM_PATH = '/bin/true';
    expect((await shop.scan()).length).toBeGreaterThan(30);
    expect(await shop.coverage()).toMatchObject({ browser: '' });
  });
});
