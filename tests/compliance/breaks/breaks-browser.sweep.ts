import { existsSync } from 'node:fs';
import { withBrowser } from '../../kit/browser.js';
import { type BreakableShop, groupBreaks, openBreakableShop } from './breakable-shop.js';
import { BREAKS } from './breaks.js';
import { findUnexpected, MIN_DETECTED } from './unseen.js';

const CHROMIUM = '/usr/bin/chromium';

withBrowser('broken outcomes in a browser', () => {
  let shop: BreakableShop;
  const unseen = new Map<string, unknown>();

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
        .filter(({ id, state }) => state !== 'good' && state !== 'confirmed' && id !== 'sectors')
        .map(({ id, state, description }) => [id, state, description]),
    ).toEqual([]);
  });

  it.each(groupBreaks(BREAKS).map((rows) => [rows.map(([, what]) => what).join('; '), rows] as const))(
    '%s',
    async (_what, rows) => {
      for (const [what, finding] of await shop.findUnseen(rows)) unseen.set(what, finding);
    },
  );

  it('sees the promised share of the breaks, and all but those listed in the guide', () => {
    expect(findUnexpected(unseen.keys(), true).map((what) => [what, unseen.get(what)])).toEqual([]);
    expect(1 - unseen.size / BREAKS.length).toBeGreaterThanOrEqual(MIN_DETECTED.browser);
  });
});
