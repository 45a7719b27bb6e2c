import { existsSync } from 'node:fs';
import { withBrowser } from '../../kit/browser.js';
import { type BreakableShop, groupBreaks, openBreakableShop } from './breakable-shop.js';
import { BREAKS } from './breaks.js';
import { MIN_DETECTED } from './unseen.js';

const CHROMIUM = '/usr/bin/chromium';

withBrowser('broken outcomes in a browser', () => {
  let shop: BreakableShop;
  const unseen = new Set<string>();

  beforeAll(async () => {
    expect(existsSync(CHROMIUM)).toBe(true);
    process.env.CHROMIUM_PATH = CHROMIUM;
    shop = await openBreakableShop('sqlite', true);
  });
  afterAll(async () => {
    process.env.CHROMIUM_PATH = '';
    await shop.close();
  });

  it('reports every check as seen or confirmed on an intact shop', async () => {
    const results = await shop.scan();
    expect(
      results
        .filter(({ state }) => state !== 'good' && state !== 'confirmed')
        .map(({ id, state, description }) => [id, state, description]),
    ).toEqual([]);
  });

  it.each(groupBreaks(BREAKS).map((rows) => [rows.map(([, what]) => what).join('; '), rows] as const))(
    '%s',
    async (_what, rows) => {
      for (const what of (await shop.findUnseen(rows)).keys()) unseen.add(what);
    },
  );

  it('sees no smaller share than promised', () => {
    const share = 1 - unseen.size / BREAKS.length;
    expect([share >= MIN_DETECTED.browser ? [] : [...unseen], share]).toEqual([[], expect.any(Number)]);
  });
});
