import Tannin from 'tannin';
import type { TranslationApi } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { CONTEXT, type Messages, readCatalogues } from './catalogue.js';
import { escapeHtml } from '../formatting/escape/escape.js';
import { format } from './format.js';
import { isSwitched, switchBack, switchLocale } from './switched.js';

/** The languages in which the host is fully translated. */
export const LOCALES = ['en_US', 'pl_PL'] as const;

/** Native name of each language. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en_US: 'English', pl_PL: 'Polski' };

/** The translations of one site. */
export interface I18n {
  /** Returns the functions of one text domain; texts missing there are looked up in the fallback domains. */
  domain(name: string, ...fallbacks: readonly string[]): TranslationApi;
  /** Loads a folder of `<locale>.po` into a domain; undone when its plugin is removed. */
  load(domain: string, folder: string): () => void;
  locale(): string;
  /** The `lang` attribute: `pl` of `pl_PL`. */
  language(): string;
  /** Returns the site's language, independent of the request's. */
  siteLocale(): string;
  /** Sets the site's language, used for requests that ask for none. */
  setDefault(locale: string): void;
}

/** @param cache folder in which parsed catalogs are cached across starts */
export function createI18n({ cache }: { readonly cache?: string } = {}): I18n {
  const catalogues = new Map<string, Map<string, Messages>>();
  const translators = new Map<string, Tannin>();
  let siteLocale: string = LOCALES[0];

  const locale = (): string => currentContext()?.locale ?? siteLocale;

  function translator(domain: string): Tannin | undefined {
    const key = `${domain}\n${locale()}`;
    let known = translators.get(key);
    if (!known) {
      const messages = catalogues.get(domain)?.get(locale());
      if (!messages) return undefined;
      known = new Tannin({ [domain]: messages });
      translators.set(key, known);
    }
    return known;
  }

  const has = (domain: string, key: string): boolean => {
    const messages = catalogues.get(domain)?.get(locale());
    return messages !== undefined && Object.hasOwn(messages, key);
  };

  function translate(
    domain: string,
    context: string | undefined,
    single: string,
    plural?: string,
    count?: number,
  ): string {
    const found = translator(domain)?.dcnpgettext(domain, context, single, plural, count);
    return found ?? (plural !== undefined && count !== 1 ? plural : single);
  }

  function domain(name: string, ...fallbacks: readonly string[]): TranslationApi {
    const all = [name, ...fallbacks];
    const holder = (context: string | undefined, text: string): string =>
      all.length === 1
        ? name
        : (all.find((one) => has(one, context === undefined ? text : `${context}${CONTEXT}${text}`)) ?? name);
    const __: TranslationApi['__'] = (text, ...args) =>
      format(translate(holder(undefined, text), undefined, text), args);
    const _x: TranslationApi['_x'] = (text, context, ...args) =>
      format(translate(holder(context, text), context, text), args);
    const plural = (
      context: string | undefined,
      single: string,
      many: string,
      count: number,
      args: readonly (string | number)[],
    ): string =>
      format(translate(holder(context, single), context, single, many, count), args.length > 0 ? args : [count]);
    return {
      __,
      _n: (single, many, count, ...args) => plural(undefined, single, many, count, args),
      _x,
      _nx: (single, many, count, context, ...args) => plural(context, single, many, count, args),
      escHtml__: (text, ...args) => escapeHtml(__(text, ...args)),
      escAttr__: (text, ...args) => escapeHtml(__(text, ...args)),
      escHtmlX: (text, context, ...args) => escapeHtml(_x(text, context, ...args)),
      escAttrX: (text, context, ...args) => escapeHtml(_x(text, context, ...args)),
      _nNoop: (singular, many) => ({ singular, plural: many }),
      _nxNoop: (singular, many, context) => ({ singular, plural: many, context }),
      translateNoopedPlural: ({ singular, plural: many, context }, count) => plural(context, singular, many, count, []),
      locale,
      getLocale: locale,
      determineLocale: locale,
      isRtl: () => false,
      getAvailableLanguages: () => LOCALES,
      switchToLocale: (next) => LOCALES.some((known) => known === next) && switchLocale(next),
      restorePreviousLocale: () => switchBack() && locale(),
      isLocaleSwitched: isSwitched,
    };
  }

  return {
    domain,
    load(domain, folder) {
      const added = readCatalogues(folder, cache);
      const before = catalogues.get(domain);
      const merged = new Map(before);
      for (const [language, messages] of added) merged.set(language, { ...merged.get(language), ...messages });
      catalogues.set(domain, merged);
      translators.clear();
      return () => {
        if (before) catalogues.set(domain, before);
        else catalogues.delete(domain);
        translators.clear();
      };
    },
    locale,
    language: () => locale().replace(/_.*/s, ''),
    siteLocale: () => siteLocale,
    setDefault(next) {
      siteLocale = next;
    },
  };
}
