import { currentContext } from '../context/index.js';

/** Memo key for the previous locales of a request; the last one is the latest. */
const PREVIOUS_LOCALES = 'locales_before';

type LocaleStack = (string | undefined)[];

const getPreviousLocales = (): LocaleStack | undefined =>
  currentContext()?.memo.get(PREVIOUS_LOCALES) as LocaleStack | undefined;

/** Switches the locale of the current request. Returns false outside of requests. */
export function switchLocale(locale: string): boolean {
  const context = currentContext();
  if (!context) return false;
  const previousLocales = getPreviousLocales() ?? [];
  previousLocales.push(context.locale);
  context.memo.set(PREVIOUS_LOCALES, previousLocales);
  context.locale = locale;
  return true;
}

/** Restores the locale before the last switch. Returns false if there was none. */
export function restoreLocale(): boolean {
  const context = currentContext();
  const previousLocales = getPreviousLocales();
  if (!context || !previousLocales || previousLocales.length === 0) return false;
  context.locale = previousLocales.pop();
  return true;
}

/** Whether the locale of the request is switched. */
export function isSwitched(): boolean {
  return (getPreviousLocales()?.length ?? 0) > 0;
}
