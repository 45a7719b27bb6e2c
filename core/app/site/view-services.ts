import { join } from 'node:path';
import { currentContext } from '../../context/index.js';
import { currentOwner } from '../../hooks/index.js';
import { createSiteBranding } from '../../branding/index.js';
import { createRest, type Rest, siteInfo } from '../../rest/index.js';
import { createThemeStore } from '../../themes/index.js';
import { createViews, DEFAULT_THEME, type Views } from '../../view/index.js';
import { createWidgets } from '../../widgets/index.js';
import { createLayoutData } from '../layout-data.js';
import { registerThemeLocations } from '../theme-locations.js';
import { coreVersion } from '../config.js';
import type { BaseServices } from './base-services.js';
import type { ContentServices } from './content-services.js';
import { describeError } from '../log.js';
import type { SharedServices } from './shared-services.js';
import type { SiteSettings } from './site-settings.js';

type ViewDeps = BaseServices & ContentServices & SharedServices & { readonly settings: SiteSettings };

export type ViewServices = Awaited<ReturnType<typeof createViewServices>>;

/** Creates the site's branding, templates, widgets, themes and REST server. */
export async function createViewServices(parts: ViewDeps) {
  const { config, db, hooks, options, formatting, content, blocks, homeUrl, text, attachments, late } = parts;
  const branding = createSiteBranding({
    options,
    formatting,
    attachments,
    transaction: db.transaction,
    fontsBase: new URL(`${config.siteUrl}/wp-includes/assets/fonts`).pathname,
    stylesheet: () => late.get('views').themes[0]?.id ?? DEFAULT_THEME,
  });
  let onTheme = (): void => undefined;
  const theme = await parts.settings.themeId();
  const views = createSiteViews({ ...parts, branding, theme, onThemeChange: () => onTheme() });
  late.provide({ views });
  const widgets = createWidgets({
    hooks,
    options,
    formatting,
    content,
    blocks,
    homeUrl,
    translate: text.__,
    longDate: (time) => views.longDate(time),
  });
  onTheme = registerThemeLocations({ views, content, widgets, hooks });
  const themes = createThemeStore({ db, hooks, options, views, folder: join(config.dataDir, 'themes') });
  return { branding, views, widgets, themes, rest: createSiteRest(parts) };
}

type SiteViewsDeps = ViewDeps & {
  readonly branding: ReturnType<typeof createSiteBranding>;
  readonly theme: string;
  onThemeChange(): void;
};

function createSiteViews({ settings, branding, theme, onThemeChange, ...parts }: SiteViewsDeps): Views {
  const { config, log, hooks, i18n, homeUrl, adminUrl, content, users, roles, options, nonces, late } = parts;
  return createViews({
    root: config.root,
    ownThemes: join(config.dataDir, 'themes'),
    onThemeChange,
    theme,
    onThemeError: (problem) => log.warn({}, `${problem} The default theme is used instead.`),
    production: config.production,
    version: coreVersion(config.root),
    hooks,
    i18n,
    homeUrl,
    timeZone: settings.timeZone,
    dateFormat: settings.dateFormat,
    onAssetError: (owner, handle, error) =>
      void late.get('plugins').pluginErrors.record(owner, `asset ${handle}`, error),
    navMenu: (location) => content.wpNavMenu({ theme_location: location, container: '', menu_class: 'menu' }),
    brandingStyle: branding.style,
    brandingPreload: branding.preload,
    layoutData: createLayoutData({ hooks, users, roles, options, nonces, i18n, branding, homeUrl, adminUrl }),
  });
}

function createSiteRest({ config, log, hooks, formatting, options, attachments, currentUserId, late }: ViewDeps): Rest {
  return createRest({
    hooks,
    formatting,
    invoke: (owner, entry, work) => late.get('plugins').invoke(owner, entry, work),
    hasListeners: hooks.hasPluginListeners,
    currentOwner: () => currentOwner()?.owner ?? '',
    routeOutage: (path) => late.get('plugins').pausedRestRoute(path),
    currentUserId,
    homeUrl: () => config.siteUrl,
    siteInfo: () =>
      siteInfo(
        options,
        config.siteUrl,
        async (icon) => (await attachments.wpGetAttachmentImageUrl(icon, 'full')) || '',
      ),
    onError: (error, context) =>
      log.error({ context, error: describeError(error), request: currentContext()?.id }, 'a REST request failed'),
  });
}
