import { runOnSite } from '../../core/cli/on-site.js';
import { bootSite, type TestSite } from '../kit/site.js';

const CLAIMS = `export default { boot(scope) {
  scope.registerFrontRoute({ path: '/same/', handler: () => ({ kind: 'page', title: 'x', html: '<p>' + scope.plugin.id + '</p>' }) });
  scope.registerRestRoute('same/v1', '/thing', { methods: 'GET', permissionCallback: () => true, callback: () => scope.plugin.id });
  scope.addCommand({ name: 'same say <word>', description: 'x', run: async (args, options, output) => output.line(scope.plugin.id) });
  scope.registerBlockType('same/block', {});
  scope.addShortcode('same', () => scope.plugin.id);
  scope.registerPostType('same_type', {});
  scope.registerTaxonomy('same_tax', 'post', {});
  scope.registerSetting('reading', 'same_setting');
  scope.services.provide('same.service', () => scope.plugin.id);
  scope.addImageSize('same-size', 10, 10);
  scope.enqueueScript('same', 'a.js');
  scope.enqueueStyle('same', 'a.css');
  scope.enqueueStyle('own-' + scope.plugin.id, 'b.css');
} };`;

describe('a name that two plugins claim', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ unkept: true });
    for (const id of ['one', 'two']) test.addPlugin(id, { 'index.js': CLAIMS });
  });
  afterAll(() => test.close());

  const shown = async (): Promise<string> => /<p>(one|two)<\/p>/.exec(await (await fetch(`${test.url}/same/`)).text())?.[1] ?? '';

  it('is told when the second is switched on, for everything that has a name, while the first one’s page works on', async () => {
    expect((await runOnSite(test.site, ['plugin', 'activate', 'one'])).error).toBe('');
    const { code, error } = await runOnSite(test.site, ['plugin', 'activate', 'two']);
    expect(code).toBe(0);
    expect(error.split('\n').map((line) => /^Warning: the (.+?) ".*" is claimed by one and two; /.exec(line)?.[1] ?? line).sort()).toEqual(
      ['REST route', 'block', 'command', 'image size', 'page', 'post type', 'script', 'service', 'setting', 'shortcode', 'style', 'taxonomy'],
    );
    expect(await shown()).toBe('one');
    const rows = JSON.parse((await runOnSite(test.site, ['plugin', 'list', '--format=json'])).out) as { name: string; claims: string }[];
    expect(rows.find(({ name }) => name === 'two')?.claims).toContain('the page "/same/" is claimed by one and two');
  });

  it('is the second one’s when the first goes, and nobody’s double any more', async () => {
    await test.inContext(() => test.site.plugins.deactivatePlugins('one'));
    expect(test.site.plugins.claims.doubles()).toEqual([]);
    expect(await shown()).toBe('two');
    expect((await runOnSite(test.site, ['same', 'say', 'x'])).out).toBe('two');
  });
});
