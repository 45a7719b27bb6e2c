import { createRequire } from 'node:module';
import { join } from 'node:path';

const built = join(__dirname, '..', '..', 'dist', 'core');
const load = createRequire(join(built, 'index.js'));

/** Rooms that are read by many others at each request. */
const MODULES = ['api', 'hooks', 'context', 'formatting', 'options', 'content', 'front', 'view', 'http', 'i18n'];

describe('compiled modules', () => {
  it.each(MODULES)('exports plain values without getters from core/%s', (moduleName) => {
    const exported = Object.entries(
      Object.getOwnPropertyDescriptors(load(join(built, moduleName, 'index.js')) as object),
    );
    expect(exported.filter(([, { get }]) => get !== undefined)).toEqual([]);
    expect(exported.length).toBeGreaterThan(1);
  });

  it('marks compiled modules with __esModule', () => {
    expect((load(join(built, 'api', 'index.js')) as { __esModule?: boolean }).__esModule).toBe(true);
  });
});
