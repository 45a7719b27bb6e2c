import type { Request, RequestHandler } from 'express';
import { currentContext } from '../context/index.js';

/** Name of the cookie and query variable that select a visitor's language, as on WordPress's login screen. */
const NAME = 'wp_lang';
const SELECTED_LOCALE = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z_]{2,8})`);
/** Maximum length of a preserved query, in characters. */
const LONGEST = 2000;
const YEAR_MS = 365 * 86_400_000;

interface LanguageDeps {
  /** All languages, which accounts can select. */
  locales: readonly string[];
  /** Returns the languages that visitors can select, the site's first. */
  siteLanguages(): readonly string[];
  secure: boolean;
  /** Returns the language a logged-in user has selected for the admin; empty for the site's. */
  localeOfUser(userId: number): Promise<string>;
}

/**
 * Determines the language of a request: the one selected by `?wp_lang=pl_PL`, in the admin the account's preference,
 * then the browser's, then the site's.
 */
export function requestLanguage({ locales, siteLanguages, secure, localeOfUser }: LanguageDeps): RequestHandler {
  return (request, response, next) => {
    const languages = isForStaff(request) ? siteFirst(locales, siteLanguages()) : siteLanguages();
    const known = (locale: string): boolean => languages.includes(locale);
    const context = currentContext();
    const query = queryOf(request);
    const requestedLocale = query === '' ? '' : (new URLSearchParams(query).get(NAME) ?? '');
    if (known(requestedLocale) && request.method === 'GET') {
      response.cookie(NAME, requestedLocale, { maxAge: YEAR_MS, httpOnly: true, sameSite: 'lax', secure, path: '/' });
      response.redirect(302, withoutChoice(request));
      return;
    }
    if (!context) return next();
    response.vary('Accept-Language');
    const selectedLocale = localeFromRequest(request, languages);
    const applyLocale = (locale: string): void => {
      if (locale !== '') context.locale = locale;
      next();
    };
    if (selectedLocale !== '' || context.userId === 0 || !request.path.startsWith('/wp-admin'))
      return applyLocale(selectedLocale || browserLocale(request, languages));
    localeOfUser(context.userId).then(
      (locale) => applyLocale(known(locale) ? locale : browserLocale(request, languages)),
      next,
    );
  };
}

/**
 * Returns the language of a page on the site: the visitor's selection, otherwise the browser's preference; empty for
 * the site's.
 */
export function visitorLocale(request: Request, languages: readonly string[]): string {
  return localeFromRequest(request, languages) || browserLocale(request, languages);
}

/**
 * Returns the best known language for a browser (RFC 9110, section 12.5.4); empty when it asks for none of them, or for
 * any.
 * @param languages the site's language first, so that it is used for clients that accept any
 */
function browserLocale(request: Request, languages: readonly string[]): string {
  const acceptLanguage = request.headers['accept-language'];
  if (acceptLanguage === undefined || acceptLanguage === '*' || acceptLanguage.length > LONGEST) return '';
  const tag = (locale: string): string => locale.slice(0, 2);
  const best = request.acceptsLanguages([...new Set(languages.map(tag))]);
  return languages.find((locale) => tag(locale) === best) ?? '';
}

/** Whether a page is one of the admin or of the login, which are available in all languages. */
function isForStaff({ path }: Request): boolean {
  return path.startsWith('/wp-admin') || path === '/wp-login.php';
}

function siteFirst(locales: readonly string[], [siteLocale]: readonly string[]): readonly string[] {
  return siteLocale === undefined ? locales : [siteLocale, ...locales.filter((locale) => locale !== siteLocale)];
}

/** Returns the language a visitor selected earlier; empty for the site's. */
function localeFromRequest(request: Request, locales: readonly string[]): string {
  const { cookie } = request.headers;
  const selectedLocale = cookie === undefined ? '' : (SELECTED_LOCALE.exec(cookie)?.[1] ?? '');
  return locales.includes(selectedLocale) ? selectedLocale : '';
}

function queryOf(request: Request): string {
  const queryStart = request.originalUrl.indexOf('?');
  return queryStart < 0 ? '' : request.originalUrl.slice(queryStart + 1);
}

function withoutChoice(request: Request): string {
  // Decoded in the same way: an encoded name that remained would cause a redirect loop.
  const left = queryOf(request)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(NAME));
  // Exactly one leading slash, so that the target is never another host.
  const path = request.path.replace(/^[/\\]+/, '/');
  const remainingQuery = left.join('&');
  // Encoding may triple the length of a URL, and clients reject headers that are too long.
  return remainingQuery !== '' && remainingQuery.length <= LONGEST ? `${path}?${remainingQuery}` : path;
}
