import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { readDom } from '../kit/dom.js';

const boot = (work: string): string => `export default { boot(scope) { ${work} } };`;

describe.each(defaultEngines)('plugins side by side on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  const get = async (path: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(test.url + path, { redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };
  const on = (id: string, work: string): Promise<void> => activatePlugin(test, id, { 'index.js': boot(work) });
  const off = (...ids: string[]): Promise<void> => test.inContext(() => test.site.plugins.deactivatePlugins(ids));
  const errorsOf = async (id: string): Promise<unknown[]> => {
    await test.site.plugins.pluginErrors.flush();
    return test.inContext(() => test.site.plugins.pluginErrors.list(id));
  };

  it('pass a request on when a route returns nothing, finally to content', async () => {
    await on(
      'aaa-links',
      `scope.registerFrontRoute({ path: '/:slug/', handler: () => undefined });
      scope.registerFrontRoute({ path: '/deep/:slug/', handler: () => undefined });`,
    );
    await on(
      'mid-pages',
      `scope.registerFrontRoute({ path: '/:slug/', handler: ({ params }) => (params.slug === 'mine' ? { kind: 'page', title: 'Mine', html: '<h1>Mine</h1>' } : undefined) });`,
    );
    await on(
      'zzz-shop',
      `scope.registerFrontRoute({ path: '/basket/', handler: () => ({ kind: 'page', title: 'Basket', html: '<h1>Basket</h1>' }) });
      scope.registerFrontRoute({ path: '/deep/basket/', handler: () => ({ kind: 'page', title: 'Deep', html: '<h1>Deep basket</h1>' }) });`,
    );
    expect(await get('/basket/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Basket</h1>') as string,
    });
    expect(await get('/deep/basket/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Deep basket</h1>') as string,
    });
    expect(await get('/mine/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<h1>Mine</h1>') as string,
    });
    expect((await get('/mine')).status).toBe(301);
    await test.inContext(() =>
      test.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'About',
        post_name: 'about',
        post_status: 'publish',
      }),
    );
    expect((await get('/about/')).status).toBe(200);
    expect((await get('/nothing/')).status).toBe(404);
    await off('aaa-links', 'mid-pages', 'zzz-shop');
  });

  it('prefer a literal route to a pattern, whatever the order', async () => {
    await on(
      'aaa-any',
      `scope.registerFrontRoute({ path: '/:slug/', handler: () => ({ kind: 'page', title: 'Any', html: '<h1>Any</h1>' }) });`,
    );
    await on(
      'zzz-named',
      `scope.registerFrontRoute({ path: '/named/', handler: () => ({ kind: 'page', title: 'Named', html: '<h1>Named</h1>' }) });`,
    );
    expect(readDom((await get('/named/')).text).headings(1)).toContain('Named');
    expect(readDom((await get('/other/')).text).headings(1)).toContain('Any');
    await off('aaa-any', 'zzz-named');
  });

  it('still load scripts with circular dependencies and report the cycle once', async () => {
    await on('circle-a', `scope.enqueueScript('ca', 'a.js', { deps: ['cb'] });`);
    expect(await errorsOf('circle-a')).toEqual([]);
    await on(
      'circle-b',
      `scope.enqueueScript('cb', 'b.js', { deps: ['ca'] }); scope.enqueueScript('self', 'self.js', { deps: ['self'] });`,
    );
    for (let i = 0; i < 4; i++) {
      const { status, text } = await get('/');
      expect(status).toBe(200);
      for (const file of ['circle-a/assets/a.js', 'circle-b/assets/b.js', 'circle-b/assets/self.js'])
        expect(text).toContain(file);
    }
    expect(await errorsOf('circle-b')).toMatchObject([
      { code: 'asset_cycle', count: 1 },
      { code: 'asset_cycle', count: 1 },
    ]);
    expect((await test.inContext(() => test.site.plugins.record('circle-b')))?.status).toBe('active');
    await off('circle-a', 'circle-b');
  });

  it('share handles between styles, scripts and plugins, each keeping its own', async () => {
    await on(
      'events',
      `scope.enqueueStyle('events', 'events.css'); scope.enqueueScript('events', 'events.js', { deps: ['slider'] }); scope.enqueueScript('slider', 'own-slider.js', { onDemand: true });`,
    );
    await on('slides', `scope.enqueueScript('slider', 'slides.js');`);
    const page = (await get('/')).text;
    for (const file of ['events/assets/events.css', 'events/assets/events.js', 'slides/assets/slides.js'])
      expect(page).toContain(file);
    expect(page.indexOf('own-slider.js')).toBeLessThan(page.indexOf('events.js'));
    expect(page.indexOf('own-slider.js')).toBeGreaterThan(0);
    await off('slides');
    const after = (await get('/')).text;
    for (const file of ['events/assets/events.css', 'events/assets/events.js', 'events/assets/own-slider.js'])
      expect(after).toContain(file);
    expect(after).not.toContain('slides.js');
    await off('events');
  });

  it('register and remove REST routes of post types on activation and deactivation', async () => {
    const statusOf = async (path: string): Promise<number> => (await get(`/wp-json/wp/v2/${path}`)).status;
    expect([await statusOf('event'), await statusOf('genre')]).toEqual([404, 404]);
    await on(
      'calendar',
      `scope.registerPostType('event', { public: true, showInRest: true, label: 'Events' }); scope.registerTaxonomy('genre', 'event', { public: true, showInRest: true });`,
    );
    expect([await statusOf('event'), await statusOf('genre'), await statusOf('posts')]).toEqual([200, 200, 200]);
    const schema = JSON.parse(await (await fetch(`${test.url}/wp-json/wp/v2/event`, { method: 'OPTIONS' })).text()) as {
      schema: { properties: object };
    };
    expect(schema.schema.properties).toHaveProperty('genre');
    await off('calendar');
    expect([await statusOf('event'), await statusOf('genre'), await statusOf('posts')]).toEqual([404, 404, 200]);
  });

  it('run new code after another process reactivated the plugin', async () => {
    const page = (version: string): string =>
      boot(
        `scope.registerFrontRoute({ path: '/version/', handler: () => ({ kind: 'page', title: 'V', html: '<p>${version}</p>' }) });`,
      );
    await activatePlugin(test, 'changing', { 'index.js': page('old code') });
    expect((await get('/version/')).text).toContain('old code');
    test.addPlugin('changing', { 'index.js': page('new code') });
    const other = await createSite(test.site.config);
    await runInContext(createContext('command'), async () => {
      await other.plugins.deactivatePlugins('changing');
      expect(await other.plugins.activatePlugin('changing')).toBeNull();
    });
    await other.close();
    expect((await get('/version/')).text).toContain('new code');
    await off('changing');
  });
});

