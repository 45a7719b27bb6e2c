/** What can be done with a row: links as finished HTML, by the name of what they do. */
export type Actions = Readonly<Record<string, string>>;

/** The links below a row's name. */
export function actionLinks(actions: Actions): string {
  const items = Object.entries(actions).map(([name, html]) => `<span class="${name.replace(/[^\w-]+/g, '-')}">${html}</span>`);
  return items.length === 0 ? '' : `<div class="row-actions">${items.join('')}</div>`;
}
