import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { currentContext } from '../context/index.js';

/** The cookie and query variable by which a visitor chooses a language, as on WordPress's login screen. */
const NAME = 'wp_lang';
const CHOSEN = new RegExp(`(?:^|;\\s*)${NAME}=([A-Za-z_]{2,8})`);
/** Characters of a query that are kept. */
const LONGEST = 2000;
const YEAR_MS = 365 * 86_400_000;

interface LanguageDeps {
  locales: readonly string[];
  secure: boolean;
  /** The language a signed-in person has chosen for the admin; empty for the site's. */
  localeOfUser(userId: number): Promise<string>;
}

/**
 * Settles the language of a request: what the visitor chose by `?wp_lang=pl_PL`, in the admin else what the account
 * prefers, else the site's.
 */
export function requestLanguage({ locales, secure, localeOfUser }: LanguageDeps): RequestHandler {
  const known = (locale: string): boolean => locales.includes(locale);
  return (request, response, next) => {
    const context = currentContext();
    const query = queryOf(request);
    const asked = query === '' ? '' : (new URLSearchParams(query).get(NAME) ?? '');
    if (known(asked) && request.method === 'GET') {
      response.cookie(NAME, asked, { maxAge: YEAR_MS, httpOnly: true, sameSite: 'lax', secure, path: '/' });
      response.redirect(302, withoutChoice(request));
      return;
    }
    if (!context) return next();
    const chosen = chosenLocale(request, locales);
    if (chosen !== '') {
      context.locale = chosen;
      return next();
    }
    if (context.userId === 0 || !request.path.startsWith('/wp-admin')) return next();
    localeOfUser(context.userId).then((locale) => {
      if (known(locale)) context.locale = locale;
      next();
    }, next);
  };
}

/** The language that a visitor chose before; empty for the site's. */
export function chosenLocale(request: IncomingMessage, locales: readonly string[]): string {
  const { cookie } = request.headers;
  const chosen = cookie === undefined ? '' : (CHOSEN.exec(cookie)?.[1] ?? '');
  return locales.includes(chosen) ? chosen : '';
}

function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at + 1);
}

function withoutChoice(request: Request): string {
  // Read as it was found: an encoded name left there would lead here again.
  const left = queryOf(request).split('&').filter((pair) => !new URLSearchParams(pair).has(NAME));
  // One leading slash only, so that the target is never another host.
  const path = request.path.replace(/^[/\\]+/, '/');
  const kept = left.join('&');
  // Written out, an address may be three times as long, and clients refuse headers that are too long.
  return kept !== '' && kept.length <= LONGEST ? `${path}?${kept}` : path;
}
