import { currentContext } from '../context/index.js';

/** Memo key of a request's previous languages, the latest last. */
const BEFORE = 'locales_before';

type Before = (string | undefined)[];

const before = (): Before | undefined => currentContext()?.memo.get(BEFORE) as Before | undefined;

/** Switches the language of the running request; returns false outside a request. */
export function switchLocale(locale: string): boolean {
  const context = currentContext();
  if (!context) return false;
  const previousLocales = before() ?? [];
  previousLocales.push(context.locale);
  context.memo.set(BEFORE, previousLocales);
  context.locale = locale;
  return true;
}

/** Undoes the last switch; returns false when there was none. */
export function switchBack(): boolean {
  const context = currentContext();
  const previousLocales = before();
  if (!context || !previousLocales || previousLocales.length === 0) return false;
  context.locale = previousLocales.pop();
  return true;
}

/** Whether a switch has not been undone yet. */
export function isSwitched(): boolean {
  return (before()?.length ?? 0) > 0;
}
