import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readCatalogs } from '../../core/i18n/catalog.js';

const root = join(__dirname, '../..');
const VALUE = /%(?:\d+\$)?[sd]/;
/** Texts shorter than this are the same in many languages. */
const SHORT = 4;
/** Text on a page that reveals unrendered code, templates or data. */
const RAW =
  /\{\{|\}\}|\[object |\bundefined\b|\bNaN\b|\bfunction\b\s*\(|=>|&(?:amp|lt|gt|quot|#\d+);|<\/?(?:p|a|div|span|strong|em|li|br)\b/;

function catalogd(): { readonly english: string[]; readonly polish: string[] } {
  const folders = ['core/i18n', ...readdirSync(join(root, 'plugins')).map((id) => join('plugins', id))]
    .map((folder) => join(root, folder, 'languages'))
    .filter((folder) => existsSync(folder));
  const pairs = folders
    .flatMap((folder) => Object.entries(readCatalogs(folder).get('pl_PL') ?? {}))
    .flatMap(([key, forms]) =>
      Array.isArray(forms) ? forms.map((form) => [key.split('\u0004').at(-1) ?? '', form] as const) : [],
    );
  const selectComparable = (texts: readonly string[]): Set<string> =>
    new Set(texts.filter((text) => text.length >= SHORT && !VALUE.test(text)));
  const [english, polish] = [
    selectComparable(pairs.map(([text]) => text)),
    selectComparable(pairs.map(([, form]) => form)),
  ];
  return {
    english: [...english].filter((text) => !polish.has(text)),
    polish: [...polish].filter((text) => !english.has(text)),
  };
}

let catalogTexts: ReturnType<typeof catalogd> | undefined;

/**
 * Returns texts on a page in a language other than its own, according to the catalogs, and texts that must never be
 * visible.
 * @param locale locale of the visitor
 */
export async function untranslatedWords(page: Page, locale: string): Promise<string[]> {
  catalogTexts ??= catalogd();
  const visibleTexts = await page.evaluate<string[]>(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: at } = node;
      if (at && !at.closest('script, style, noscript, template, code, pre, textarea, option, [lang]:not(html)')) found.push(node.data.trim().replace(/\\s+/g, ' '));
    }
    for (const at of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt], input[type=submit]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) if (at.hasAttribute(name)) found.push(at.getAttribute(name).trim());
    }
    return found;
  })()`);
  const foreign = new Set(locale === 'pl_PL' ? catalogTexts.english : catalogTexts.polish);
  return [...new Set(visibleTexts.filter((text) => foreign.has(text) || RAW.test(text)))];
}
