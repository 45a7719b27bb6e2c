import { createRequire } from 'node:module';
import { join } from 'node:path';

const built = join(__dirname, '..', '..', 'dist', 'core');
const load = createRequire(join(built, 'index.js'));

/** Rooms that are read by many others at each request. */
const ROOMS = ['api', 'hooks', 'context', 'formatting', 'options', 'content', 'front', 'view', 'http', 'i18n'];

describe('compiled modules', () => {
  it.each(ROOMS)('exports plain values without getters from core/%s', (room) => {
    const given = Object.entries(Object.getOwnPropertyDescriptors(load(join(built, room, 'index.js')) as object));
    expect(given.filter(([, { get }]) => get !== undefined)).toEqual([]);
    expect(given.length).toBeGreaterThan(1);
  });

  it('marks compiled modules with __esModule', () => {
    expect((load(join(built, 'api', 'index.js')) as { __esModule?: boolean }).__esModule).toBe(true);
  });
});