describe('public plugin assets', () => {
  it('get served once they exist, without new handlers for unknown plugins', async () => {
    const test = await bootSite();
    try {
      expect((await fetch(`${test.url}/wp-content/plugins/later/assets/a.txt`)).status).toBe(404);
      mkdirSync(join(test.site.config.dataDir, 'plugins/later/assets'), { recursive: true });
      writeFileSync(join(test.site.config.dataDir, 'plugins/later/assets/a.txt'), 'here');
      expect(await (await fetch(`${test.url}/wp-content/plugins/later/assets/a.txt`)).text()).toBe('here');
      expect((await fetch(`${test.url}/wp-content/plugins/later/assets/..%2f..%2flater/assets/a.txt`)).status).not.toBe(
        200,
      );
      const express = jest.requireActual<{ static: (...args: unknown[]) => unknown }>('express');
      const staticSpy = jest.spyOn(express, 'static');
      for (let i = 0; i < 20; i++) await fetch(`${test.url}/wp-content/plugins/made-up-${i}/assets/a.js`);
      expect(staticSpy).not.toHaveBeenCalled();
      staticSpy.mockRestore();
    } finally {
      await test.close();
    }
  });

  it('never include files outside the assets folder', async () => {
    const test = await bootSite({ shop: true });
    try {
      for (const path of [
        '/wp-content/plugins/store/plugin.ts',
        '/wp-content/plugins/store/assets/../plugin.ts',
        '/wp-content/plugins/store/assets/%2e%2e/plugin.ts',
        '/wp-content/plugins/../package.json',
      ]) {
        const { hostname, port } = new URL(test.url);
        const status = await new Promise<number>((resolve, reject) =>
          request({ hostname, port, path }, (response) => resolve((response.resume(), response.statusCode ?? 0)))
            .on('error', reject)
            .end(),
        );
        expect([path, status >= 400]).toEqual([path, true]);
      }
    } finally {
      await test.close();
    }
  });
});
