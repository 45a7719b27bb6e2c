import type { Request, RequestHandler } from 'express';
import { currentContext } from '../context/index.js';

/** Name of the cookie and query variable that select a visitor's language, as on WordPress's login screen. */
const NAME = 'wp_lang';
const SELECTED_LOCALE = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z_]{2,8})`);
/** Maximum length of a preserved query, in characters. */
const LONGEST = 2000;
const YEAR_MS = 365 * 86_400_000;

interface LanguageDeps {
  locales: readonly string[];
  /** The site's language. */
  siteLocale(): string;
  secure: boolean;
  /** Returns the language a logged-in user has selected for the admin; empty for the site's. */
  localeOfUser(userId: number): Promise<string>;
}

/**
 * Determines the language of a request: the one selected by `?wp_lang=pl_PL`, in the admin the account's preference,
 * then the browser's, then the site's.
 */
export function requestLanguage({ locales, siteLocale, secure, localeOfUser }: LanguageDeps): RequestHandler {
  const known = (locale: string): boolean => locales.includes(locale);
  return (request, response, next) => {
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
    const selectedLocale = chosenLocale(request, locales);
    const applyLocale = (locale: string): void => {
      if (locale !== '') context.locale = locale;
      next();
    };
    if (selectedLocale !== '' || context.userId === 0 || !request.path.startsWith('/wp-admin'))
      return applyLocale(selectedLocale || browserLocale(request, locales, siteLocale()));
    localeOfUser(context.userId).then(
      (locale) => applyLocale(known(locale) ? locale : browserLocale(request, locales, siteLocale())),
      next,
    );
  };
}

/**
 * Returns the language of a page on the site: the visitor's selection, otherwise the browser's preference; empty for
 * the site's.
 */
export function visitorLocale(request: Request, locales: readonly string[], siteLocale: string): string {
  return chosenLocale(request, locales) || browserLocale(request, locales, siteLocale);
}

/**
 * Returns the best known language for a browser (RFC 9110, section 12.5.4); empty when it asks for none of them, or for
 * any.
 */
function browserLocale(request: Request, locales: readonly string[], siteLocale: string): string {
  const acceptLanguage = request.headers['accept-language'];
  if (acceptLanguage === undefined || acceptLanguage === '*' || acceptLanguage.length > LONGEST) return '';
  const tag = (locale: string): string => locale.slice(0, 2);
  // The site's language comes first, so that it is used for clients that accept any.
  const best = request.acceptsLanguages([...new Set([siteLocale, ...locales].map(tag))]);
  return locales.find((locale) => tag(locale) === best) ?? '';
}

/** Returns the language a visitor selected earlier; empty for the site's. */
function chosenLocale(request: Request, locales: readonly string[]): string {
  const { cookie } = request.headers;
  const selectedLocale = cookie === undefined ? '' : (SELECTED_LOCALE.exec(cookie)?.[1] ?? '');
  return locales.includes(selectedLocale) ? selectedLocale : '';
}

function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at + 1);
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
