import type { HookApi } from '../../api/hooks.js';
import { dataTags, descriptionTags, type AllowedHtml, postTags, URI_ATTRIBUTES } from '../kses/allowed-tags.js';
import { ALLOWED_PROTOCOLS } from '../kses/protocol.js';
import { SAFE_CSS } from '../kses/css.js';
import { parseUrl } from '../php/parse-url.js';

/** Data of the site that the formatting functions need. */
export interface FormattingOptions {
  hooks: HookApi;
  /** URL of the site, or a function if the URL may change. */
  homeUrl: string | (() => string);
  /** Returns the URL of the current request, which `addQueryArg` uses if it is called without a URL. */
  requestUri?: () => string;
  /** Returns the names of all registered shortcodes. */
  shortcodeTags?: () => readonly string[];
  locale?: () => string;
  /** Returns the IPv4 address of a hostname if it is known without a DNS query. */
  resolveHost?: (host: string) => string | undefined;
  /** Returns the Unix time in seconds. */
  now?: () => number;
}

/** The site's settings for the formatting functions, after their filters. */
export interface FormattingSite {
  hooks: HookApi;
  homeUrl: () => string;
  requestUri: () => string;
  shortcodeTags: () => readonly string[];
  locale: () => string;
  resolveHost: (host: string) => string | undefined;
  now: () => number;
  protocols: () => readonly string[];
  uris: () => readonly string[];
  safeCss: () => readonly string[];
  allowedHtml: (context: string | AllowedHtml) => AllowedHtml;
  internalHosts: () => readonly string[];
}

export function createFormattingSite(options: FormattingOptions): FormattingSite {
  const { hooks } = options;
  const homeUrl = (): string => (typeof options.homeUrl === 'string' ? options.homeUrl : options.homeUrl());
  const isLocalPdf = (url: string): boolean => {
    if (/[?#]/.test(url) || !url.endsWith('.pdf')) return false;
    const { host = '', port } = parseUrl(homeUrl()) ?? {};
    const server = `${host}${port === undefined ? '' : `:${port}`}/`;
    return url.startsWith(`http://${server}`) || url.startsWith(`https://${server}`);
  };
  // The tables are built when HTML is sanitized for the first time. Most pages do not need them.
  const tables: { post?: AllowedHtml; data?: AllowedHtml; description?: AllowedHtml } = {};
  const builtinElements = (context: string): AllowedHtml => {
    if (context === 'post') return (tables.post ??= postTags(isLocalPdf));
    if (context === 'strip') return {};
    if (['user_description', 'pre_term_description', 'pre_user_description'].includes(context))
      return (tables.description ??= descriptionTags());
    return (tables.data ??= dataTags());
  };
  return {
    hooks,
    homeUrl,
    requestUri: options.requestUri ?? (() => '/'),
    shortcodeTags: options.shortcodeTags ?? (() => []),
    locale: options.locale ?? (() => 'en_US'),
    resolveHost: options.resolveHost ?? (() => undefined),
    now: options.now ?? (() => Math.floor(Date.now() / 1000)),
    protocols: () => hooks.applyFiltersSync('kses_allowed_protocols', ALLOWED_PROTOCOLS),
    uris: () => hooks.applyFiltersSync('wp_kses_uri_attributes', URI_ATTRIBUTES),
    safeCss: () => hooks.applyFiltersSync('safe_style_css', SAFE_CSS),
    allowedHtml: (context) => {
      if (typeof context === 'string')
        return hooks.applyFiltersSync('wp_kses_allowed_html', builtinElements(context), context);
      return hooks.applyFiltersSync('wp_kses_allowed_html', context, 'explicit');
    },
    internalHosts: () => hooks.applyFiltersSync('wp_internal_hosts', [(parseUrl(homeUrl())?.host ?? '').toLowerCase()]),
  };
}
