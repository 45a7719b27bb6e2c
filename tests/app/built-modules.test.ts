import { createRequire } from 'node:module';
import { join } from 'node:path';

const built = join(__dirname, '..', '..', 'dist', 'core');
const load = createRequire(join(built, 'index.js'));

/** Rooms that are read by many others at each request. */
const ROOMS = ['api', 'hooks', 'context', 'formatting', 'options', 'content', 'front', 'view', 'http', 'i18n'];

describe('modules of the build', () => {
  it.each(ROOMS)('of %s hand out values, which are found where they lie, and ask nobody at each access', (room) => {
    const given = Object.entries(Object.getOwnPropertyDescriptors(load(join(built, room, 'index.js')) as object));
    expect(given.filter(([, { get }]) => get !== undefined)).toEqual([]);
    expect(given.length).toBeGreaterThan(1);
  });

  it('still say that they are modules, so that a plugin may import them as a whole', () => {
    expect((load(join(built, 'api', 'index.js')) as { __esModule?: boolean }).__esModule).toBe(true);
  });
});
