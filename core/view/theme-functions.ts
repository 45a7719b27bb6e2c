import type { HookApi, OptionsApi, PermalinksApi, ThemesApi } from '../api/index.js';
import type { Theme } from './theme.js';
import type { Views } from './views.js';

interface ThemeFunctionsDeps {
  readonly hooks: HookApi;
  readonly options: OptionsApi;
  readonly views: Pick<Views, 'themes' | 'installedThemes'>;
  readonly content: Pick<PermalinksApi, 'getPermalink'>;
  readonly siteUrl: string;
  readonly version: string;
  readonly production: boolean;
  locale(): string;
}

/** Theme features of every page of the host, regardless of the theme. */
const HOST_FEATURES = [
  'title-tag',
  'post-thumbnails',
  'automatic-feed-links',
  'html5',
  'menus',
  'widgets',
  'responsive-embeds',
];

/** Paths of feeds that are not named after their type. */
const FEED_PATHS = new Map([
  ['comments_rss2', '/comments/feed/'],
  ['rss2', '/feed/'],
]);

/**
 * Creates the functions by which plugins read the site's URLs and theme.
 * @since 0.1.0
 */
export function createThemeFunctions({
  hooks,
  options,
  views,
  content,
  siteUrl,
  version,
  production,
  locale,
}: ThemeFunctionsDeps): ThemesApi {
  const supports = new Map<string, readonly unknown[]>(HOST_FEATURES.map((feature) => [feature, []]));
  const activeThemeId = (): string => views.themes[0]?.id ?? 'default';
  const modsOptionName = (): string => `theme_mods_${activeThemeId()}`;
  const readOption = async (name: string): Promise<string> => String(await options.getOption<string>(name, ''));

  async function getThemeMods(): Promise<Record<string, unknown>> {
    const stored = await options.getOption<unknown>(modsOptionName(), {});
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
  }

  const name = (): Promise<string> => readOption('blogname');
  const bloginfo: Readonly<Record<string, () => Promise<string> | string>> = {
    name,
    description: () => readOption('blogdescription'),
    url: () => siteUrl,
    wpurl: () => siteUrl,
    admin_email: () => readOption('admin_email'),
    charset: () => 'UTF-8',
    html_type: () => 'text/html',
    version: () => version,
    language: () => locale().replace('_', '-'),
    text_direction: () => 'ltr',
    stylesheet_directory: () => `${siteUrl}/wp-content/themes/${activeThemeId()}`,
    template_directory: () => `${siteUrl}/wp-content/themes/${template()}`,
    rss2_url: () => getFeedLink('rss2'),
    atom_url: () => getFeedLink('atom'),
    comments_rss2_url: () => getFeedLink('comments_rss2'),
  };
  const template = (): string => views.themes.at(-1)?.id ?? activeThemeId();
  const getFeedLink = async (feed = 'rss2'): Promise<string> => {
    const path = FEED_PATHS.get(feed) ?? `/feed/${encodeURIComponent(feed)}/`;
    return hooks.applyFilters('feed_link', siteUrl + path, feed);
  };

  return {
    async getBloginfo(show = 'name') {
      const field = show === '' ? 'name' : show;
      const fact = Object.hasOwn(bloginfo, field) ? bloginfo[field] : undefined;
      const value = await (fact ?? name)();
      return hooks.applyFilters(/url|directory|home/.test(field) ? 'bloginfo_url' : 'bloginfo', value, field);
    },
    getStylesheet: () => hooks.applyFiltersSync('stylesheet', activeThemeId()),
    getTemplate: () => hooks.applyFiltersSync('template', template()),
    wpGetTheme(stylesheet) {
      const theme =
        stylesheet === undefined ? views.themes[0] : views.installedThemes().find(({ id }) => id === stylesheet);
      return theme && toThemeData(theme);
    },
    async getThemeMod(name, defaultValue) {
      const mods = await getThemeMods();
      return (await hooks.applyFiltersRefArray(`theme_mod_${name}`, [
        Object.hasOwn(mods, name) ? mods[name] : (defaultValue ?? false),
      ])) as Exclude<typeof defaultValue, undefined> | false;
    },
    getThemeMods,
    async setThemeMod(name, value) {
      const mods = await getThemeMods();
      const changed = await hooks.applyFilters(`pre_set_theme_mod_${name}`, value, mods[name] ?? false);
      return options.updateOption(modsOptionName(), { ...mods, [name]: changed });
    },
    async removeThemeMod(name) {
      const { [name]: _removed, ...left } = await getThemeMods();
      await options.updateOption(modsOptionName(), left);
    },
    addThemeSupport: (feature, ...args) => void supports.set(feature, args),
    removeThemeSupport: (feature) => supports.delete(feature),
    currentThemeSupports: (feature, ...args) => {
      const featureArgs = supports.get(feature);
      return (
        featureArgs !== undefined &&
        Boolean(hooks.applyFiltersSync(`current_theme_supports-${feature}`, true, args, featureArgs))
      );
    },
    getThemeSupport: (feature) => {
      const featureArgs = supports.get(feature);
      if (featureArgs === undefined) return false;
      return featureArgs.length === 0 ? true : featureArgs;
    },
    contentUrl: (path = '') =>
      hooks.applyFiltersSync(
        'content_url',
        `${siteUrl}/wp-content${path === '' ? '' : `/${path.replace(/^\/+/, '')}`}`,
        path,
      ),
    getFeedLink,
    async getPrivacyPolicyUrl() {
      const id = Number(await options.getOption('wp_page_for_privacy_policy', 0)) || 0;
      return hooks.applyFilters('privacy_policy_url', (id > 0 && (await content.getPermalink(id))) || '', id);
    },
    wpGetEnvironmentType: () => (production ? 'production' : 'development'),
  };
}

function toThemeData({ id, parent, name, version, description, author }: Theme): ReturnType<ThemesApi['wpGetTheme']> {
  return { stylesheet: id, template: parent ?? id, name, version, description, author };
}
