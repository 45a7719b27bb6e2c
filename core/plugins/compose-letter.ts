import type { HostFunctions, Mail } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import type { I18n } from '../i18n/index.js';
import { type Letter, letterSheet } from '../mail/index.js';
import type { Views } from '../view/index.js';

interface LetterParts {
  readonly views: Pick<Views, 'renderPlugin' | 'renderCore'>;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly functions: Pick<HostFunctions, 'getOption'>;
  readonly i18n: Pick<I18n, 'language'>;
  homeUrl(path?: string): string;
}

/** Finishes a plugin's letter in the language of the running request: its view in the mail layout, and the lines below it. */
export async function composeLetter(
  parts: LetterParts,
  plugin: { id: string; folder: string; textDomain: string },
  { view, data, subject: given, ...letter }: Mail,
): Promise<Letter> {
  const { views, hooks, functions, i18n } = parts;
  const subject = typeof given === 'function' ? await given() : given;
  const body =
    view === undefined
      ? letter.html
      : views.renderPlugin(plugin, `mail/${view}`, typeof data === 'function' ? await data() : data);
  if (body === undefined) return { ...letter, subject };
  const html = await letterSheet({ views, hooks, options: functions, i18n, homeUrl: parts.homeUrl }, subject, body);
  return { ...letter, subject, html };
}
