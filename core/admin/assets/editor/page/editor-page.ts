import type { BlockControl } from '../../../content/block-control.js';
import type { ScriptTexts } from '../../dom/texts.js';

/** A block offered by the inserter. */
export interface InserterItem {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly markup: string;
  readonly controls: readonly BlockControl[];
}

/** The page that contains the editor. */
export interface EditorPage {
  readonly box: HTMLElement;
  readonly form: HTMLFormElement;
  /** The field that is submitted. Without this script it is edited directly. */
  readonly source: HTMLTextAreaElement;
  readonly labels: ScriptTexts;
  readonly library: readonly InserterItem[];
  /** Sends a request to a REST route, such as `wp/v2/search?search=tea`. */
  sendRequest(route: string, init?: RequestInit): Promise<Response>;
  /** Returns the text as rendered by the server: as a complete page or on its own. */
  preview(content: string, fullPage: boolean): Promise<string>;
}

/** @returns undefined on a page without an editor */
export function findEditorPage(): EditorPage | undefined {
  const box = document.querySelector<HTMLElement>('[data-block-editor]');
  const form = box?.closest('form');
  const source = box?.querySelector('textarea');
  if (!box || !form || !source) return undefined;
  const { labels: text = '{}', rest = '' } = box.dataset;
  const library = [...document.querySelectorAll<HTMLElement>('#inserter [data-block]')].map((item) => ({
    name: item.dataset['block'] ?? '',
    title: item.querySelector('strong')?.textContent ?? '',
    text: item.closest('li')?.dataset['searchText'] ?? '',
    markup: item.dataset['markup'] ?? '',
    controls: JSON.parse(item.dataset['controls'] ?? '[]') as readonly BlockControl[],
  }));
  return {
    box,
    form,
    source,
    library,
    labels: JSON.parse(text) as ScriptTexts,
    sendRequest(route, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('X-WP-Nonce', box.dataset['restNonce'] ?? '');
      return fetch(rest + route, { credentials: 'same-origin', ...init, headers });
    },
    async preview(content, fullPage) {
      const fields = new FormData(form);
      for (const [name, value] of Object.entries({ content, action: 'preview', ...(fullPage ? {} : { part: '1' }) }))
        fields.set(name, value);
      const response = await fetch(location.href, { method: 'POST', credentials: 'same-origin', body: fields });
      if (!response.ok) throw new Error(`The preview request failed with status ${response.status}.`);
      return response.text();
    },
  };
}
