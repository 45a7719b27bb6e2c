import type { OwnRegistry } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

interface Wheel {
  readonly id: string;
  turns(): unknown;
}

/** Creates a registry and provides it to other plugins. */
const KEEPER = `export default { boot(scope) {
  globalThis.wheels = scope.createRegistry({ name: 'wheel', check: (wheel) => typeof wheel.turns === 'function' ? '' : 'it does not turn.', timeoutMs: 300 });
  globalThis.wheels.register({ id: 'own', turns: () => 1 });
} };`;

const adding = (id: string, wheel: string): string =>
  `export default { boot(scope) { scope.addAction('plinth/plugins_changed', () => { globalThis.tried = undefined; try { globalThis.undoOf${id} = globalThis.wheels.register(${wheel}); } catch (error) { globalThis.tried = error.code; } }); } };`;

const world = globalThis as unknown as { wheels: OwnRegistry<Wheel>; tried?: string; undoOffront?: () => void };

describe.each(defaultEngines)('plugin registry open to others on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
    await activatePlugin(test, 'keeper', { 'index.js': KEEPER });
  });
  afterAll(() => test?.close());

  const ids = (): string[] => world.wheels.entries().map(({ id, owner }) => `${owner}/${id}`);
  const bring = (): Promise<unknown> => test.inContext(() => test.site.plugins.reconcile());
  async function add(id: string, wheel: string): Promise<void> {
    await activatePlugin(test, id, { 'index.js': adding(id, wheel) });
    await bring();
  }
  async function listErrors(): Promise<string[]> {
    await test.site.plugins.pluginErrors.flush();
    return (await test.inContext(() => test.site.plugins.pluginErrors.list())).map(
      ({ plugin, entry }) => `${plugin}: ${entry}`,
    );
  }

  it('lists entries with their owner and drops them when the plugin stops', async () => {
    await add('front', "{ id: 'front', turns: () => 2 }");
    expect(ids()).toEqual(['keeper/own', 'front/front']);
    await test.inContext(() => test.site.plugins.deactivatePlugins(['front']));
    await bring();
    expect(ids()).toEqual(['keeper/own']);
  });

  it('removes an entry on undo, harmlessly when repeated', async () => {
    await add('front', "{ id: 'front', turns: () => 2 }");
    world.undoOffront?.();
    world.undoOffront?.();
    expect(ids()).toEqual(['keeper/own']);
    await test.inContext(() => test.site.plugins.deactivatePlugins(['front']));
  });

  it.each([
    ['taken', "{ id: 'own', turns: () => 3 }", 'registry_id_exists'],
    ['flat', "{ id: 'flat' }", 'registry_entry_invalid'],
    ['named', "{ id: 'My Wheel', turns: () => 3 }", 'registry_entry_invalid'],
    ['none', 'null', 'registry_entry_invalid'],
  ])('rejects an entry that is %s with a code and stays unchanged', async (id, wheel, code) => {
    await add(id, wheel);
    expect([world.tried, ids()]).toEqual([code, ['keeper/own']]);
    await test.inContext(() => test.site.plugins.deactivatePlugins([id]));
  });

  it('calls entries as their plugin and tolerates exceptions, timeouts and invalid results', async () => {
    await add('throws', "{ id: 'throws', turns: () => { throw new Error('stuck'); } }");
    await add('hangs', "{ id: 'hangs', turns: () => new Promise(() => undefined) }");
    await add('wrong', "{ id: 'wrong', turns: () => 'often' }");
    const results = await test.inContext(async () =>
      Promise.all(
        world.wheels.entries().map((entry) =>
          world.wheels.call<unknown>(
            entry,
            (wheel) => wheel.turns(),
            -1,
            (turns) => (typeof turns === 'number' ? '' : 'no number.'),
          ),
        ),
      ),
    );
    expect(results).toEqual([1, -1, -1, -1]);
    expect(await listErrors()).toEqual(expect.arrayContaining(['throws: wheel throws', 'wrong: wheel wrong']));
  });
});
