import { type DatesApi } from '../../api/index.js';
import { LOCALES } from '../../i18n/index.js';
import { DEFAULT_THEME } from '../../view/index.js';
import type { BaseServices } from './base-services.js';

type SettingsDeps = Pick<BaseServices, 'dataCache' | 'tableVersions' | 'options' | 'i18n' | 'late'> & {
  readonly dates: DatesApi;
};

/** Settings that templates read synchronously and that each request refreshes. */
export interface SiteSettings {
  timeZone(): string;
  dateFormat(): string;
  /** Returns the ID of the active theme. */
  themeId(): Promise<string>;
  /**
   * Loads settings changed by another node or a command.
   * @param ms maximum age of the known values, in milliseconds
   */
  refresh(ms?: number): Promise<void>;
}

export function createSiteSettings({
  dataCache,
  tableVersions,
  options,
  i18n,
  dates,
  late,
}: SettingsDeps): SiteSettings {
  let currentTimeZone = 'UTC';
  let dateFormat = '';
  let appliedVersion = '';

  const themeId = async (): Promise<string> => (await options.getOption<string>('stylesheet', '')) || DEFAULT_THEME;
  /** Returns the registration counter of plugins; 0 while there is no plugin host. */
  const pluginChanges = (): number => (late.has('plugins') ? late.get('plugins').changes() : 0);

  async function apply(version: string): Promise<void> {
    appliedVersion = version;
    currentTimeZone = await dates.wpTimezoneString();
    dateFormat = await options.getOption<string>('date_format', '');
    const language = await options.getOption<string>('WPLANG', '');
    // Sites older than the setting have no list; they keep all languages.
    const languages = await options.getOption<readonly string[] | false>('site_languages', false);
    i18n.setDefault(
      LOCALES.find((candidate) => candidate === language) ?? LOCALES[0],
      Array.isArray(languages) ? languages : LOCALES,
    );
    // Another process or a command may have changed it.
    if (late.has('views')) late.get('views').setTheme(await themeId());
  }

  async function refresh(ms?: number): Promise<void> {
    await dataCache.refresh(ms);
    const optionsVersion = tableVersions.get('options');
    await options.refresh(optionsVersion);
    // The filtered values of the settings change with the active plugins.
    const version = `${optionsVersion} ${pluginChanges()}`;
    if (optionsVersion === undefined || version !== appliedVersion) return apply(version);
  }

  return { timeZone: () => currentTimeZone, dateFormat: () => dateFormat, themeId, refresh };
}
