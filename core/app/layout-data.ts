import { DateTime } from 'luxon';
import type { HookApi, NonceApi, OptionsApi, PageRequest, RolesApi, UsersApi } from '../api/index.js';
import { currentContext, PAGE_REQUEST } from '../context/index.js';
import { type I18n, LANGUAGE_NAMES } from '../i18n/index.js';
import type { SiteBranding } from '../branding/index.js';
import { siteZone } from '../dates/index.js';
import { decodeSiteName } from '../formatting/index.js';

interface LayoutDeps {
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly users: Pick<UsersApi, 'getUserdata'>;
  readonly roles: Pick<RolesApi, 'userCapabilities'>;
  readonly options: Pick<OptionsApi, 'getOption'>;
  readonly nonces: NonceApi;
  readonly i18n: I18n;
  readonly branding: SiteBranding;
  homeUrl(path?: string): string;
  adminUrl(path?: string): string;
}

/** Returns the data passed to every layout of the site: its name, its languages and the current user. */
export function createLayoutData({
  hooks,
  users,
  roles,
  options,
  nonces,
  i18n,
  branding,
  homeUrl,
  adminUrl,
}: LayoutDeps): () => Promise<Record<string, unknown>> {
  /** Whether an account has more capabilities than reading; other accounts do not use the admin. */
  async function canUseAdmin(id: number): Promise<boolean> {
    const { allcaps, roles: roleNames } = await roles.userCapabilities(id);
    return Object.entries(allcaps).some(
      ([capability, granted]) =>
        granted && capability !== 'read' && !capability.startsWith('level_') && !roleNames.includes(capability),
    );
  }

  return async () => {
    const id = currentContext()?.userId ?? 0;
    const user = id > 0 ? await users.getUserdata(id) : false;
    const languages = [];
    const siteLanguages = i18n.siteLanguages();
    for (const code of siteLanguages.length > 1 ? siteLanguages : []) {
      const current = code === i18n.locale();
      languages.push({
        code,
        tag: code.slice(0, 2),
        name: LANGUAGE_NAMES[code],
        current,
        url: current ? '' : urlInLanguage(await hooks.applyFilters('plinth/language_url', '', code), code),
      });
    }
    const hostUrl = homeUrl('/wp-login.php');
    const loginUrl = await hooks.applyFilters('plinth/login_url', hostUrl);
    const adminOf = user && (await canUseAdmin(user.id)) ? adminUrl() : '';
    // Users without access to the admin are not redirected to it after login either.
    const redirectTarget =
      adminOf === '' && loginUrl !== hostUrl ? `&redirect_to=${encodeURIComponent(`${loginUrl}?loggedout=true`)}` : '';
    const siteName = decodeSiteName(await options.getOption<string>('blogname', 'Plinth'));
    return {
      siteName,
      brand: await branding.brand(siteName),
      icon: await branding.icon(),
      footerText: await branding.footer(),
      siteDescription: decodeSiteName(await options.getOption<string>('blogdescription', '')),
      homeUrl: homeUrl('/'),
      loginUrl,
      year: DateTime.now().setZone(await siteZone(options)).year,
      languages,
      user: user
        ? {
            name: user.display_name,
            adminUrl: adminOf,
            logoutUrl: nonces.wpNonceUrl(homeUrl(`/wp-login.php?action=logout${redirectTarget}`), 'log-out'),
          }
        : null,
    };
  };
}

/** Maximum length of the query preserved in links to other languages, in characters. */
const MAX_QUERY_LENGTH = 1500;

/** Returns the URL of a page in another language: based on its own URL, or on the query of the current page. */
function urlInLanguage(url: string, code: string): string {
  if (url !== '') return `${url}${url.includes('?') ? '&' : '?'}wp_lang=${code}`;
  const request = currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined;
  const query = (request?.url.search ?? '')
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('wp_lang'))
    .join('&');
  return query === '' || query.length > MAX_QUERY_LENGTH ? `?wp_lang=${code}` : `?${query}&wp_lang=${code}`;
}

/** Returns a function that returns the site's name as plain text. */
export function createSiteName({ getOption }: Pick<OptionsApi, 'getOption'>): () => Promise<string> {
  return async () => decodeSiteName(await getOption<string>('blogname', 'Plinth'));
}
