import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHooks } from '../../core/hooks/index.js';
import { createI18n } from '../../core/i18n/index.js';
import { createViews, type Views } from '../../core/view/index.js';

describe('theme rendering', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const views = (theme: string, onError: (error: string) => void = () => undefined, i18n = createI18n()): Views =>
    createViews({
      root,
      theme,
      onThemeError: onError,
      production: false,
      version: '1',
      hooks: createHooks(),
      i18n,
      homeUrl: (path = '') => `https://shop.example${path}`,
      navMenu: async () => '',
      timeZone: () => 'UTC',
      dateFormat: () => '',
      layoutData: async () => ({}),
    });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'plinth-themes-'));
    write('themes/base/theme.json', JSON.stringify({ name: 'Base', version: '1', styles: ['base.css'] }));
    write('themes/base/layouts/site.hbs', '<html><head>{{{head}}}</head><body>{{> mark}}{{{body}}}</body></html>');
    write('themes/base/partials/mark.hbs', 'base mark');
    write('themes/base/index.hbs', 'base index');
    write('themes/base/page.hbs', 'base page: {{title}}');
    write(
      'themes/child/theme.json',
      JSON.stringify({
        name: 'Child',
        version: '2',
        parent: 'base',
        styles: ['child.css'],
        customTemplates: [
          { name: 'wide', title: 'Wide' },
          { name: '../evil', title: 'No' },
        ],
      }),
    );
    write('templates/errors/error.hbs', 'host error');
    write('plugin/views/card.hbs', 'plugin card');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('resolves helpers while registered and root data inside partials', () => {
    write('themes/base/page.hbs', '{{#if title}}{{{shout title}}}{{/if}}{{> root}}');
    write('themes/base/index.hbs', 'none');
    write('themes/base/partials/root.hbs', '{{#each list}}{{@root.title}}{{.}}{{/each}}');
    const base = views('base');
    expect(base.renderTheme(['index'])).toBe('none');
    const removeHelper = base.addHelper('shout', (text: string) => `${text}!`);
    expect(base.renderTheme(['page'], { title: 'A', list: [1, 2] })).toBe('A!A1A2');
    removeHelper();
    expect(base.renderTheme(['index'])).toBe('none');
    expect(base.renderTheme(['page', 'index'], { title: 'A' })).toBe('none');
    base.addHelper('shout', (text: string) => `${text}?`);
    expect(base.renderTheme(['page'], { title: 'B', list: [] })).toBe('B?');
  });

  it('lets a child theme override templates and inherit the rest', async () => {
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

  it('lets a theme override views of plugins and of the core', () => {
    const plugin = { id: 'store', folder: join(root, 'plugin'), textDomain: 'store' };
    expect(views('child').renderPlugin(plugin, 'card')).toBe('plugin card');
    write('themes/base/plugins/store/card.hbs', 'base card');
    write('themes/base/templates/errors/error.hbs', 'themed error');
    expect(views('child').renderPlugin(plugin, 'card')).toBe('base card');
    expect(views('child').renderCore('errors/error')).toBe('themed error');
  });

  describe('template translation', () => {
    const po = (texts: Readonly<Record<string, string>>): string =>
      `msgid ""\nmsgstr ""\n"Language: pl_PL\\n"\n${Object.entries(texts)
        .map(([text, translation]) => `\nmsgid "${text}"\nmsgstr "${translation}"\n`)
        .join('')}`;
    const template = '{{__ "Tea"}} {{__ "Milk"}} {{__ "Sugar"}} {{__ "Salt"}}';
    const speak = (): Views => {
      const i18n = createI18n();
      write('words/pl_PL.po', po({ Tea: 'herbata hosta', Milk: 'mleko hosta', Sugar: 'cukier hosta' }));
      write('plugin/languages/store-pl_PL.po', po({ Tea: 'herbata wtyczki' }));
      i18n.load('default', join(root, 'words'));
      i18n.load('store', join(root, 'plugin/languages'));
      i18n.setDefault('pl_PL');
      return views('child', undefined, i18n);
    };
    beforeEach(() => {
      write('themes/base/languages/base-pl_PL.po', po({ Milk: 'mleko motywu', Sugar: 'cukier motywu' }));
      write('themes/child/languages/child-pl_PL.po', po({ Sugar: 'cukier dziecka' }));
    });

    it('uses translations of the theme, then its parent, then the core', () => {
      write('themes/base/single.hbs', template);
      expect(speak().renderTheme(['single'])).toBe('herbata hosta mleko motywu cukier dziecka Salt');
    });

    it('uses a plugin’s translations first in its templates and views', () => {
      write('plugin/templates/single-tea.hbs', template);
      write('plugin/views/card.hbs', template);
      const themeViews = speak();
      const plugin = { id: 'store', folder: join(root, 'plugin'), textDomain: 'store' };
      themeViews.addPluginTemplates(plugin);
      const expected = 'herbata wtyczki mleko motywu cukier dziecka Salt';
      expect(themeViews.renderTheme(['single-tea', 'index'])).toBe(expected);
      expect(themeViews.renderPlugin(plugin, 'card')).toBe(expected);
    });

    it('leaves core views untranslated by the theme and ends with it', () => {
      write('templates/errors/error.hbs', template);
      write('themes/other/theme.json', '{}');
      write('themes/other/single.hbs', template);
      const themeViews = speak();
      expect(themeViews.renderCore('errors/error')).toBe('herbata hosta mleko hosta cukier hosta Salt');
      themeViews.setTheme('other');
      expect(themeViews.renderTheme(['single'])).toBe('herbata hosta mleko hosta cukier hosta Salt');
    });
  });

  it('ignores page templates whose name contains a path', () => {
    expect(views('child').themes.flatMap((theme) => theme.customTemplates)).toEqual([{ name: 'wide', title: 'Wide' }]);
  });

  it.each([
    ['whose parents form a cycle', { name: 'Base', parent: 'child' }, /circle/],
    ['whose theme.json is not JSON', '{', /theme\.json cannot be read/],
  ])('rejects a theme %s', (_what, json, why) => {
    write('themes/base/theme.json', typeof json === 'string' ? json : JSON.stringify(json));
    expect(() => views('child')).toThrow(why);
  });

  describe('fallback to the default theme', () => {
    let reported: string[];
    beforeEach(() => {
      reported = [];
      write('themes/default/theme.json', JSON.stringify({ name: 'Default', version: '1', styles: ['default.css'] }));
      write('themes/default/layouts/site.hbs', 'default layout {{{head}}} {{{body}}}');
      write('themes/default/index.hbs', 'default index');
      write('themes/default/page.hbs', 'default page: {{title}}');
    });
    const report = (error: string): void => void reported.push(error);

    it.each([
      ['is missing', 'nosuch', undefined],
      ['has an invalid theme.json', 'base', '{'],
      ['has a missing parent', 'base', '{"name":"Base","parent":"gone"}'],
    ])('replaces a theme that %s and reports it once', (_how, id, json) => {
      if (json !== undefined) write('themes/base/theme.json', json);
      const themeViews = views(id, report);
      expect(themeViews.renderTheme(['page'], { title: 'T' })).toBe('default page: T');
      expect(themeViews.renderTheme(['index'])).toBe('default index');
      expect(reported).toHaveLength(1);
      expect(themeViews.themeErrors).toEqual(reported);
      expect(() => themeViews.assertTheme(id)).toThrow(/cannot be used/);
    });

    it('replaces a failing template by the next candidate until it is fixed', async () => {
      write('themes/child/page.hbs', '{{#if}}');
      write('themes/child/layouts/site.hbs', '{{nosuch "helper"}}');
      const child = views('child', report);
      expect(child.renderTheme(['page', 'index'], { title: 'T' })).toBe('base page: T');
      write('themes/base/page.hbs', '{{/each}}');
      write('themes/base/index.hbs', '{{/each}}');
      expect(child.renderTheme(['page', 'index'], { title: 'T' })).toBe('default page: T');
      expect(await child.renderPage({ title: 'T', body: '!' })).toContain('base mark!');
      expect(reported).toHaveLength(4);
      child.renderTheme(['page', 'index']);
      expect(reported).toHaveLength(4);
      write('themes/child/page.hbs', 'mended longer: {{title}}');
      utimesSync(join(root, 'themes/child/page.hbs'), 1, 1);
      expect(child.renderTheme(['page', 'index'], { title: 'T' })).toBe('mended longer: T');
      expect(child.themeErrors).toHaveLength(3);
    });

    it('replaces a failing partial by the parent’s or default theme’s and reports it', () => {
      write('themes/default/partials/meta.hbs', 'default meta');
      write('themes/base/partials/meta.hbs', '{{#if}}');
      write('themes/child/partials/meta.hbs', '{{nosuch "helper"}}');
      write('themes/child/page.hbs', '{{title}}, {{> meta}}');
      const child = views('child', report);
      expect(child.renderTheme(['page'], { title: 'T' })).toBe('T, default meta');
      expect(reported).toHaveLength(2);
      expect(child.themeErrors).toEqual(reported);
    });
  });

  it('throws an error for a missing view', () => {
    expect(() => views('base').renderTheme(['nowhere'])).toThrow(/The view .*nowhere.* was not found/);
  });
});
