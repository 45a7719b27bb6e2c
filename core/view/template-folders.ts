import { join } from 'node:path';
import type { Theme } from './theme.js';

/** A plugin whose templates are used after the theme's. */
export interface TemplateSource {
  readonly id: string;
  readonly folder: string;
  readonly textDomain: string;
}

interface TemplatePathsDeps {
  readonly root: string;
  /** Folder of the default theme. */
  readonly defaultTheme: string;
  /** Returns the active theme and its parents. */
  themes(): readonly Theme[];
  plugins(): readonly TemplateSource[];
}

/** Candidate files of a view, in order. */
interface TemplatePaths {
  /** Returns the files of one of the host's views. */
  forHost(view: string): readonly string[];
  /** Returns the files of a plugin's view. */
  forPlugin(plugin: TemplateSource, view: string): readonly string[];
  /** Returns the files of the site's templates by their names, in themes and plugins. */
  forSite(names: readonly string[]): readonly string[];
  /** The same, followed by the default theme's files as fallbacks for a template that fails. */
  forSiteWithFallback(names: readonly string[]): readonly string[];
  /** Clears the cache after the themes or the templates of plugins have changed. */
  clear(): void;
}

/** Creates the lookup of template files; each result is cached until {@link TemplatePaths.clear}. */
export function createTemplatePaths({ root, defaultTheme, themes, plugins }: TemplatePathsDeps): TemplatePaths {
  const cachedPaths = new Map<string, readonly string[]>();

  function cachedLookup(key: string, find: () => readonly string[]): readonly string[] {
    let found = cachedPaths.get(key);
    if (!found) cachedPaths.set(key, (found = find()));
    return found;
  }

  function inThemes(...path: string[]): string[] {
    return themes().map((theme) => join(theme.folder, ...path));
  }

  /** Returns the files in plugins. A plugin's template for its content type precedes the theme's generic one. */
  function inPlugins(name: string): string[] {
    return plugins().map((plugin) => join(plugin.folder, 'templates', name));
  }

  const inThemesAndPlugins = (names: readonly string[]): string[] =>
    names.flatMap((name) => [...inThemes(name), ...inPlugins(name)]);

  return {
    forHost: (view) =>
      cachedLookup(`host:${view}`, () => [
        ...inThemes('templates', `${view}.hbs`),
        join(root, 'templates', `${view}.hbs`),
      ]),
    forPlugin: (plugin, view) =>
      cachedLookup(`plugin:${plugin.folder}:${plugin.id}:${view}`, () => [
        ...inThemes('plugins', plugin.id, `${view}.hbs`),
        join(plugin.folder, 'views', `${view}.hbs`),
      ]),
    forSite: (names) => cachedLookup(`located:${names.join('|')}`, () => inThemesAndPlugins(names)),
    forSiteWithFallback: (names) =>
      cachedLookup(`theme:${names.join('|')}`, () => [
        ...inThemesAndPlugins(names),
        ...names.map((name) => join(defaultTheme, name)),
      ]),
    clear: () => cachedPaths.clear(),
  };
}
