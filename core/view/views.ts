import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import { type Assets, type AssetErrorHandler, createAssets, printAssets, type PrintedAssets } from './assets/index.js';
import { createHostFiles } from './host-files.js';
import { type OpenPage, openPage, type PageMetadata } from './open-page.js';
import { createPageDocuments, type PageParts } from './page-documents.js';
import { createRenderFirst, type RenderFirst } from './render-first-existing.js';
import { addStandardHelpers, type Domains, formatDate } from './standard-helpers.js';
import { createTemplates, type ViewHelper } from './templates.js';
import { DEFAULT_THEME, installedThemes, readThemes, type Theme } from './theme.js';
import { createTemplatePaths, type TemplateSource } from './template-folders.js';

/** The templates, themes and assets of one site. */
export interface Views {
  readonly assets: Assets;
  /** Returns the URL of a script or stylesheet of the host by its path on the site; the URL changes with the file. */
  hostFile(path: string): string;
  /** Renders one of the host's views (`templates/<view>.hbs`), or a theme's override of it. */
  renderCore(view: string, data?: object): string;
  /** Renders a plugin's view (`views/<view>.hbs`), or a theme's override of it (`plugins/<id>/<view>.hbs`). */
  renderPlugin(plugin: TemplateSource, view: string, data?: object): string;
  /**
   * Returns the file of the first of these templates that the theme has; empty when it has none (`locate_template`).
   */
  locateTemplate(names: readonly string[]): string;
  /**
   * Renders the first template of the theme hierarchy that exists: `['page-about', 'page', 'index']`.
   * @param templateFile a file to use instead; the others are fallbacks when it fails
   */
  renderTheme(hierarchy: readonly string[], data?: object, templateFile?: string): string;
  /** Opens a page of the site before its content is made. */
  openPage(opening: Omit<PageMetadata, 'language' | 'navMenu'>): Promise<OpenPage>;
  /** Renders content in a layout of the theme and completes the document. */
  renderPage(parts: PageParts, layout?: string): Promise<string>;
  /** Returns the scripts and styles of the login page, which has its own layout. */
  loginAssets(): Promise<PrintedAssets>;
  /** Renders a screen in the admin's layout. */
  renderAdminPage(parts: PageParts, layout?: string): Promise<string>;
  /** Formats a UTC time as a date, like long dates of the helper `date`. */
  longDate(time: string): string;
  /** @throws PlinthError `helper_exists` */
  addHelper(name: string, helper: ViewHelper): () => void;
  /**
   * Adds a plugin's `templates/` after the theme's, and its `partials/` as `<id>/<name>`, which a theme may override.
   */
  addPluginTemplates(plugin: TemplateSource): () => void;
  /** Adds a folder in which themes are searched for. */
  addThemeFolder(folder: string): () => void;
  /** Returns the folders of themes; of two with the same name, the one in the earlier folder is used. */
  themeFolders(): readonly string[];
  /** Reloads the views of a folder that was replaced. */
  reloadFiles(folder: string): void;
  /** Returns a number that changes with the templates, for page caches. */
  revision(): number;
  /** The active theme and its parents. */
  readonly themes: readonly Theme[];
  /** Activates another theme, or the default one while that cannot be read. */
  setTheme(id: string): void;
  /** Returns every available theme. */
  installedThemes(): readonly Theme[];
  /**
   * Checks that a theme and its parents can be read.
   * @throws PlinthError `theme_invalid`
   */
  assertTheme(id: string): void;
  /** Errors of the active theme, because of which the default theme is used. */
  readonly themeErrors: readonly string[];
}

interface ViewDeps {
  root: string;
  /** Folder of the owner's themes, in addition to those that ship with Plinth. */
  ownThemes?: string;
  theme: string;
  production: boolean;
  version: string;
  hooks: Hooks;
  i18n: I18n;
  homeUrl(path?: string): string;
  /** The time zone in which times are shown: a name, or an offset such as `+02:00`. */
  timeZone(): string;
  /** The owner's date format, in the letters of PHP's `date()`. */
  dateFormat(): string;
  /** The owner's menu at a location of the theme as HTML; empty when there is none. */
  navMenu(location: string): Promise<string>;
  /** The stylesheet of the owner's branding; empty without branding. */
  brandingStyle?(): Promise<string>;
  /** Preload tags of the branding as HTML; empty without branding. */
  brandingPreload?(): Promise<string>;
  /** Data for every layout: site name, the user. */
  layoutData(): Promise<Record<string, unknown>>;
  onAssetError?: AssetErrorHandler;
  /** Called when the theme of the pages changes: another was activated, or its folder was added or removed. */
  onThemeChange?(): void;
  /** Called once for each error of the active theme. */
  onThemeError?(message: string): void;
}

