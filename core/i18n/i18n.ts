import Tannin from 'tannin';
import type { TranslationApi } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { CONTEXT, type Messages, readCatalogs } from './catalog.js';
import { escapeHtml } from '../formatting/escape/escape.js';
import { format } from './format.js';
import { isSwitched, restoreLocale, switchLocale } from './switched.js';

/** The locales into which core is completely translated. */
export const LOCALES = ['en_US', 'pl_PL'] as const;

/** Name of each language in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en_US: 'English', pl_PL: 'Polski' };

/** The translations of one site. */
export interface I18n {
  /** Returns the functions of a text domain. Texts that it does not contain are looked up in the fallback domains. */
  domain(name: string, ...fallbacks: readonly string[]): TranslationApi;
  /** Loads the `<locale>.po` files of a folder into a domain. Returns a function that unloads them. */
  load(domain: string, folder: string): () => void;
  locale(): string;
  /** Returns the value for the `lang` attribute: `pl` for `pl_PL`. */
  language(): string;
  /** Returns the site's locale, regardless of the request's locale. */
  siteLocale(): string;
  /** Returns the locales that visitors can choose from, the site's first. */
  siteLanguages(): readonly string[];
  /**
   * Sets the site's locale, which requests without a locale of their own use.
   * @param languages other locales that visitors can choose; unknown ones are ignored
   */
  setDefault(locale: string, languages?: readonly string[]): void;
}

/** @param cache folder for parsed catalogs, which later starts read */
export function createI18n({ cache }: { readonly cache?: string } = {}): I18n {
  const catalogs = new Map<string, Map<string, Messages>>();
  const translators = new Map<string, Tannin>();
  let siteLocale: string = LOCALES[0];
  let siteLanguages: readonly string[] = LOCALES;

  const locale = (): string => currentContext()?.locale ?? siteLocale;

  function getTranslator(domain: string): Tannin | undefined {
    const key = `${domain}\n${locale()}`;
    let cachedTranslator = translators.get(key);
    if (!cachedTranslator) {
      const messages = catalogs.get(domain)?.get(locale());
      if (!messages) return undefined;
      cachedTranslator = new Tannin({ [domain]: messages });
      translators.set(key, cachedTranslator);
    }
    return cachedTranslator;
  }

  const hasMessage = (domain: string, key: string): boolean => {
    const messages = catalogs.get(domain)?.get(locale());
    return messages !== undefined && Object.hasOwn(messages, key);
  };

  function translate(
    domain: string,
    context: string | undefined,
    single: string,
    plural?: string,
    count?: number,
  ): string {
    const found = getTranslator(domain)?.dcnpgettext(domain, context, single, plural, count);
    return found ?? (plural !== undefined && count !== 1 ? plural : single);
  }

  function domain(name: string, ...fallbacks: readonly string[]): TranslationApi {
    const all = [name, ...fallbacks];
    const findDomain = (context: string | undefined, text: string): string =>
      all.length === 1
        ? name
        : (all.find((candidate) =>
            hasMessage(candidate, context === undefined ? text : `${context}${CONTEXT}${text}`),
          ) ?? name);
    const __: TranslationApi['__'] = (text, ...args) =>
      format(translate(findDomain(undefined, text), undefined, text), args);
    const _x: TranslationApi['_x'] = (text, context, ...args) =>
      format(translate(findDomain(context, text), context, text), args);
    const translatePlural = (
      context: string | undefined,
      single: string,
      many: string,
      count: number,
      args: readonly (string | number)[],
    ): string =>
      format(translate(findDomain(context, single), context, single, many, count), args.length > 0 ? args : [count]);
    return {
      __,
      _n: (single, many, count, ...args) => translatePlural(undefined, single, many, count, args),
      _x,
      _nx: (single, many, count, context, ...args) => translatePlural(context, single, many, count, args),
      escHtml__: (text, ...args) => escapeHtml(__(text, ...args)),
      escAttr__: (text, ...args) => escapeHtml(__(text, ...args)),
      escHtmlX: (text, context, ...args) => escapeHtml(_x(text, context, ...args)),
      escAttrX: (text, context, ...args) => escapeHtml(_x(text, context, ...args)),
      _nNoop: (singular, many) => ({ singular, plural: many }),
      _nxNoop: (singular, many, context) => ({ singular, plural: many, context }),
      translateNoopedPlural: ({ singular, plural: many, context }, count) =>
        translatePlural(context, singular, many, count, []),
      locale,
      getLocale: locale,
      determineLocale: locale,
      isRtl: () => false,
      getAvailableLanguages: () => LOCALES,
      getSiteLanguages: () => siteLanguages,
      switchToLocale: (next) => LOCALES.some((known) => known === next) && switchLocale(next),
      restorePreviousLocale: () => restoreLocale() && locale(),
      isLocaleSwitched: isSwitched,
    };
  }

  return {
    domain,
    load(domain, folder) {
      const newCatalogs = readCatalogs(folder, cache);
      const before = catalogs.get(domain);
      const merged = new Map(before);
      for (const [language, messages] of newCatalogs) merged.set(language, { ...merged.get(language), ...messages });
      catalogs.set(domain, merged);
      translators.clear();
      return () => {
        if (before) catalogs.set(domain, before);
        else catalogs.delete(domain);
        translators.clear();
      };
    },
    locale,
    language: () => locale().replace(/_.*/s, ''),
    siteLocale: () => siteLocale,
    siteLanguages: () => siteLanguages,
    setDefault(next, languages = LOCALES) {
      siteLocale = next;
      siteLanguages = [next, ...LOCALES.filter((known) => known !== next && languages.includes(known))];
    },
  };
}
