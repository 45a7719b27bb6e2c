import { defaultEngines } from '../../kit/databases.js';
import { SWEEP } from '../../kit/sweep.js';
import { type BreakableShop, groupBreaks, openBreakableShop } from './breakable-shop.js';
import { BREAKS } from './breaks.js';
import { findUnexpected, MIN_DETECTED } from './unseen.js';

const NUMBERS = Array.from({ length: 30 }, (_none, at) => String(at + 1).padStart(2, '0'));

it('contains a break for each of the thirty law rules, and each name once', () => {
  expect([...new Set(BREAKS.map(([law]) => law))].filter(Boolean)).toEqual(NUMBERS);
  expect(new Set(BREAKS.map(([, what]) => what)).size).toBe(BREAKS.length);
  expect(BREAKS.length).toBeGreaterThanOrEqual(180);
});

describe.each(defaultEngines)('broken outcomes on %s', (engine) => {
  let shop: BreakableShop;
  const unseen = new Map<string, unknown>();

  beforeAll(async () => {
    shop = await openBreakableShop(engine);
  });
  afterAll(() => shop.close());

  const notMet = async (): Promise<unknown[]> =>
    (await shop.scan())
      // The shop sells nothing of a sector with further information.
      .filter(({ id, state }) => state !== 'good' && state !== 'confirmed' && !(id === 'sectors' && state === 'off'))
      .map(({ id, state, description, places }) => [id, state, description, ...places]);

  it('law 24 reports every check as seen or confirmed on an intact shop', async () => {
    expect(await notMet()).toEqual([]);
  });

  it.each(
    (SWEEP ? BREAKS.map((row) => [row]) : groupBreaks(BREAKS)).map(
      (rows) =>
        [rows.map(([law, what]) => (law === '' ? what : `law ${law} detects that ${what}`)).join('; '), rows] as const,
    ),
  )('%s', async (_what, rows) => {
    for (const [what, finding] of await shop.findUnseen(rows)) unseen.set(what, finding);
  });

  it('law 24 reports every check as seen or confirmed again after all breaks are undone', async () => {
    expect(await notMet()).toEqual([]);
  });

  it('sees the promised share of the breaks, and all but those listed in the guide', () => {
    expect(findUnexpected(unseen.keys(), false).map((what) => [what, unseen.get(what)])).toEqual([]);
    expect(1 - unseen.size / BREAKS.length).toBeGreaterThanOrEqual(MIN_DETECTED.analysis);
  });
});
