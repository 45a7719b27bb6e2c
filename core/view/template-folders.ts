import { join } from 'node:path';
import type { Theme } from './theme.js';

/** A plugin whose templates stand behind the theme's. */
export interface TemplateSource {
  readonly id: string;
  readonly folder: string;
  readonly textDomain: string;
}

interface ViewPlaceDeps {
  readonly root: string;
  /** The folder of the default theme. */
  readonly defaultTheme: string;
  /** The active theme and those it builds on. */
  themes(): readonly Theme[];
  plugins(): readonly TemplateSource[];
}

/** The files that a view may be, in order. */
interface TemplatePaths {
  /** Files of one of the host's views. */
  ofHost(view: string): readonly string[];
  /** Files of a plugin's view. */
  ofPlugin(plugin: TemplateSource, view: string): readonly string[];
  /** Files of templates of the site by their names, of themes and plugins. */
  inSite(names: readonly string[]): readonly string[];
  /** The same, and behind them the default theme's, which stand in for a template that fails. */
  inAllThemes(names: readonly string[]): readonly string[];
  /** The themes or the templates of plugins are others. */
  forget(): void;
}

/** Creates what says where views may be; each answer is kept until {@link ViewPlaces.forget}. */
export function createTemplatePaths({ root, defaultTheme, themes, plugins }: ViewPlaceDeps): TemplatePaths {
  const places = new Map<string, readonly string[]>();

  function placesOf(key: string, find: () => readonly string[]): readonly string[] {
    let found = places.get(key);
    if (!found) places.set(key, (found = find()));
    return found;
  }

  function inThemes(...path: string[]): string[] {
    return themes().map((theme) => join(theme.folder, ...path));
  }

  /** A plugin's template for its own kind of content goes before the theme's for any. */
  function inPlugins(name: string): string[] {
    return plugins().map((plugin) => join(plugin.folder, 'templates', name));
  }

  const inBoth = (names: readonly string[]): string[] =>
    names.flatMap((name) => [...inThemes(name), ...inPlugins(name)]);

  return {
    ofHost: (view) =>
      placesOf(`host:${view}`, () => [...inThemes('templates', `${view}.hbs`), join(root, 'templates', `${view}.hbs`)]),
    ofPlugin: (plugin, view) =>
      placesOf(`plugin:${plugin.folder}:${plugin.id}:${view}`, () => [
        ...inThemes('plugins', plugin.id, `${view}.hbs`),
        join(plugin.folder, 'views', `${view}.hbs`),
      ]),
    inSite: (names) => placesOf(`located:${names.join('|')}`, () => inBoth(names)),
    inAllThemes: (names) =>
      placesOf(`theme:${names.join('|')}`, () => [...inBoth(names), ...names.map((name) => join(defaultTheme, name))]),
    forget: () => places.clear(),
  };
}