export function createViews(deps: ViewDeps): Views {
  const { root, hooks, i18n } = deps;
  const bundledThemes = join(root, 'themes');
  let folders: readonly string[] = [bundledThemes, ...(deps.ownThemes === undefined ? [] : [deps.ownThemes])];
  let pluginTemplates: readonly TemplateSource[] = [];
  const themeErrorList = createThemeErrors(deps.onThemeError);
  let selectedThemeId = deps.theme;
  let themes = loadThemes(folders, selectedThemeId, themeErrorList);
  let translations = loadTranslations(themes, i18n);
  const templatePaths = createTemplatePaths({
    root,
    defaultTheme: join(bundledThemes, DEFAULT_THEME),
    themes: () => themes,
    plugins: () => pluginTemplates,
  });
  const assets = createAssets(deps.onAssetError);
  const { templates, hostFile, render } = createSiteTemplates(deps, themeErrorList);
  const { pageDocument, adminDocument } = createPageDocuments({
    ...deps,
    assets,
    themes: () => themes,
    language: () => i18n.language(),
    renderSite: (layouts, data) => render(layouts, data, domainsOf),
    renderAdmin: (layouts, data) => render(layouts, data, hostDomainsOf),
  });
  addPartials();

  /** Updates the partials after the folders of templates have changed. */
  function addPartials(): void {
    templatePaths.clear();
    templates.setPartials(partialFolders(root, themes, pluginTemplates));
  }

  /** Returns the text domains of a site's template; a plugin's template uses the plugin's translations first. */
  function domainsOf(file: string): Domains {
    const plugin = pluginTemplates.find((pluginTemplate) =>
      file.startsWith(join(pluginTemplate.folder, 'templates', sep)),
    );
    return plugin === undefined ? translations.domains : [plugin.textDomain, ...translations.domains];
  }

  /** Returns the text domains of a host's view; a theme's override uses the theme's translations. */
  function hostDomainsOf(file: string): Domains {
    return file.startsWith(join(root, 'templates', sep)) ? ['default'] : translations.domains;
  }

  /** Activates the selected theme, or the default one while that does not exist. */
  function applyTheme(): void {
    const before = themes[0]?.folder;
    translations.unload();
    themes = loadThemes(folders, selectedThemeId, themeErrorList);
    translations = loadTranslations(themes, i18n);
    addPartials();
    const after = themes[0]?.folder;
    if (after !== before) {
      // The templates have changed, which also concerns page caches.
      if (after !== undefined) templates.reload(after);
      deps.onThemeChange?.();
    }
  }

  return {
    assets,
    hostFile,
    renderCore: (view, data = {}) => render(templatePaths.forHost(view), data, hostDomainsOf),
    renderPlugin: (plugin, view, data = {}) =>
      render(templatePaths.forPlugin(plugin, view), data, () => [plugin.textDomain, ...translations.domains]),
    locateTemplate: (names) => templates.find(templatePaths.forSite(names.map((name) => `${name}.hbs`))) ?? '',
    renderTheme: (hierarchy, data = {}, templateFile) =>
      render(
        [
          ...(templateFile === undefined ? [] : [templateFile]),
          ...templatePaths.forSiteWithFallback(hierarchy.map((name) => `${name}.hbs`)),
        ],
        data,
        domainsOf,
      ),
    openPage: (opening) => openPage(hooks, { ...opening, language: i18n.language(), navMenu: deps.navMenu }),
    renderPage: (parts, layout = 'site') =>
      pageDocument(parts, templatePaths.forSiteWithFallback([`layouts/${layout}.hbs`])),
    renderAdminPage: (parts, layout = 'layout') =>
      adminDocument(parts, [join(root, 'templates', 'admin', `${layout}.hbs`)]),
    loginAssets: () => printAssets(hooks, assets, 'login'),
    longDate: (time) => formatDate(time, 'long', i18n.locale(), deps.timeZone(), deps.dateFormat()),
    addHelper: (name, helper) => templates.addHelper(name, helper),
    reloadFiles(changed) {
      templates.reload(changed);
      // The theme's name, locations, styles and translations are read again too.
      if (themes.some((theme) => theme.folder === changed)) applyTheme();
    },
    revision: templates.revision,
    get themes() {
      return themes;
    },
    setTheme(id) {
      if (id === selectedThemeId) return;
      selectedThemeId = id;
      applyTheme();
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
    addThemeFolder(addedFolder) {
      folders = [...folders, addedFolder];
      applyTheme();
      return () => {
        folders = folders.filter((known) => known !== addedFolder);
        applyTheme();
      };
    },
    themeFolders: () => folders,
    installedThemes: () => installedThemes(folders),
    assertTheme: (id) => void readThemes(folders, id),
    get themeErrors() {
      return themeErrorList.list();
    },
  };
}

/** Loads the themes' own translations; the host's are the fallback. */
function loadTranslations(themes: readonly Theme[], i18n: I18n): { readonly domains: Domains; unload(): void } {
  const catalogs = themes
    .map((theme) => ({ domain: `theme:${theme.id}`, folder: join(theme.folder, 'languages') }))
    .filter((source) => existsSync(source.folder));
  const loaded = catalogs.map((catalog) => i18n.load(catalog.domain, catalog.folder));
  return {
    domains: [...catalogs.map((catalog) => catalog.domain), 'default'],
    unload: () => loaded.reverse().forEach((unload) => unload()),
  };
}

/** Returns the theme, or the default one if it cannot be used: the owner needs a working site to select another. */
function loadThemes(folders: readonly string[], id: string, themeErrorList: ThemeErrors): Theme[] {
  const [folder = ''] = folders;
  try {
    const found = readThemes(folders, id);
    themeErrorList.clear(id);
    return found;
  } catch (error) {
    if (id === DEFAULT_THEME || !existsSync(join(folder, DEFAULT_THEME))) throw error;
    themeErrorList.note(id, error);
    return readThemes(folders, DEFAULT_THEME);
  }
}

/** Returns the folders of partials; later ones take precedence. */
function partialFolders(
  root: string,
  themes: readonly Theme[],
  plugins: readonly TemplateSource[],
): { folder: string; prefix?: string }[] {
  const themePartialFolders = [...themes].reverse().map((theme) => join(theme.folder, 'partials'));
  const pluginPartialFolders = plugins.flatMap((plugin) =>
    [join(plugin.folder, 'partials'), ...themePartialFolders.map((partials) => join(partials, plugin.id))].map(
      (partials) => ({
        folder: partials,
        prefix: `${plugin.id}/`,
      }),
    ),
  );
  return [
    ...[
      join(root, 'templates', 'partials'),
      join(root, 'themes', DEFAULT_THEME, 'partials'),
      ...themePartialFolders,
    ].map((folder) => ({
      folder,
    })),
    ...pluginPartialFolders,
  ];
}

/** Errors of the theme, by the file or theme they concern. */
interface ThemeErrors {
  note(source: string, error: unknown): void;
  clear(source: string): void;
  list(): readonly string[];
}

function createThemeErrors(onError?: (message: string) => void): ThemeErrors {
  const messages = new Map<string, string>();
  return {
    note(source, error) {
      const { message } = error as Error;
      if (messages.get(source) === message) return;
      messages.set(source, message);
      onError?.(message);
    },
    clear: (source) => void messages.delete(source),
    list: () => [...messages.values()],
  };
}

/** Creates the templates of a site with the standard helpers, and the functions that render them. */
function createSiteTemplates(
  deps: ViewDeps,
  themeErrorList: ThemeErrors,
): Pick<Views, 'hostFile'> & { templates: ReturnType<typeof createTemplates>; render: RenderFirst } {
  const { root, i18n } = deps;
  const templates = createTemplates({ watch: !deps.production, onError: themeErrorList.note });
  const hostFile = createHostFiles({ root, version: deps.version, homeUrl: deps.homeUrl });
  addStandardHelpers(
    { addHelper: (name, helper) => templates.addHelper(name, helper, true) },
    i18n,
    { homeUrl: deps.homeUrl, hostFile },
    deps,
  );
  const render = createRenderFirst({
    templates,
    language: () => i18n.language(),
    onRendered: themeErrorList.clear,
    onFailed: themeErrorList.note,
  });
  return { templates, hostFile, render };
}
