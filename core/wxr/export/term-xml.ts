import type { Term } from '../../api/index.js';
import { isWpError } from '../../api/index.js';
import { toCdata, escapeXmlText } from '../../front/index.js';
import type { ExportDeps } from './deps.js';

/** Number of terms that are written at once. */
const BATCH_SIZE = 500;

/** Creates the writer of a taxonomy's terms, each after its parent. */
export function createTermWriter({ db, hooks, content }: Pick<ExportDeps, 'db' | 'hooks' | 'content'>): {
  write(taxonomy: string): AsyncGenerator<string>;
} {
  async function readMeta(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await db()('termmeta')
      .whereIn('term_id', [...ids])
      .orderBy('meta_id')
      .select('term_id', 'meta_key', 'meta_value');
    const found = new Map<number, string>();
    for (const row of rows) {
      if (await hooks.applyFilters('wxr_export_skip_termmeta', false, row.meta_key, row)) continue;
      found.set(
        row.term_id,
        `${found.get(row.term_id) ?? ''}<wp:termmeta><wp:meta_key>${toCdata(row.meta_key)}</wp:meta_key><wp:meta_value>${toCdata(row.meta_value)}</wp:meta_value></wp:termmeta>`,
      );
    }
    return found;
  }

  function formatTerm(term: Term, parent: string, meta: string): string {
    const id = `<wp:term_id>${term.term_id}</wp:term_id>`;
    const description = (name: string): string =>
      term.description === '' ? '' : `<wp:${name}>${toCdata(term.description)}</wp:${name}>`;
    if (term.taxonomy === 'category')
      return `<wp:category>${id}<wp:category_nicename>${toCdata(term.slug)}</wp:category_nicename><wp:category_parent>${toCdata(parent)}</wp:category_parent><wp:cat_name>${toCdata(unescapeName(term.name))}</wp:cat_name>${description('category_description')}${meta}</wp:category>\n`;
    if (term.taxonomy === 'post_tag')
      return `<wp:tag>${id}<wp:tag_slug>${toCdata(term.slug)}</wp:tag_slug><wp:tag_name>${toCdata(unescapeName(term.name))}</wp:tag_name>${description('tag_description')}${meta}</wp:tag>\n`;
    return `<wp:term>${id}<wp:term_taxonomy>${escapeXmlText(term.taxonomy)}</wp:term_taxonomy><wp:term_slug>${toCdata(term.slug)}</wp:term_slug><wp:term_parent>${toCdata(parent)}</wp:term_parent><wp:term_name>${toCdata(unescapeName(term.name))}</wp:term_name>${description('term_description')}${meta}</wp:term>\n`;
  }

  return {
    async *write(taxonomy) {
      const found = await content.getTerms({ taxonomy, hide_empty: false });
      if (isWpError(found)) return;
      const byId = new Map(found.map((term) => [term.term_id, term]));
      const depth = (term: Term, steps = 0): number =>
        term.parent > 0 && steps < found.length
          ? 1 + depth(byId.get(term.parent) ?? { ...term, parent: 0 }, steps + 1)
          : 0;
      const ordered = found
        .map((term) => ({ term, at: depth(term) }))
        .sort((a, b) => a.at - b.at || a.term.term_id - b.term.term_id)
        .map(({ term }) => term);
      for (let offset = 0; offset < ordered.length; offset += BATCH_SIZE) {
        const batch = ordered.slice(offset, offset + BATCH_SIZE);
        const meta = await readMeta(batch.map(({ term_id: id }) => id));
        for (const term of batch)
          yield formatTerm(term, byId.get(term.parent)?.slug ?? '', meta.get(term.term_id) ?? '');
      }
    },
  };
}

/** Restores a name as entered; names are stored escaped. */
export function unescapeName(name: string): string {
  return name
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&amp;', '&');
}
