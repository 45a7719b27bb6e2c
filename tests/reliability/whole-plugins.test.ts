import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bootSite, type TestSite } from '../kit/site.js';
import { WHOLE_PLUGINS, type WholePlugin } from './whole-plugins.js';

describe('plugin conflicts, missing files and startup errors', () => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite();
    await test.inContext(async () => {
      for (const [name, text] of [
        ['with-shortcode', '[same]'],
        ['with-block', '<!-- wp:same/block /-->'],
      ]) {
        await test.site.content.wpInsertPost({
          post_type: 'page',
          post_status: 'publish',
          post_title: name,
          post_name: name,
          post_content: text,
        });
      }
    });
    test.addPlugin('healthy', {
      'index.js': `module.exports = { boot(scope) { scope.registerFrontRoute({ path: '/healthy/', handler: () => ({ kind: 'body', type: 'text/plain', body: 'healthy' }) }); } };`,
    });
  });
  afterAll(() => test.close());

  /** Restarts the plugins of the site with the given ones installed and active. */
  async function startWith(plugins: WholePlugin['plugins']): Promise<void> {
    for (const [id, files] of Object.entries(plugins)) {
      if (Object.keys(files).length === 0) continue;
      test.addPlugin(id, files);
      if (!('index.js' in files)) continue;
      const file = join(test.site.config.dataDir, 'plugins', id, 'index.js');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, files['index.js']);
    }
    await test.inContext(async () => {
      await test.site.plugins.stopAll();
      await test.site.options.updateOption('active_plugins', [...Object.keys(plugins), 'healthy'].sort());
      await test.site.plugins.reconcile();
    });
  }

  it.each(Object.values(WHOLE_PLUGINS).map((testCase) => [testCase.title, testCase] as const))(
    '%s',
    async (_description, { plugins, states, code, responses = {} }) => {
      await startWith(plugins);
      try {
        for (const [path, [status, text]] of Object.entries(responses)) {
          const response = await fetch(test.url + path);
          expect([path, response.status]).toEqual([path, status]);
          expect(await response.text()).toContain(text);
        }
        expect((await fetch(`${test.url}/healthy/`)).status).toBe(200);
        expect((await fetch(`${test.url}/`)).status).toBe(200);
        await test.site.plugins.pluginErrors.flush();
        const [records, errors] = await test.inContext(
          async () => [await test.site.plugins.records(), await test.site.plugins.pluginErrors.list()] as const,
        );
        const found = Object.fromEntries(
          Object.keys(states).map((id) => [id, records.find((record) => record.id === id)?.status ?? 'absent']),
        );
        expect(found).toEqual(states);
        expect(records.find(({ id }) => id === 'healthy')?.status).toBe('active');
        const codes = [
          ...records.filter(({ id }) => id in states).flatMap(({ error }) => error?.code ?? []),
          ...errors.map((pluginError) => pluginError.code),
        ];
        if (code === '') expect(codes).toEqual([]);
        else expect(codes).toContain(code);
        expect(errors.filter(({ plugin }) => !(plugin in states))).toEqual([]);
      } finally {
        await test.inContext(async () => {
          for (const id of Object.keys(plugins)) await test.site.plugins.resume(id);
        });
        for (const id of Object.keys(plugins))
          rmSync(join(test.site.config.dataDir, 'plugins', id), { recursive: true, force: true });
      }
    },
  );
});
