import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const PLUGIN = `
const runs = globalThis.leftRunning = globalThis.leftRunning ?? { steps: [] };
module.exports = {
  boot(scope) {
    const write = () => Promise.resolve().then(() => scope.updateOption('left_running', runs.steps.length)).then(
      () => runs.steps.push('wrote'),
      (error) => runs.steps.push(error.code + ': ' + error.message),
    );
    // Bound to the context of its creation, like a timer.
    runs.tick = require('node:async_hooks').AsyncResource.bind(write);
    scope.onDispose(async () => { await write(); runs.steps.push('ended'); });
    scope.addAction('later', write);
  },
};`;

interface Runs {
  readonly steps: string[];
  tick(): Promise<void>;
}

describe('work that a deactivated plugin left running', () => {
  let site: TestSite;
  const runs = (): Runs => (globalThis as unknown as { leftRunning: Runs }).leftRunning;
  beforeAll(async () => {
    site = await bootSite();
    await activatePlugin(site, 'left', { 'index.js': PLUGIN });
  });
  afterAll(() => site.close());

  it('can write until the plugin ends and is refused by name afterwards', async () => {
    await site.inContext(() => runs().tick());
    expect(runs().steps).toEqual(['wrote']);
    await site.inContext(() => site.site.plugins.deactivatePlugins('left'));
    expect(runs().steps).toEqual(['wrote', 'wrote', 'ended']);
    await runs().tick();
    expect(runs().steps.at(-1)).toBe(
      'plugin_left_running: "left" was deactivated or reloaded, but code it started is still running: updateOption() is refused.',
    );
  });

  it('can write again with the code of a new activation', async () => {
    await site.inContext(() => site.site.plugins.activatePlugin('left'));
    await runs().tick();
    expect(runs().steps.at(-1)).toBe('wrote');
  });
});
