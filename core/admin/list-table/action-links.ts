import { escapeText } from '../../document/index.js';

/** What can be done with a row: links as finished HTML, by the name of what they do. */
export type Actions = Readonly<Record<string, string>>;

/** The links below a row's name. */
export function actionLinks(actions: Actions): string {
  const items = Object.entries(actions).map(
    ([name, html]) => `<span class="${name.replace(/[^\w-]+/g, '-')}">${html}</span>`,
  );
  return items.length === 0 ? '' : `<div class="row-actions">${items.join('')}</div>`;
}

/** A link of a row, which says to those who cannot see the row what it is about. */
export function rowLink(url: string, text: string, name: string): string {
  return `<a href="${escapeText(url)}">${escapeText(text)}<span class="visually-hidden"> ${escapeText(name)}</span></a>`;
}
