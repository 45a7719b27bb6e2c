import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { inSteps, type MaybePromise, type Steps } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import { type Assets, type AssetTrouble, createAssets, printAssets, type PrintedAssets } from './assets/index.js';
import { createHostFiles } from './host-files.js';
import { type OpenPage, openPage, type Opening } from './open-page.js';
import { createPageDocuments, type PageParts } from './page-documents.js';
import { createRenderFirst, type RenderFirst } from './render-first-existing.js';
import { addStandardHelpers, type Domains, formatDate } from './standard-helpers.js';
import { createTemplates, type ViewHelper } from './templates.js';
import { DEFAULT_THEME, installedThemes, readThemes, type Theme } from './theme.js';
import { createTemplatePaths, type TemplateSource } from './template-folders.js';

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
  brandingStyle?(): MaybePromise<string>;
  /** What has to be asked for before anything else of it, as HTML; nothing where nothing was chosen. */
  brandingPreload?(): MaybePromise<string>;
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
  const troubles = createTroubles(deps.onTrouble);
  let chosen = deps.theme;
  let themes = usableThemes(folders, chosen, troubles);
  let words = wordsOf(themes, i18n);
  const places = createTemplatePaths({
    root,
    defaultTheme: join(folder, DEFAULT_THEME),
    themes: () => themes,
    plugins: () => pluginTemplates,
  });
  const assets = createAssets(deps.onAssetTrouble);
  const { templates, hostFile, render } = createSiteTemplates(deps, troubles);
  const { pageDocument, adminDocument } = createPageDocuments({
    ...deps,
    assets,
    themes: () => themes,
    language: () => i18n.language(),
    renderSite: (layouts, data) => render(layouts, data, domainsOf),
    renderAdmin: (layouts, data) => render(layouts, data, ofHost),
  });
  addPartials();

  /** What templates are found in has changed. */
  function addPartials(): void {
    places.forget();
    templates.setPartials(partialFolders(root, themes, pluginTemplates));
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
    themes = usableThemes(folders, chosen, troubles);
    words = wordsOf(themes, i18n);
    addPartials();
    const after = themes[0]?.folder;
    if (after !== before) {
      // What pages are made of is another, also for those that are kept.
      if (after !== undefined) templates.forget(after);
      deps.onTheme?.();
    }
  }

  return {
    assets,
    hostFile,
    renderCore: (view, data = {}) => render(places.ofHost(view), data, ofHost),
    renderPlugin: (plugin, view, data = {}) =>
      render(places.ofPlugin(plugin, view), data, () => [plugin.textDomain, ...words.domains]),
    locateTemplate: (names) => templates.find(places.inSite(names.map((name) => `${name}.hbs`))) ?? '',
    renderTheme: (hierarchy, data = {}, chosen) =>
      render(
        [...(chosen === undefined ? [] : [chosen]), ...places.inAllThemes(hierarchy.map((name) => `${name}.hbs`))],
        data,
        domainsOf,
      ),
    openPage: (opening) => openPage(hooks, { ...opening, language: i18n.language(), navMenu: deps.navMenu }),
    renderPage: (parts, layout = 'site') =>
      inSteps(() => pageDocument(parts, places.inAllThemes([`layouts/${layout}.hbs`]))),
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
      return troubles.list();
    },
  };
}

/** What the themes say is translated by their own catalogues, and by the host's behind them. */
function wordsOf(themes: readonly Theme[], i18n: I18n): { readonly domains: Domains; unload(): void } {
  const own = themes
    .map((theme) => ({ domain: `theme:${theme.id}`, folder: join(theme.folder, 'languages') }))
    .filter((one) => existsSync(one.folder));
  const loaded = own.map((one) => i18n.load(one.domain, one.folder));
  return {
    domains: [...own.map((one) => one.domain), 'default'],
    unload: () => loaded.reverse().forEach((unload) => unload()),
  };
}

/** The theme, or the default one when it cannot be used: whoever locked themselves out needs the site to choose another. */
function usableThemes(folders: readonly string[], id: string, troubles: Troubles): Theme[] {
  const [folder = ''] = folders;
  try {
    const found = readThemes(folders, id);
    troubles.forget(id);
    return found;
  } catch (error) {
    if (id === DEFAULT_THEME || !existsSync(join(folder, DEFAULT_THEME))) throw error;
    troubles.note(id, error);
    return readThemes(folders, DEFAULT_THEME);
  }
}

/** Where templates find their partials, the later before the earlier. */
function partialFolders(
  root: string,
  themes: readonly Theme[],
  plugins: readonly TemplateSource[],
): { folder: string; prefix?: string }[] {
  const own = [...themes].reverse().map((theme) => join(theme.folder, 'partials'));
  const ofPlugins = plugins.flatMap((plugin) =>
    [join(plugin.folder, 'partials'), ...own.map((partials) => join(partials, plugin.id))].map((partials) => ({
      folder: partials,
      prefix: `${plugin.id}/`,
    })),
  );
  return [
    ...[join(root, 'templates', 'partials'), join(root, 'themes', DEFAULT_THEME, 'partials'), ...own].map((folder) => ({
      folder,
    })),
    ...ofPlugins,
  ];
}

/** What is wrong with the theme, by the file or the theme that it is about. */
interface Troubles {
  note(place: string, error: unknown): void;
  forget(place: string): void;
  list(): readonly string[];
}

function createTroubles(onTrouble?: (trouble: string) => void): Troubles {
  const troubles = new Map<string, string>();
  return {
    note(place, error) {
      const { message } = error as Error;
      if (troubles.get(place) === message) return;
      troubles.set(place, message);
      onTrouble?.(message);
    },
    forget: (place) => void troubles.delete(place),
    list: () => [...troubles.values()],
  };
}

/** The templates of a site with the standard helpers, and what renders them. */
function createSiteTemplates(
  deps: ViewDeps,
  troubles: Troubles,
): Pick<Views, 'hostFile'> & { templates: ReturnType<typeof createTemplates>; render: RenderFirst } {
  const { root, i18n } = deps;
  const templates = createTemplates({ watch: !deps.production, onTrouble: troubles.note });
  const hostFile = createHostFiles({ root, version: deps.version, address: deps.homeUrl });
  addStandardHelpers(
    { addHelper: (name, helper) => templates.addHelper(name, helper, true) },
    i18n,
    { homeUrl: deps.homeUrl, hostFile },
    deps,
  );
  const render = createRenderFirst({
    templates,
    language: () => i18n.language(),
    onRendered: troubles.forget,
    onFailed: troubles.note,
  });
  return { templates, hostFile, render };
}
