import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { inSteps, type MaybePromise, type PageDocument, PlinthError, ready, type Steps } from '../api/index.js';
import { currentContext } from '../context/index.js';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import {
  type Asset,
  type Assets,
  type AssetTrouble,
  createAssets,
  inlineStyleTag,
  nonceNow,
  printAssets,
  type PrintedAssets,
} from './assets/index.js';
import { headOf, scriptsOf } from './document.js';
import { createHostFiles } from './host-files.js';
import { type OpenPage, openPage, type Opening } from './open-page.js';
import { addStandardHelpers, type Domains, formatDate } from './standard-helpers.js';
import { createTemplates, type ViewHelper } from './templates.js';
import { DEFAULT_THEME, installedThemes, readThemes, type Theme } from './theme.js';

/** What is known about the page around the content. */
export interface PageParts extends PageDocument {
  /** The finished content. */
  readonly body: string;
  readonly bodyClass?: readonly string[];
  /** The page, when it was opened before its content was made. */
  readonly opened?: OpenPage;
  /** Data of the layout and its partials. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The templates, themes and assets of one site. */
export interface Views {
  readonly assets: Assets;
  /** The address of a script or a style of the host by its path on the site, which changes with the file. */
  hostFile(path: string): string;
  /** Renders one of the host's views (`templates/<view>.hbs`), or a theme's override of it. */
  renderCore(view: string, data?: object): string;
  /** Renders a plugin's view (`views/<view>.hbs`), or a theme's override of it (`plugins/<id>/<view>.hbs`). */
  renderPlugin(plugin: TemplateSource, view: string, data?: object): string;
  /** The file of the first of these templates that the theme has; empty when it has none (`locate_template`). */
  locateTemplate(names: readonly string[]): string;
  /**
   * Renders the first template of the theme hierarchy that exists: `['page-about', 'page', 'index']`.
   * @param chosen a file to take instead; the others stand in when it fails
   */
  renderTheme(hierarchy: readonly string[], data?: object, chosen?: string): string;
  /** Opens a page of the site before its content is made. */
  openPage(opening: Omit<Opening, 'language' | 'navMenu'>): Steps<OpenPage>;
  /** Puts content into a layout of the theme and completes the document. */
  renderPage(parts: PageParts, layout?: string): MaybePromise<string>;
  /** The scripts and styles of the sign-in, which has a layout of its own. */
  loginAssets(): MaybePromise<PrintedAssets>;
  /** Puts a screen into the admin's layout. */
  renderAdminPage(parts: PageParts, layout?: string): MaybePromise<string>;
  /** A UTC time as a day, as the helper `date` writes long ones. */
  longDate(time: string): string;
  /** @throws PlinthError `helper_taken` */
  addHelper(name: string, helper: ViewHelper): () => void;
  /** Has a plugin's `templates/` stand behind the theme's, and its `partials/` at hand as `<id>/<name>`, which a theme may have of its own. */
  addPluginTemplates(plugin: TemplateSource): () => void;
  /** Looks for themes in one more folder. */
  addThemeFolder(folder: string): () => void;
  /** Where themes are looked for; of two with one name the earlier folder's counts. */
  themeFolders(): readonly string[];
  /** Reads the views of a folder anew, which was replaced. */
  forgetFiles(folder: string): void;
  /** Changes with the templates, for those who keep pages. */
  revision(): number;
  /** The active theme and those it builds on. */
  readonly themes: readonly Theme[];
  /** Wears another theme, or the default one for as long as it cannot be read. */
  setTheme(id: string): void;
  /** Every theme that can be chosen. */
  installedThemes(): readonly Theme[];
  /**
   * Whether a theme of that name, and those it builds on, can be read.
   * @throws PlinthError `theme_invalid`
   */
  assertTheme(id: string): void;
  /** What is wrong with the active theme, so that the default theme stands in for it. */
  readonly troubles: readonly string[];
}

/** A plugin whose templates stand behind the theme's. */
interface TemplateSource {
  readonly id: string;
  readonly folder: string;
  readonly textDomain: string;
}

interface ViewDeps {
  root: string;
  /** Where the owner's own themes are, besides those that came with Plinth. */
  ownThemes?: string;
  theme: string;
  production: boolean;
  version: string;
  hooks: Hooks;
  i18n: I18n;
  homeUrl(path?: string): string;
  /** The zone in which times are shown: a name, or an offset such as `+02:00`. */
  timeZone(): string;
  /** How the owner wants dates to be written, in the letters of PHP's `date()`. */
  dateFormat(): string;
  /** The owner's menu at a place of the theme as HTML; empty where there is none. */
  navMenu(location: string): MaybePromise<string>;
  /** The style sheet of what the owner chose of the look; nothing where nothing was. */
  lookStyle?(): MaybePromise<string>;
  /** What has to be asked for before anything else of it, as HTML; nothing where nothing was chosen. */
  lookPreload?(): MaybePromise<string>;
  /** Data every layout gets: site name, the user. */
  layoutData(): MaybePromise<Record<string, unknown>>;
  onAssetTrouble?: AssetTrouble;
  /** Hears of another theme on the pages: another was chosen, or a folder with it came or went. */
  onTheme?(): void;
  /** Hears once of each trouble with the active theme. */
  onTrouble?(trouble: string): void;
}

export function createViews(deps: ViewDeps): Views {
  const { root, hooks, i18n } = deps;
  const folder = join(root, 'themes');
  let folders: readonly string[] = [folder, ...(deps.ownThemes === undefined ? [] : [deps.ownThemes])];
  let pluginTemplates: readonly TemplateSource[] = [];
  /** By the file they are in. */
  const troubles = new Map<string, string>();
  let chosen = deps.theme;
  let themes = usable(chosen);
  let words = wordsOfThemes();
  /** Where a view may be, in order, by what was asked for; until the themes or the templates of plugins are others. */
  const places = new Map<string, readonly string[]>();
  const assets = createAssets(deps.onAssetTrouble);
  const templates = createTemplates({ watch: !deps.production, onTrouble: note });
  const hostFile = createHostFiles({ root, version: deps.version, address: deps.homeUrl });
  addStandardHelpers(
    { addHelper: (name, helper) => templates.addHelper(name, helper, true) },
    i18n,
    { homeUrl: deps.homeUrl, hostFile },
    deps,
  );
  addPartials();

  /** The theme, or the default one when it cannot be used: whoever locked themselves out needs the site to choose another. */
  function usable(id: string): Theme[] {
    try {
      const found = readThemes(folders, id);
      troubles.delete(id);
      return found;
    } catch (error) {
      if (id === DEFAULT_THEME || !existsSync(join(folder, DEFAULT_THEME))) throw error;
      note(id, error);
      return readThemes(folders, DEFAULT_THEME);
    }
  }

  function note(place: string, error: unknown): void {
    const { message } = error as Error;
    if (troubles.get(place) === message) return;
    troubles.set(place, message);
    deps.onTrouble?.(message);
  }

  /** What templates are found in has changed. */
  function addPartials(): void {
    places.clear();
    const own = [...themes].reverse().map((theme) => join(theme.folder, 'partials'));
    const ofPlugins = pluginTemplates.flatMap((plugin) =>
      [join(plugin.folder, 'partials'), ...own.map((partials) => join(partials, plugin.id))].map((partials) => ({
        folder: partials,
        prefix: `${plugin.id}/`,
      })),
    );
    templates.setPartials([
      ...[join(root, 'templates', 'partials'), join(folder, DEFAULT_THEME, 'partials'), ...own].map((partials) => ({
        folder: partials,
      })),
      ...ofPlugins,
    ]);
  }

  /** What the themes say is translated by their own catalogues, and by the host's behind them. */
  function wordsOfThemes(): { readonly domains: Domains; unload(): void } {
    const own = themes
      .map((theme) => ({ domain: `theme:${theme.id}`, folder: join(theme.folder, 'languages') }))
      .filter((one) => existsSync(one.folder));
    const loaded = own.map((one) => i18n.load(one.domain, one.folder));
    return {
      domains: [...own.map((one) => one.domain), 'default'],
      unload: () => loaded.reverse().forEach((unload) => unload()),
    };
  }

  /** A plugin's template speaks with the plugin's words first. */
  function domainsOf(file: string): Domains {
    const plugin = pluginTemplates.find((one) => file.startsWith(join(one.folder, 'templates', sep)));
    return plugin === undefined ? words.domains : [plugin.textDomain, ...words.domains];
  }

  /** A theme's own form of a host's view speaks with the theme's words. */
  function ofHost(file: string): Domains {
    return file.startsWith(join(root, 'templates', sep)) ? ['default'] : words.domains;
  }

  /** Wears the chosen theme, or the default one for as long as that is not there. */
  function dress(): void {
    const before = themes[0]?.folder;
    words.unload();
    themes = usable(chosen);
    words = wordsOfThemes();
    addPartials();
    const after = themes[0]?.folder;
    if (after !== before) {
      // What pages are made of is another, also for those that are kept.
      if (after !== undefined) templates.forget(after);
      deps.onTheme?.();
    }
  }

  function placesOf(key: string, find: () => readonly string[]): readonly string[] {
    let found = places.get(key);
    if (!found) places.set(key, (found = find()));
    return found;
  }

  function inThemes(...path: string[]): string[] {
    return themes.map((theme) => join(theme.folder, ...path));
  }

  /** As {@link inThemes} for several names, and behind them the default theme's, which stand in for a template that fails. */
  function inAllThemes(names: readonly string[]): readonly string[] {
    return placesOf(`theme:${names.join('|')}`, () => [
      ...names.flatMap((name) => [...inThemes(name), ...inPlugins(name)]),
      ...names.map((name) => join(folder, DEFAULT_THEME, name)),
    ]);
  }

  /** A plugin's template for its own kind of content goes before the theme's for any. */
  function inPlugins(name: string): string[] {
    return pluginTemplates.map((plugin) => join(plugin.folder, 'templates', name));
  }

  /** Renders the first of the files that there is, and when that fails the next: a broken template costs its look, not the page. */
  function render(candidates: readonly string[], data: object, domains: (file: string) => Domains): string {
    const file = templates.find(candidates);
    if (file === undefined) {
      throw new PlinthError('view_missing', `There is no view ${candidates.at(-1) ?? ''}.`, {
        cure: 'Create it, or correct its name.',
      });
    }
    try {
      const text = templates.render(file, data, {
        domains: domains(file),
        cspNonce: currentContext()?.memo.get('cspNonce') ?? '',
        language: i18n.language(),
      });
      troubles.delete(file);
      return text;
    } catch (error) {
      const others = candidates.slice(candidates.indexOf(file) + 1);
      if (templates.find(others) === undefined) throw error;
      note(file, error);
      return render(others, data, domains);
    }
  }

  /** What the theme itself puts on every page; a parent's comes first. */
  function themeAssets(kind: 'style' | 'script'): Asset[] {
    return [...themes].reverse().flatMap((theme) =>
      (kind === 'style' ? theme.styles : theme.scripts).map((file) => ({
        handle: `theme-${theme.id}-${file.replace(/\.\w+$/, '')}`,
        kind,
        src: deps.homeUrl(`/wp-content/themes/${theme.id}/assets/${file}?ver=${theme.version}`),
        owner: '',
        options: {},
      })),
    );
  }

  /** The document of a page, when all of it is made. */
  function* pageDocument(parts: PageParts, layouts: readonly string[]): Steps<string> {
    const opened =
      parts.opened ??
      (yield* openPage(hooks, { language: i18n.language(), navMenu: deps.navMenu, bodyClass: parts.bodyClass ?? [] }));
    const { body, bodyClass: _classes, opened: _opened, data, ...given } = parts;
    const document = yield* ready(hooks.applyFilters<PageDocument, 'plinth/document'>('plinth/document', given));
    const footer = [scriptsOf(document)];
    yield* ready(hooks.doAction('get_footer', null, []));
    const footerMenu = yield* ready(deps.navMenu('footer'));
    yield* ready(hooks.doAction('wp_footer', footer));
    const carried = yield* printAssets(hooks, assets, 'front', themeAssets);
    if (carried.footer !== '') footer.push(carried.footer);
    yield* ready(hooks.doAction('wp_print_footer_scripts', footer));
    const look = deps.lookStyle ? yield* ready(deps.lookStyle()) : '';
    const preload = deps.lookPreload ? yield* ready(deps.lookPreload()) : '';
    const head = [
      ...(preload === '' ? [] : [preload]),
      headOf(document, carried.head),
      ...(look === '' ? [] : [inlineStyleTag(look, 'plinth-look', nonceNow())]),
      ...opened.head,
    ];
    return render(
      layouts,
      {
        ...(yield* ready(deps.layoutData())),
        ...data,
        title: document.title,
        body,
        ownMenu: opened.menu,
        // Where the owner has made a menu, plugins add to that by the same hook in WordPress's form.
        menu: opened.menu === '' ? yield* ready(hooks.applyFilters('wp_nav_menu_items', [])) : [],
        ownFooterMenu: footerMenu,
        footerMenu: yield* ready(hooks.applyFilters('wp_nav_menu_footer_items', [])),
        tools: yield* ready(hooks.applyFilters('plinth/header_tools', [])),
        footerHtml: yield* ready(hooks.applyFilters('plinth/footer_html', '', data?.enclosed === true)),
        languageAttributes: opened.languageAttributes,
        bodyClass: opened.bodyClass.join(' '),
        bodyOpen: opened.bodyOpen.join('\n'),
        head: head.join('\n'),
        footer: footer.join('\n'),
      },
      domainsOf,
    );
  }

  /** A screen of the admin, which has asked its own hooks already. */
  function* adminDocument(parts: PageParts, layouts: readonly string[]): Steps<string> {
    const carried = yield* printAssets(hooks, assets, 'admin');
    const head = headOf(parts, carried.head);
    const data = {
      ...(yield* ready(deps.layoutData())),
      ...parts.data,
      title: parts.title,
      body: parts.body,
      bodyClass: (parts.bodyClass ?? []).join(' '),
    };
    return render(layouts, { ...data, head, footer: [scriptsOf(parts), carried.footer].join('\n') }, ofHost);
  }

  return {
    assets,
    hostFile,
    renderCore: (view, data = {}) =>
      render(
        placesOf(`host:${view}`, () => [
          ...inThemes('templates', `${view}.hbs`),
          join(root, 'templates', `${view}.hbs`),
        ]),
        data,
        ofHost,
      ),
    renderPlugin: (plugin, view, data = {}) =>
      render(
        placesOf(`plugin:${plugin.folder}:${plugin.id}:${view}`, () => [
          ...inThemes('plugins', plugin.id, `${view}.hbs`),
          join(plugin.folder, 'views', `${view}.hbs`),
        ]),
        data,
        () => [plugin.textDomain, ...words.domains],
      ),
    locateTemplate: (names) =>
      templates.find(
        placesOf(`located:${names.join('|')}`, () =>
          names.flatMap((name) => [...inThemes(`${name}.hbs`), ...inPlugins(`${name}.hbs`)]),
        ),
      ) ?? '',
    renderTheme: (hierarchy, data = {}, chosen) =>
      render(
        [...(chosen === undefined ? [] : [chosen]), ...inAllThemes(hierarchy.map((name) => `${name}.hbs`))],
        data,
        domainsOf,
      ),
    openPage: (opening) => openPage(hooks, { ...opening, language: i18n.language(), navMenu: deps.navMenu }),
    renderPage: (parts, layout = 'site') => inSteps(() => pageDocument(parts, inAllThemes([`layouts/${layout}.hbs`]))),
    renderAdminPage: (parts, layout = 'layout') =>
      inSteps(() => adminDocument(parts, [join(root, 'templates', 'admin', `${layout}.hbs`)])),
    loginAssets: () => inSteps(() => printAssets(hooks, assets, 'login')),
    longDate: (time) => formatDate(time, 'long', i18n.locale(), deps.timeZone(), deps.dateFormat()),
    addHelper: (name, helper) => templates.addHelper(name, helper),
    forgetFiles(changed) {
      templates.forget(changed);
      // Its name, places, styles and words are read anew too.
      if (themes.some((theme) => theme.folder === changed)) dress();
    },
    revision: templates.revision,
    get themes() {
      return themes;
    },
    setTheme(id) {
      if (id === chosen) return;
      chosen = id;
      dress();
    },
    addPluginTemplates(plugin) {
      if (!existsSync(join(plugin.folder, 'templates')) && !existsSync(join(plugin.folder, 'partials')))
        return () => undefined;
      pluginTemplates = [...pluginTemplates, plugin];
      addPartials();
      return () => {
        pluginTemplates = pluginTemplates.filter((other) => other !== plugin);
        addPartials();
      };
    },
    addThemeFolder(more) {
      folders = [...folders, more];
      dress();
      return () => {
        folders = folders.filter((known) => known !== more);
        dress();
      };
    },
    themeFolders: () => folders,
    installedThemes: () => installedThemes(folders),
    assertTheme: (id) => void readThemes(folders, id),
    get troubles() {
      return [...troubles.values()];
    },
  };
}
