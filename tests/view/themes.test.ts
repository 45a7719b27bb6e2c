import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks } from '../../core/hooks/index.js';
import { createI18n } from '../../core/i18n/index.js';
import { createViews, type Views } from '../../core/view/index.js';

describe('themes', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const views = (theme: string): Views =>
    createViews({ root, theme, production: false, version: '1', hooks: createHooks(), i18n: createI18n(), homeUrl: (path = '') => `https://shop.example${path}`, timeZone: () => 'UTC',
    dateFormat: () => '', layoutData: () => ({}) });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'plinth-themes-'));
    write('themes/base/theme.json', JSON.stringify({ name: 'Base', version: '1', styles: ['base.css'] }));
    write('themes/base/layouts/site.hbs', '<html><head>{{{head}}}</head><body>{{> mark}}{{{body}}}</body></html>');
    write('themes/base/partials/mark.hbs', 'base mark');
    write('themes/base/index.hbs', 'base index');
    write('themes/base/page.hbs', 'base page: {{title}}');
    write('themes/child/theme.json', JSON.stringify({ name: 'Child', version: '2', parent: 'base', styles: ['child.css'], customTemplates: [{ name: 'wide', title: 'Wide' }, { name: '../evil', title: 'No' }] }));
    write('templates/errors/error.hbs', 'host error');
    write('plugin/views/card.hbs', 'plugin card');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('a child theme changes what it wants and inherits the rest', async () => {
    write('themes/child/page.hbs', 'child page: {{title}}');
    write('themes/child/partials/mark.hbs', 'child mark');
    const child = views('child');
    expect(child.renderTheme(['page', 'index'], { title: '<b>' })).toBe('child page: &lt;b&gt;');
    expect(child.renderTheme(['single', 'index'])).toBe('base index');
    const page = await child.renderPage({ title: 'T', body: '!' });
    expect(page).toContain('child mark!');
    expect(page.indexOf('base.css')).toBeLessThan(page.indexOf('child.css'));
    expect(page.indexOf('base.css')).toBeGreaterThan(0);
  });

  it('a theme replaces a view of a plugin and of the host', () => {
    const plugin = { id: 'store', folder: join(root, 'plugin'), textDomain: 'store' };
    expect(views('child').renderPlugin(plugin, 'card')).toBe('plugin card');
    write('themes/base/plugins/store/card.hbs', 'base card');
    write('themes/base/templates/errors/error.hbs', 'themed error');
    expect(views('child').renderPlugin(plugin, 'card')).toBe('base card');
    expect(views('child').renderCore('errors/error')).toBe('themed error');
  });

  it('page templates with a path for a name are passed over', () => {
    expect(views('child').themes.flatMap((theme) => theme.customTemplates)).toEqual([{ name: 'wide', title: 'Wide' }]);
  });

  it.each([
    ['of parents that form a circle', { name: 'Base', parent: 'child' }, /circle/],
    ['that is not JSON', '{', /theme\.json cannot be read/],
  ])('a theme %s is refused by name', (_what, json, why) => {
    write('themes/base/theme.json', typeof json === 'string' ? json : JSON.stringify(json));
    expect(() => views('child')).toThrow(why);
  });

  it('a missing view says which', () => {
    expect(() => views('base').renderTheme(['nowhere'])).toThrow(/no view/);
  });
});
